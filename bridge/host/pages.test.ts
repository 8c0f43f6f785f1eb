import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { answer, disposeAll, type FakePort, start, turn } from "./fake.js";

const server = { id: "login.example" };
const other = { id: "other.example" };
const page = (elicitationId: string): { mode: string; message: string; url: string; elicitationId: string } => ({
  mode: "url", message: "Sign in", url: "https://login.example/", elicitationId,
});

afterEach(disposeAll);

/** The notices that were forwarded: which page of which request. */
const notices = (port: FakePort): unknown[] =>
  port.heard("notifications/elicitation/complete").map(({ params }) => [params["elicitationId"], params["_meta"]["elicitform/requestId"]]);

test("P15 D4 a completion notice reaches the frame once, while the page is asked for", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const result = host.elicit(page("e1"), { server });
  await turn();
  host.complete("unknown", server);
  host.complete("e1", other);
  assert.deepEqual(notices(port), []);
  host.complete("e1", server);
  host.complete("e1", server);
  host.complete("e1");
  assert.deepEqual(notices(port), [["e1", 1]]);
  answer(port, 1, "accept");
  await result;
  host.complete("e1", server);
  assert.deepEqual(notices(port), [["e1", 1]]);
});

test("P15 D4 accept comes on opening, so that the id is known until the wait is over", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const results = ["e1", "e2", "e3"].map((id) => host.elicit(page(id), { server }));
  await turn();
  answer(port, 1, "accept");
  answer(port, 2, "decline");
  answer(port, 3, "accept");
  assert.deepEqual((await Promise.all(results)).map(({ action }) => action), ["accept", "decline", "accept"]);
  host.complete("e1", server);
  host.complete("e2", server);
  port.sayJson({ method: "elicitform/finished", params: { requestId: 3, how: "closed" } });
  host.complete("e3", server);
  assert.deepEqual(notices(port), [["e1", 1]]);
  port.sayJson({ method: "elicitform/finished", params: { requestId: 1, how: "completed" } });
  port.sayJson({ method: "elicitform/finished", params: { requestId: 1, how: "completed" } });
  port.sayJson({ method: "elicitform/finished", params: { requestId: 2, how: "person" } });
  assert.deepEqual(events.filter((event) => event.type === "finished"), [
    { type: "finished", server: "login.example", id: 3, how: "closed" },
    { type: "finished", server: "login.example", id: 1, how: "completed" },
  ]);
});

test("a notice for a page that is still queued, or whose frame loads again, comes with the request", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const results = [host.elicit({ message: "Hello" }, { server }), host.elicit(page("e1"), { server })];
  await turn();
  host.complete("e1", server);
  host.complete("e1", server);
  assert.deepEqual(notices(port), []);
  answer(port, 1);
  assert.deepEqual(notices(port), [["e1", 2]]);
  const again = frame.open();
  assert.deepEqual(notices(again), [["e1", 2]]);
  answer(again, 2);
  await Promise.all(results);
});

test("pages of requests that were withdrawn, failed or belong to a frame that is gone are forgotten", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const stop = new AbortController();
  const gone = assert.rejects(host.elicit(page("e1"), { server, signal: stop.signal }), { name: "AbortError" });
  const failed = assert.rejects(host.elicit(page("e2"), { server }), { code: "internal" });
  const opened = host.elicit(page("e3"), { server });
  await turn();
  stop.abort();
  await turn();
  port.sayJson({ id: 2, error: {} });
  answer(port, 3, "accept");
  await Promise.all([gone, failed, opened]);
  const again = frame.open();
  for (const id of ["e1", "e2", "e3"]) {
    host.complete(id, server);
  }
  assert.deepEqual([...notices(port), ...notices(again)], []);
});

test("the pages that are waited for are bounded; the latest stay", async () => {
  const { host, frame } = start();
  const port = frame.open();
  for (let id = 1; id <= 25; id++) {
    const result = host.elicit(page(`e${id}`), { server });
    await turn();
    answer(port, id, "accept");
    await result;
  }
  for (const id of [1, 5, 6, 25]) {
    host.complete(`e${id}`, server);
  }
  assert.deepEqual(notices(port), [["e6", 6], ["e25", 25]]);
});
