import assert from "node:assert/strict";
import { test } from "node:test";
import { tick } from "../message/test/clock.js";
import { intake } from "./intake.js";

const CHANGED = "ui/notifications/host-context-changed";

function start(): { told: any[]; change(params: unknown): void; say(message: object): void } {
  const told: any[] = [];
  const take = intake("elicitform/ask", (message) => told.push(message));
  const say = (message: object): void => take({ jsonrpc: "2.0", ...message });
  return { told, say, change: (params) => say({ method: CHANGED, params }) };
}

test("N34 ten thousand changes of context are told as one, with the last value of each member", () => {
  const { told, change } = start();
  for (let i = 0; i < 10_000; i++) {
    change(i % 2 ? { locale: `l${i}` } : { timeZone: `z${i}`, theme: null });
  }
  assert.equal(told.length, 0);
  tick(100);
  assert.deepEqual(told, [{ jsonrpc: "2.0", method: CHANGED, params: { timeZone: "z9998", theme: null, locale: "l9999" } }]);
  change({ theme: "dark" });
  tick(100);
  assert.deepEqual(told.at(-1)!.params, { theme: "dark" });
});

test("N34 what comes after a change finds it done, and nothing is told twice", () => {
  const { told, change, say } = start();
  change({ locale: "de" });
  say({ id: 1, method: "ping" });
  say({ id: 2, method: "ping" });
  tick(100);
  assert.deepEqual(told.map(({ id, params }) => id ?? params), [{ locale: "de" }, 1, 2]);
});

test("N34 only a change of context waits", () => {
  const { told, say } = start();
  const others = [
    {}, { method: CHANGED, params: {}, id: 1 }, { method: CHANGED, params: [] }, { method: CHANGED, params: "x" }, { method: CHANGED },
    { id: 1, method: "elicitform/ask", params: { message: CHANGED } },
  ];
  others.forEach(say);
  assert.equal(told.length, others.length);
});

test("B45 a flood is cut, but no request in it is lost", () => {
  const { told, say } = start();
  for (let i = 0; i < 10_000; i++) {
    say({ method: "notifications/progress" });
  }
  assert.equal(told.length, 500);
  for (let id = 0; id < 600; id++) {
    say({ id, method: "elicitform/ask", params: {} });
  }
  assert.equal(told.length, 1100);
  // Without an id nobody waits for an answer.
  say({ method: "elicitform/ask", params: {} });
  assert.equal(told.length, 1100);
  tick(1000);
  say({ method: "notifications/progress" });
  assert.equal(told.length, 1101);
});
