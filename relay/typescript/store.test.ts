import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryStore, memoryStore } from "./relay-memory.js";
import { take, testStore } from "./test/storecases.js";

testStore("memory", async () => new MemoryStore());

test("a store of that name is the same wherever this module is loaded", () => {
  assert.equal(memoryStore("a"), memoryStore("a"));
  assert.notEqual(memoryStore("a"), memoryStore("b"));
});

test("a store in memory forgets what is over", async () => {
  let now = 1_000_000;
  const store = new MemoryStore(() => now);
  for (let i = 0; i < 300; i++) {
    await take(store, "ask", { session: `s${i}`, id: "a" });
    await take(store, "end", { session: `s${i}`, id: "a", how: "answered", result: "secret", by: "n" });
    await take(store, "ask", { session: `s${i}`, id: "b", body: "secret" });
  }
  now += 2 * 86_400_000;
  await take(store, "ask", { session: "new", id: "a" });
  const text = JSON.stringify(store, (_, value) => (value instanceof Map || value instanceof Set ? [...value] : value));
  assert.doesNotMatch(text, /secret/);
  assert.equal((await store.read("s5", 0)).v, 0);
});
