import assert from "node:assert/strict";
import { test } from "node:test";
import { tick } from "../message/test/clock.js";
import { intake } from "./intake.js";

const CHANGED = "ui/notifications/host-context-changed";

function start(): { received: any[]; change(params: unknown): void; say(message: object): void } {
  const received: any[] = [];
  const take = intake("elicitform/ask", (message) => received.push(message));
  const say = (message: object): void => take({ jsonrpc: "2.0", ...message });
  return { received, say, change: (params) => say({ method: CHANGED, params }) };
}

test("N34 ten thousand changes of context arrive as one, with the last value of each member", () => {
  const { received, change } = start();
  for (let i = 0; i < 10_000; i++) {
    change(i % 2 ? { locale: `l${i}` } : { timeZone: `z${i}`, theme: null });
  }
  assert.equal(received.length, 0);
  tick(100);
  assert.deepEqual(received, [{ jsonrpc: "2.0", method: CHANGED, params: { timeZone: "z9998", theme: null, locale: "l9999" } }]);
  change({ theme: "dark" });
  tick(100);
  assert.deepEqual(received.at(-1)!.params, { theme: "dark" });
});

test("N34 a later message comes after the change of context, and the change comes once", () => {
  const { received, change, say } = start();
  change({ locale: "de" });
  say({ id: 1, method: "ping" });
  say({ id: 2, method: "ping" });
  tick(100);
  assert.deepEqual(received.map(({ id, params }) => id ?? params), [{ locale: "de" }, 1, 2]);
});

test("N34 only a change of context waits", () => {
  const { received, say } = start();
  const immediate = [
    {}, { method: CHANGED, params: {}, id: 1 }, { method: CHANGED, params: [] }, { method: CHANGED, params: "x" }, { method: CHANGED },
    { id: 1, method: "elicitform/ask", params: { message: CHANGED } },
  ];
  immediate.forEach(say);
  assert.equal(received.length, immediate.length);
});

test("B45 a flood is cut, but no request in it is lost", () => {
  const { received, say } = start();
  for (let i = 0; i < 10_000; i++) {
    say({ method: "notifications/progress" });
  }
  assert.equal(received.length, 500);
  for (let id = 0; id < 600; id++) {
    say({ id, method: "elicitform/ask", params: {} });
  }
  assert.equal(received.length, 1100);
  // A message without an id needs no answer.
  say({ method: "elicitform/ask", params: {} });
  assert.equal(received.length, 1100);
  tick(1000);
  say({ method: "notifications/progress" });
  assert.equal(received.length, 1101);
});
