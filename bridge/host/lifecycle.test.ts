import assert from "node:assert/strict";
import { test } from "node:test";
import { rest, tick } from "../message/test/clock.js";
import { ElicitationError } from "./errors.js";
import { answer, ids, params, server, start } from "./test/fake.js";

const rejectsWith = (promise: Promise<unknown>, code: string): Promise<void> =>
  assert.rejects(promise, (error) => error instanceof ElicitationError && error.code === code);

test("B37 a frame that loads again gets the open request again, under its id", async () => {
  const { host, frame } = start();
  const before = frame.open();
  const result = host.elicit('{"message":"Hello"}', { server });
  await rest();
  const after = frame.open();
  assert.equal(before.closed, true);
  assert.deepEqual(ids(after), [1]);
  assert.equal(after.sent.includes(before.sent.at(-1)), true);
  answer(before, 1, "cancel");
  answer(after, 1);
  assert.deepEqual(await result, { action: "decline" });
});

test("a frame that was taken out of the page is put back for the next request", async () => {
  const { host, frame } = start();
  frame.open();
  const first = host.elicit(params, { server });
  await rest();
  frame.present = false;
  const second = host.elicit(params, { server });
  await rest();
  assert.equal(frame.present, true);
  const port = frame.open();
  assert.deepEqual(ids(port), [1]);
  answer(port, 1);
  answer(port, 2);
  await Promise.all([first, second]);
});

test("ready", async (t) => {
  await t.test("resolves when wasm runs", async () => {
    const { host, frame, events } = start();
    frame.open().sayJson({ method: "elicitform/ready" });
    await host.ready;
    assert.deepEqual(events.map((event) => event.type), ["ready"]);
  });
  await t.test("a form that failed is told once, and the request stays with the person", async () => {
    const { host, frame, events } = start();
    const port = frame.open();
    const first = host.elicit(params, { server });
    await rest();
    port.sayJson({ method: "elicitform/failed", params: { reason: "internal" } });
    await assert.rejects(host.ready, { code: "load-failed", reason: "internal" });
    const about = { server: server.id, id: 1 };
    assert.deepEqual(events.filter(({ type }) => type === "load-failed" || type === "error"), [
      { type: "load-failed", reason: "internal", message: "elicitation: load-failed: internal" },
      { type: "error", ...about, code: "internal", reason: "internal" },
    ]);
    answer(port, 1);
    answer(port, 1, "cancel");
    assert.deepEqual(await first, { action: "decline" });
    assert.deepEqual(events.filter(({ type }) => type === "settled").length, 1);
  });
  await t.test("B36 rejects when the frame says so; the request stays with the person", async () => {
    const { host, frame, frames } = start();
    const port = frame.open();
    const first = host.elicit(params, { server });
    await rest();
    port.sayJson({ method: "elicitform/failed", params: { reason: "wasm" } });
    await assert.rejects(host.ready, { code: "load-failed", reason: "wasm" });
    answer(port, 1);
    assert.deepEqual(await first, { action: "decline" });
    assert.equal(frames.length, 1);

    const second = host.elicit(params, { server });
    await rest();
    assert.equal(frames.length, 2, "the next request gets a new frame");
    assert.equal(frame.removed, true);
    const newPort = frames[1]!.open();
    newPort.sayJson({ method: "elicitform/ready" });
    await host.ready;
    answer(newPort, 2);
    await second;
  });
  await t.test("B36 rejects when no frame answers, and so does the request", async (t) => {
    t.mock.method(globalThis, "fetch", () => Promise.reject(new TypeError("fetch failed")));
    const { host, frame, frames } = start();
    const result = host.elicit(params, { server });
    const checks = [rejectsWith(host.ready, "load-failed"), rejectsWith(result, "load-failed")];
    await rest();
    tick(15_000);
    await Promise.all(checks);
    assert.equal(frame.shown, false);
    const second = host.elicit(params, { server });
    await rest();
    answer(frames[1]!.open(), 2);
    await second;
  });
});

test("dispose rejects what is open, once, and says goodbye", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const results = [host.elicit(params, { server }), host.elicit(params, { server })];
  await rest();
  host.dispose();
  host.dispose();
  for (const result of results) {
    await rejectsWith(result, "disposed");
  }
  await rejectsWith(host.ready, "disposed");
  await rejectsWith(host.elicit(params, { server }), "disposed");
  assert.equal(port.messages("ui/resource-teardown").length, 1);
  assert.equal(port.closed, true);
  assert.equal(frame.removed, true);
});
