import assert from "node:assert/strict";
import { test } from "node:test";
import { rest } from "../message/test/clock.js";
import { answer, asks, type FakePort, start } from "./test/fake.js";

const server = { id: "login.example" };
const otherServer = { id: "other.example" };
const page = (elicitationId: string): { mode: string; message: string; url: string; elicitationId: string } => ({
  mode: "url", message: "Sign in", url: "https://login.example/", elicitationId,
});

/** The forwarded notifications: page and request. */
const notices = (port: FakePort): unknown[] =>
  port.messages("elicitform/completed").map(({ params }) => [params["elicitationId"], params["requestId"]]);

test("P15 D4 a completion notice reaches the frame once, while the page is asked for", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const result = host.elicit(page("e1"), { server });
  await rest();
  host.complete(server, "unknown");
  host.complete(otherServer, "e1");
  assert.deepEqual(notices(port), []);
  host.complete(server, "e1");
  host.complete(server, "e1");
  assert.deepEqual(notices(port), [["e1", 1]]);
  answer(port, 1, "accept");
  await result;
  host.complete(server, "e1");
  assert.deepEqual(notices(port), [["e1", 1]]);
});

test("P15 D4 accept comes on opening, so that the id is known until the wait is over", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const results = ["e1", "e2", "e3"].map((id) => host.elicit(page(id), { server }));
  await rest();
  answer(port, 1, "accept");
  answer(port, 2, "decline");
  answer(port, 3, "accept");
  assert.deepEqual((await Promise.all(results)).map(({ action }) => action), ["accept", "decline", "accept"]);
  host.complete(server, "e1");
  host.complete(server, "e2");
  port.sayJson({ method: "elicitform/finished", params: { requestId: 3, how: "closed" } });
  host.complete(server, "e3");
  assert.deepEqual(notices(port), [["e1", 1]]);
  port.sayJson({ method: "elicitform/finished", params: { requestId: 1, how: "completed" } });
  port.sayJson({ method: "elicitform/finished", params: { requestId: 1, how: "completed" } });
  port.sayJson({ method: "elicitform/finished", params: { requestId: 2, how: "person" } });
  assert.deepEqual(events.filter((event) => event.type === "finished"), [
    // A page that is not on the screen ends without the person.
    { type: "finished", server: "login.example", id: 1, how: "completed" },
    { type: "finished", server: "login.example", id: 3, how: "closed" },
  ]);
});

test("P15 a page that is finished behind another screen is announced in the name of its server", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const results = [page("e1"), page("e2"), { message: "Hello" }].map((params) => host.elicit(params, { server }));
  await rest();
  answer(port, 1, "accept");
  answer(port, 2, "accept");
  const completions = (): unknown[] => port.messages("elicitform/completed").map(({ params }) => params);
  host.complete(server, "e1");
  assert.deepEqual(completions(), [{ requestId: 1, elicitationId: "e1", server: { id: "login.example" } }]);
  answer(port, 3);
  await Promise.all(results);
  port.sayJson({ method: "elicitform/closed" });
  host.complete(server, "e2");
  assert.deepEqual(completions()[1], { requestId: 2, elicitationId: "e2" }, "the person sees it");
  assert.deepEqual(events.flatMap((event) => (event.type === "finished" ? event.id : [])), [1]);
});

test("B32 opened pages are shown again one after the other, as the server asked for them, and then nothing", async () => {
  const { host, frame, events } = start({ openLink: () => {} });
  const port = frame.open();
  const raw = '{"mode":"url","message":"Sign in","url":"https://login.example/","elicitationId":"e1","_meta":{"a":1.0,"elicitform/server":{"id":"bank"}}}';
  const results = [raw, page("e2"), { message: "Hello" }].map((params) => host.elicit(params, { server }));
  await rest();
  answer(port, 1, "accept");
  answer(port, 2, "accept");
  answer(port, 3);
  await Promise.all(results);
  port.sayJson({ method: "elicitform/closed" });
  port.sayJson({ method: "elicitform/finished", params: { requestId: 2, how: "person" } });
  port.sayJson({ method: "elicitform/closed" });
  const notes = { server, openLink: true };
  assert.deepEqual(port.messages("elicitform/wait").map(({ id, params }) => [id, params]), [
    // The outcome is shown for a moment, and then the other page again.
    [undefined, { requestId: 2, notes: { ...notes, outcome: 4000 }, requests: [{ params: JSON.stringify(page("e2")) }] }],
    [undefined, { requestId: 1, notes, requests: [{ params: raw }] }],
  ]);
  port.sayJson({ method: "elicitform/closed" });
  assert.deepEqual(events.slice(-2), [{ type: "finished", server: "login.example", id: 1, how: "closed" }, { type: "closed" }]);
});

test("P18 of a round only the page is shown again that the person still waits for", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const requestOf = (id: string): object => ({ method: "elicitation/create", params: page(id) });
  const result = host.elicitAll({ a: requestOf("e1"), b: requestOf("e2") } as never, { server });
  await rest();
  const part = (key: string, more: object): object => ({ key, result: { action: "accept" }, ...more });
  port.sayJson({ id: 1, result: { responses: [part("a", { finished: "person" }), part("b", {})] } });
  await result;
  host.elicit({ message: "Hello" }, { server }).catch(() => {});
  await rest();
  answer(port, 2);
  port.sayJson({ method: "elicitform/closed" });
  assert.deepEqual(asks(port, "elicitform/wait").map(({ params }) => params["elicitationId"]), ["e2"]);
});

test("a notice for a page that is still queued, or whose frame loads again, comes with the request", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const results = [host.elicit({ message: "Hello" }, { server }), host.elicit(page("e1"), { server })];
  await rest();
  host.complete(server, "e1");
  host.complete(server, "e1");
  assert.deepEqual(notices(port), []);
  answer(port, 1);
  assert.deepEqual(notices(port), [["e1", 2]]);
  const newPort = frame.open();
  assert.deepEqual(notices(newPort), [["e1", 2]]);
  answer(newPort, 2);
  await Promise.all(results);
});

test("pages of requests that were withdrawn, failed or belong to a frame that is gone are forgotten", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const stop = new AbortController();
  const withdrawn = assert.rejects(host.elicit(page("e1"), { server, signal: stop.signal }), { name: "AbortError" });
  const failed = assert.rejects(host.elicit(page("e2"), { server }), { code: "internal" });
  const opened = host.elicit(page("e3"), { server });
  await rest();
  stop.abort();
  await rest();
  port.sayJson({ id: 2, error: {} });
  answer(port, 3, "accept");
  await Promise.all([withdrawn, failed, opened]);
  const newPort = frame.open();
  for (const id of ["e1", "e2", "e3"]) {
    host.complete(server, id);
  }
  assert.deepEqual([...notices(port), ...notices(newPort)], []);
});

test("the pages that are waited for are bounded; the latest stay", async () => {
  const { host, frame } = start();
  const port = frame.open();
  for (let id = 1; id <= 25; id++) {
    const result = host.elicit(page(`e${id}`), { server });
    await rest();
    answer(port, id, "accept");
    await result;
  }
  for (const id of [1, 5, 6, 25]) {
    host.complete(server, `e${id}`);
  }
  assert.deepEqual(notices(port), [["e6", 6], ["e25", 25]]);
});
