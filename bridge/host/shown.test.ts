import assert from "node:assert/strict";
import { test } from "node:test";
import { rest, tick } from "../message/test/clock.js";
import type { FormHostEvent } from "./types.js";
import { answer, params, server, shows, start } from "./test/fake.js";

const types = (events: FormHostEvent[]): string[] => events.map(({ type }) => type).filter((type) => type !== "audit");

test("shown is told when the frame says that the request is on the screen, once", async () => {
  const { host, frame, events } = start();
  const result = host.elicit(params, { server });
  await rest();
  const port = frame.open();
  assert.deepEqual(types(events), [], "it is only asked for");
  shows(port, 2);
  shows(port, 1);
  shows(port, 1);
  const newPort = frame.open();
  shows(newPort, 1);
  assert.deepEqual(events, [{ type: "shown", server: "weather.example", id: 1 }]);
  answer(newPort, 1);
  await result;
  shows(newPort, 1);
  assert.deepEqual(types(events), ["shown", "settled"]);
});

test("a request that could not be shown was never shown", async (t) => {
  await t.test("as no frame answers", async (t) => {
    t.mock.method(globalThis, "fetch", () => Promise.reject(new TypeError("fetch failed")));
    const { host, events } = start();
    const result = assert.rejects(host.elicit(params, { server }), { code: "load-failed" });
    await rest();
    tick(15_000);
    await result;
    assert.deepEqual(types(events), ["load-failed", "error"]);
  });
  await t.test("as the frame rejects it", async () => {
    const { host, frame, events } = start();
    const port = frame.open();
    const result = assert.rejects(host.elicit(params, { server }), { code: "invalid-request" });
    await rest();
    port.sayJson({ id: 1, error: { code: -32602, data: { "elicitform/code": "invalid-request" } } });
    await result;
    assert.deepEqual(types(events), ["error"]);
  });
});

test("what a person decides was shown, even if the frame is of a version that does not say so", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const result = host.elicit(params, { server });
  await rest();
  answer(port, 1);
  await result;
  assert.deepEqual(types(events), ["shown", "settled"]);
});
