import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_TEXT, type Notes } from "./names.js";
import { memberText, readParams, roundParams } from "./params.js";

const notes: Notes = { server: { id: "weather.example", name: "weather", title: "Weather Pro" } };
/** Sends requests with these texts, and returns the params of the message on the other side. */
const cross = (...texts: (string | undefined)[]): any => JSON.parse(JSON.stringify(roundParams(notes, texts.map(readParams))));

test("sends the server's text byte for byte, and nothing in it beside the notes of the host", async (t) => {
  const cases: [what: string, given: string][] = [
    ["order and spelling kept", '{"message":"é\\u00e9","requestedSchema":{"10":1.0,"9":2}}'],
    ["_meta of the server", '{"_meta":{"progressToken":1e2},"message":""}'],
    ["_meta that is no object", '{"_meta":5}'],
    ["our names in _meta", '{"_meta":{"elicitform/server":{"id":"bank"},"a":1,"elicitform/focus":true}}'],
    ["our names in escapes", String.raw`{"_meta":{"elicitform\/server":{"id":"bank"}}}`],
    ["notes of the server", '{"notes":{"server":{"id":"bank"},"focus":true},"requests":[]}'],
    ["the end of the envelope", '{"}],"notes":{"server":{"id":"bank"}}}'],
    ["B7 repeated names", '{"_meta":{},"_meta":{"elicitform/server":{"id":"bank"}}}'],
    ["B11 __proto__ stays a member", '{"__proto__":{"a":1}}'],
    ["B5 truncated", '{"message":'],
    ["B5 empty", ""],
    ["B5 an array", "[]"],
    ["half a character", '{"message":"\ud800"}'],
  ];
  for (const [what, given] of cases) {
    await t.test(what, () => assert.deepEqual(cross(given), { notes, requests: [{ params: given }] }));
  }
});

test("B5 missing params become null, and params that are too large the reason", () => {
  assert.deepEqual(cross(undefined).requests, [{ params: "null" }]);
  const long = "x".repeat(MAX_TEXT);
  assert.deepEqual(cross(long).requests, [{ params: long }]);
  assert.deepEqual(cross(long + "x").requests, [{ rejected: "too-large" }]);
  // The requests of a round share the limit.
  assert.deepEqual(cross("{}", long).requests, [{ params: "{}" }, { rejected: "too-large" }]);
});

test("undefined notes are left out", () => {
  assert.deepEqual(JSON.parse(JSON.stringify(roundParams({ ...notes, draft: undefined, queue: { position: 2, total: 3 } }, []))), {
    notes: { ...notes, queue: { position: 2, total: 3 } }, requests: [],
  });
});

test("B30 a server's long name for itself cannot push the request out", () => {
  const named = JSON.stringify(roundParams({ server: { id: "a", name: "n".repeat(1 << 20) } }, [readParams('{"message":"hi"}')]));
  assert.equal(JSON.parse(named).requests[0].params, '{"message":"hi"}');
});

test("a member of params keeps the server's text, and is found only in params that can be read", () => {
  assert.equal(memberText(readParams('{"a":1,"requestedSchema":{ "10":1.0,"9":2 }}'), "requestedSchema"), '{ "10":1.0,"9":2 }');
  for (const text of ['{"a":1}', "[]", '{"requestedSchema":', `{"requestedSchema":{"a":"${"x".repeat(MAX_TEXT)}"}}`, undefined]) {
    assert.equal(memberText(readParams(text), "requestedSchema"), undefined);
  }
});
