import assert from "node:assert/strict";
import { test } from "node:test";
import { ElicitationError } from "../../bridge/host/index.js";
import { read } from "./reading.js";
import { answer, retriedCall } from "./journey.js";

test("answers under the id as it was written", () => {
  const reading = read('{"id":9007199254740993,"method":"elicitation/create","params":{"message":"m"}}');
  assert.ok(reading.kind === "request");
  assert.match(answer(reading, "result", { action: "decline" }), /"id": 9007199254740993,/);
  assert.match(answer(reading, "error", { code: new ElicitationError("unsupported-mode").rpcCode, message: "m" }), /"error": \{ "code": -32602,/);
});

test("N27 repeats the call of a round with the state as it came", () => {
  const reading = read('{"inputRequests":{"a":{"method":"elicitation/create","params":{"message":"m"}}},"requestState":"\\u0041"}');
  assert.ok(reading.kind === "round");
  const call = retriedCall(reading, { a: { action: "cancel" } });
  assert.match(call, /"requestState": "\\u0041"/);
  assert.deepEqual(JSON.parse(call).params.inputResponses, { a: { action: "cancel" } });
  assert.doesNotMatch(retriedCall({ ...reading, state: undefined }, {}), /requestState/);
});
