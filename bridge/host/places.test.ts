import assert from "node:assert/strict";
import { test } from "node:test";
import { rest } from "../message/test/clock.js";
import { answer, fakeContainer, ids, params, server, start } from "./test/fake.js";

test("a request is shown in a container of its own, and the next one in the common one", async () => {
  const { host, frame, container } = start();
  frame.open();
  const message = fakeContainer("message");
  const first = host.elicit(params, { server, container: message });
  const second = host.elicit(params, { server });
  await rest();
  assert.equal(frame.container, message);
  answer(frame.open(), 1);
  await first;
  assert.equal(frame.container, container);
  answer(frame.open(), 2);
  await second;
});

test("a frame that survives the move is not loaded again", async () => {
  const { host, frame } = start();
  const port = frame.open();
  frame.survivesMoves = true;
  const message = fakeContainer("message");
  const first = host.elicit(params, { server, container: message });
  await rest();
  assert.equal(frame.container, message);
  assert.deepEqual(ids(port), [1]);
  answer(port, 1);
  await first;
});

test("what happened stays readable in its message until the frame is needed or put away", async () => {
  const { host, frame, container } = start();
  frame.survivesMoves = true;
  const port = frame.open();
  const message = fakeContainer("message");
  const first = host.elicit(params, { server, container: message });
  await rest();
  answer(port, 1);
  await first;
  assert.equal(frame.container, message);
  assert.equal(frame.shown, true);
  port.sayJson({ method: "elicitform/closed" });
  assert.equal(frame.container, container);
  assert.equal(frame.shown, false);
});

test("P15 B32 a page that is still waited for is shown again where it was asked for", async () => {
  const { host, frame, container } = start();
  const port = frame.open();
  frame.survivesMoves = true;
  const [first, second] = [fakeContainer("first"), fakeContainer("second")];
  const page = host.elicit({ mode: "url", message: "Sign in", url: "https://login.example/", elicitationId: "1" }, { server: { id: "login.example" }, container: first });
  await rest();
  answer(port, 1, "accept");
  await page;
  const secondResult = host.elicit(params, { server, container: second });
  await rest();
  assert.deepEqual([frame.container, frame.title], [second, "Request from weather.example"]);
  answer(port, 2);
  await secondResult;
  assert.deepEqual([frame.container, frame.title], [second, "Request from weather.example"], "what became of the answer is read where it was given");
  port.sayJson({ method: "elicitform/closed" });
  assert.deepEqual([frame.container, frame.title], [first, "Request from login.example"]);
  port.sayJson({ method: "elicitform/finished", params: { requestId: 1, how: "closed" } });
  port.sayJson({ method: "elicitform/closed" });
  assert.deepEqual([frame.container, frame.shown], [container, false]);
});

test("where a move has loaded the frame again, no page is waited for any more", async () => {
  const { host, frame } = start();
  frame.open();
  const [first, second] = [fakeContainer("first"), fakeContainer("second")];
  const page = host.elicit({ mode: "url", message: "Sign in", url: "https://login.example/" }, { server: { id: "login.example" }, container: first });
  await rest();
  answer(frame.open(), 1, "accept");
  await page;
  const secondResult = host.elicit(params, { server, container: second });
  await rest();
  answer(frame.open(), 2);
  await secondResult;
  assert.deepEqual([frame.container, frame.title], [second, "Request from weather.example"]);
});

test("a container that is not in the page is passed over", async () => {
  const { host, frame, container } = start();
  const port = frame.open();
  const message = fakeContainer("message");
  message.isConnected = false;
  const result = host.elicit(params, { server, container: message });
  await rest();
  assert.equal(frame.container, container);
  answer(port, 1);
  await result;
});

test("a request whose message is removed goes on in the common container", async () => {
  const { host, frame, container, events } = start();
  frame.open();
  const message = fakeContainer("message");
  const first = host.elicit(params, { server, container: message });
  const second = host.elicit(params, { server });
  await rest();
  frame.open();
  message.isConnected = false;
  frame.takeOut();
  assert.equal(frame.container, container);
  assert.equal(frame.shown, true);
  const port = frame.open();
  assert.deepEqual(ids(port), [1]);
  answer(port, 1);
  answer(port, 2);
  await Promise.all([first, second]);
  assert.deepEqual(events.map(({ type }) => type).filter((type) => type === "error" || type === "withdrawn"), []);
});

test("when the message of a decided request is removed, the frame waits unseen in the common container", async () => {
  const { host, frame, container } = start();
  frame.survivesMoves = true;
  const port = frame.open();
  const message = fakeContainer("message");
  const first = host.elicit(params, { server, container: message });
  await rest();
  answer(port, 1);
  await first;
  message.isConnected = false;
  frame.takeOut();
  assert.equal(frame.container, container);
  assert.equal(frame.shown, false);
  const second = host.elicit(params, { server });
  await rest();
  answer(frame.open(), 2);
  await second;
});

test("a frame that only itself is removed comes back with the request", async () => {
  const { host, frame } = start();
  frame.open();
  const result = host.elicit(params, { server });
  await rest();
  frame.takeOut();
  assert.equal(frame.present, true);
  const port = frame.open();
  assert.deepEqual(ids(port), [1]);
  answer(port, 1);
  await result;
});

test("B37 when there is no place left to show anything, everything settles", async () => {
  const { host, frame, container } = start();
  frame.open();
  const results = Array.from({ length: 50 }, () => host.elicit(params, { server }));
  const checks = results.map((result) => assert.rejects(result, { code: "disposed", reason: "removed", rpcCode: -32603 }));
  await rest();
  container.isConnected = false;
  frame.takeOut();
  await Promise.all(checks);
  assert.equal(frame.shown, false);

  // When the chat comes back, its forms come back.
  container.isConnected = true;
  const nextResult = host.elicit(params, { server });
  await rest();
  assert.equal(frame.present, true);
  answer(frame.open(), 51);
  assert.deepEqual(await nextResult, { action: "decline" });
});

test("N30 a frame that has failed under a request is replaced by one that is seen", async () => {
  const { host, frame, frames } = start();
  const message = fakeContainer("message");
  frame.survivesMoves = true;
  const port = frame.open();
  const result = host.elicit(params, { server, container: message });
  await rest();
  port.sayJson({ method: "elicitform/failed", params: { reason: "wasm" } });
  message.isConnected = false;
  frame.takeOut();
  const second = frames[1]!;
  assert.deepEqual([second.shown, second.title], [true, "Request from weather.example"]);
  answer(second.open(), 1);
  assert.deepEqual(await result, { action: "decline" });
});
