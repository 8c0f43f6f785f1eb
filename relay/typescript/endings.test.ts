import assert from "node:assert/strict";
import { test } from "node:test";
import { pass } from "../../bridge/message/test/clock.js";
import { MemoryStore } from "./relay-memory.js";
import type { RelayEnd } from "./relay-store.js";

const LIMITS = { open: 10, bytes: 1e9, newBytes: 1e9, serverOpen: 10, serverBytes: 1e9, serverNewBytes: 1e9 };
const MONTH = 30 * 86_400_000;

// The Go relay has the same test for its two stores: relay/internal/test/storetest.
test("what has ended in a session is bounded, and no answer is forgotten for others", async () => {
  const store = new MemoryStore();
  const ask = async (id: string, asker = ""): Promise<string[]> => {
    const verdict = await store.ask("s", { id, fp: "f", body: "{}", call: "", server: "a", asker, deadline: 0, lease: 3_600_000, keep: MONTH, limits: LIMITS });
    return [verdict.state, verdict.result];
  };
  const end = async (id: string, how: RelayEnd | "acknowledged"): Promise<string> =>
    (await store.end("s", { id, fp: "f", how, result: "{}", by: "somebody", keep: 60_000 })).state;
  const state = async (id: string): Promise<string> => (await store.peek("s", { id, fp: "f", lease: 60_000, keep: 60_000 })).state;
  for (const id of ["answer", "acknowledged"]) {
    await ask(id);
    await end(id, "answered");
  }
  await end("acknowledged", "acknowledged");
  await ask("other", "another");
  await end("other", "withdrawn");
  for (let n = 0; n < 1200; n++) {
    assert.deepEqual(await ask(`over ${n}`), ["open", ""]);
    await end(`over ${n}`, n % 2 ? "withdrawn" : "rejected");
  }
  assert.deepEqual(await Promise.all(["over 0", "over 199", "over 201", "over 1199", "answer", "acknowledged", "other"].map(state)),
    ["unknown", "unknown", "withdrawn", "withdrawn", "answered", "acknowledged", "withdrawn"]);
  await pass(660_000);
  assert.deepEqual(await Promise.all(["over 1199", "answer"].map(state)), ["unknown", "answered"]);
  for (let n = 1; n < 1000; n++) {
    await ask(`full ${n}`);
    await end(`full ${n}`, "answered");
  }
  assert.deepEqual(await ask("more"), ["full", "too-many-answers"]);
  assert.deepEqual(await ask("other", "another"), ["open", ""]);
  assert.deepEqual(await ask("full 1"), ["answered", "{}"]);
  await end("full 1", "acknowledged");
  assert.deepEqual(await ask("more"), ["open", ""]);
});
