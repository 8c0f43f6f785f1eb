import assert from "node:assert/strict";
import { test } from "node:test";
import { ContextChanges } from "./changes.js";

const change = (params: unknown, more: object = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params, ...more });

function start(): { changes: ContextChanges; told: unknown[] } {
  const told: unknown[] = [];
  return { changes: new ContextChanges((text) => told.push(JSON.parse(text).params)), told };
}

test("N34 ten thousand changes of context are told as one, with the last value of each member", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { changes, told } = start();
  for (let i = 0; i < 10_000; i++) {
    assert.ok(changes.take(change(i % 2 ? { locale: `l${i}` } : { timeZone: `z${i}`, theme: null })));
  }
  assert.deepEqual(told, []);
  t.mock.timers.tick(100);
  assert.deepEqual(told, [{ timeZone: "z9998", theme: null, locale: "l9999" }]);
  changes.take(change({ theme: "dark" }));
  t.mock.timers.tick(100);
  assert.deepEqual(told[1], { theme: "dark" });
});

test("N34 what comes after a change finds it done, and nothing is told twice", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { changes, told } = start();
  changes.flush();
  changes.take(change({ locale: "de" }));
  changes.flush();
  changes.flush();
  t.mock.timers.tick(100);
  assert.deepEqual(told, [{ locale: "de" }]);
});

test("N34 only a change of context is taken", () => {
  const { changes } = start();
  for (const text of [
    "", "ui/notifications/host-context-changed", change({}, { id: 1 }), change([]), change("x"),
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "elicitation/create", params: { message: "ui/notifications/host-context-changed" } }),
  ]) {
    assert.equal(changes.take(text), false, text);
  }
});
