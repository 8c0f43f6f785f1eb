import assert from "node:assert/strict";
import { test } from "node:test";
import { rest, setTime, tick } from "../message/test/clock.js";
import { answer, asks, ids, params, server, start } from "./test/fake.js";

const HOUR = 3_600_000;

test("P17 a deadline in the past rejects at once, and nothing is shown", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  for (const deadline of [0, Date.now() - 1, new Date(0), -Infinity]) {
    await assert.rejects(host.elicit(params, { server, deadline }), { code: "expired", rpcCode: -32603 });
  }
  await rest();
  assert.deepEqual(ids(port), []);
  assert.deepEqual(new Set(events.map((event) => event.type)), new Set(["expired"]));
});

test("what is invalid is rejected, and no deadline is none", async () => {
  const { host, frame } = start();
  const port = frame.open();
  for (const deadline of [NaN, new Date(NaN), "soon"]) {
    await assert.rejects(host.elicit(params, { server, deadline: deadline as number }), TypeError);
  }
  // The second number is beyond the range of Date.
  for (const deadline of [Infinity, Number.MAX_SAFE_INTEGER]) {
    const result = host.elicit(params, { server, deadline });
    await rest();
    const message = asks(port).at(-1)!;
    assert.equal("deadline" in message.notes, false);
    answer(port, message.id!);
    await result;
  }
});

test("a coding agent may say how long it waits, which shortens the deadline of the page", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const codex = (autoResolutionMs: unknown): object => ({ _meta: { codex: { autoResolutionMs } } });
  for (const [meta, deadline, want] of [
    [codex(60_000), undefined, 60_000], [codex(60_000), 30_000, 30_000], [codex(60_000), HOUR, 60_000],
    [codex(0), undefined, undefined], [codex(-5), HOUR, HOUR], [codex("soon"), undefined, undefined], [codex(1e300), undefined, undefined],
    [{ _meta: { autoResolutionMs: 5 } }, undefined, undefined], [{ _meta: null }, undefined, undefined],
  ] as const) {
    const now = Date.now();
    const result = host.elicit(JSON.stringify({ ...params, ...meta }), { server, deadline: deadline === undefined ? undefined : now + deadline });
    await rest();
    const message = asks(port).at(-1)!;
    assert.equal(message.notes["deadline"], want === undefined ? undefined : now + want, JSON.stringify(meta));
    answer(port, message.id!);
    await result;
  }
  const round = host.elicitAll(Object.fromEntries([90_000, 60_000, undefined].map((after, i) => (
    [`${i}`, { method: "elicitation/create", params: { ...params, ...codex(after) } }]
  ))), { server });
  await rest();
  assert.equal(asks(port).at(-1)!.notes["deadline"], Date.now() + 60_000);
  tick(60_000);
  await assert.rejects(round, { code: "expired" });
});

test("P17 G6 the frame is told the deadline, and when it has passed", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const deadline = Date.now() + 30 * 24 * HOUR;
  const first = host.elicit(params, { server, deadline: new Date(deadline) });
  const second = host.elicit(params, { server });
  const check = assert.rejects(first, { code: "expired" });
  await rest();
  assert.equal(asks(port)[0]?.notes["deadline"], deadline);
  tick(30 * 24 * HOUR - 1);
  assert.deepEqual(port.messages("notifications/cancelled"), []);
  tick(1);
  await check;
  assert.deepEqual(port.messages("notifications/cancelled").map((message) => message.params), [{ requestId: 1, reason: "expired" }]);
  assert.deepEqual(ids(port), [1, 2]);
  assert.deepEqual(events.filter((event) => event.type === "expired"), [{ type: "expired", server: "weather.example", id: 1 }]);
  answer(port, 1, "accept");
  answer(port, 2);
  assert.deepEqual(await second, { action: "decline" });
});

test("P17 a request expires while it is queued, and is never shown", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const first = host.elicit(params, { server });
  const second = host.elicit(params, { server, deadline: Date.now() + 1000 });
  const check = assert.rejects(second, { code: "expired" });
  await rest();
  tick(1000);
  await check;
  answer(port, 1);
  await first;
  assert.deepEqual(ids(port), [1]);
  assert.deepEqual(port.messages("notifications/cancelled"), []);
});

test("P17 an answer that comes after the deadline is too late, even when no timer has run", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const result = host.elicit(params, { server, deadline: Date.now() + 1000 });
  await rest();
  // In a throttled page the clock goes on and the timers stand still.
  setTime(Date.now() + 2000);
  answer(port, 1, "accept");
  await assert.rejects(result, { code: "expired" });
  assert.equal(port.messages("notifications/cancelled").length, 1);
  assert.deepEqual(port.messages("elicitform/received"), []);
  tick(10_000);
  assert.equal(port.messages("notifications/cancelled").length, 1);
});

test("P17 a page that becomes visible again looks at the clock", async () => {
  const page = new EventTarget();
  Object.assign(globalThis, { addEventListener: page.addEventListener.bind(page) });
  try {
    const { host, frame } = start();
    frame.open();
    const result = host.elicit(params, { server, deadline: Date.now() + 1000 });
    const check = assert.rejects(result, { code: "expired" });
    await rest();
    page.dispatchEvent(new Event("visibilitychange"));
    setTime(Date.now() + 2000);
    page.dispatchEvent(new Event("visibilitychange"));
    await check;
  } finally {
    delete (globalThis as { addEventListener?: unknown }).addEventListener;
  }
});

test("the frame's own word that the time is up counts as well", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const result = host.elicit(params, { server, deadline: Date.now() + HOUR });
  await rest();
  port.sayJson({ id: 1, error: { code: -32603, message: "", data: { "elicitform/code": "expired" } } });
  await assert.rejects(result, { code: "expired" });
  assert.equal(events.at(-1)?.type, "expired");
});
