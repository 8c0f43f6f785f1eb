import assert from "node:assert/strict";
import { test } from "node:test";
import { createMessage } from "../../bridge/host/params.js";
import { examples } from "./examples.js";
import { readRequest, requestInFragment } from "./request.js";

test("N29 finds the params in whatever was pasted, text unchanged", async (t) => {
  const params = '{"requestedSchema":{"properties":{"10":{},"9":{}}} ,"message":"é\\u00e9"}';
  const cases: [what: string, text: string, want: string][] = [
    ["params alone", params, params],
    ["a JSON-RPC request", `{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":${params}}`, params],
    ["a wrapper", `{"source":"x", "params": ${params} }`, params],
    ["params with a member called params", '{"message":"m","params":{"a":1}}', '{"message":"m","params":{"a":1}}'],
    ["params that are no object in a request", '{"method":"elicitation/create","params":[1]}', "[1]"],
    ["no params in a request", '{"method":"elicitation/create"}', '{"method":"elicitation/create"}'],
    ["an array", "[]", "[]"],
  ];
  for (const [what, text, want] of cases) {
    await t.test(what, () => assert.deepEqual(readRequest(text), { params: want }));
  }
});

test("says what is wrong with text that is no JSON", () => {
  assert.deepEqual(readRequest("  "), { problem: "Paste a request, or choose an example." });
  const read = readRequest('{"message":');
  assert.ok("problem" in read);
  assert.match(read.problem, /^This is not JSON: /);
});

test("reads the request of a link", () => {
  const json = '{"message":"50 % & #1 é"}';
  assert.equal(requestInFragment(`#request=${encodeURIComponent(json)}`), json);
  assert.equal(requestInFragment("#request=%zz"), "%zz");
  assert.equal(requestInFragment("#other"), undefined);
  assert.equal(requestInFragment(""), undefined);
});

test("every example is a request that can be sent", () => {
  assert.equal(examples.length, 6);
  for (const { title, params } of examples) {
    const message = createMessage(1, JSON.stringify(params), { server: { id: "s" }, focus: false });
    assert.doesNotMatch(message, /rejected/, title);
  }
});
