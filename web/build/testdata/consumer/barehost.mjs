// The fake host in a test environment without many globals of browsers and Node.

import assert from "node:assert/strict";

const left = { TextEncoder, structuredClone };
for (const name of Object.keys(left)) {
  assert.ok(delete globalThis[name]);
}
const { fakeHost } = await import("elicitform/testing");
const forms = fakeHost([{ name: "é€😀" }]);
const params = { message: "é€😀", requestedSchema: { type: "object", properties: { name: { type: "string" } } } };
const seen = [];
const result = await forms.elicit(params, { server: { id: "weather.example" }, check: async (content) => (seen.push(content), []) });
assert.deepEqual(result, { action: "accept", content: { name: "é€😀" } });
assert.deepEqual(seen, [{ name: "é€😀" }]);
// Has exactly the largest size of a message to the frame, in bytes of UTF-8.
const size = (text) => fakeHost(["decline"]).elicit(JSON.stringify({ message: text }), { server: { id: "x" } });
assert.deepEqual(await size("€".repeat(80_000)), { action: "decline" });
await assert.rejects(size("€".repeat(90_000)), { code: "invalid-request", reason: "too-large" });
