import assert from "node:assert/strict";
import { test } from "node:test";
import { readParams, roundParams } from "../../bridge/message/params.js";
import { examples, exampleText } from "./examples.js";
import { PLACEHOLDER_MESSAGE, read, type Reading, readFragment, writeFragment } from "./reading.js";
import { recognise } from "./recognise.js";

/** Lists the keys, texts and places of the requests. */
function requestsOf(reading: Reading): [string, string, string][] {
  if (reading.kind === "problem") {
    return [];
  }
  return reading.asked.map(({ key, params }) => [key, params.text, params.path]);
}

test("N29 finds the params in whatever was pasted, text unchanged", async (t) => {
  const params = '{"requestedSchema":{"properties":{"10":{},"9":{}}} ,"message":"é\\u00e9"}';
  const cases: [what: string, text: string, want: string, path: string][] = [
    ["params alone", params, params, ""],
    ["a JSON-RPC request", `{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":${params}}`, params, "/params"],
    ["a wrapper", `{"source":"x", "params": ${params} }`, params, "/params"],
    ["params with a member called params", '{"message":"m","params":{"a":1}}', '{"message":"m","params":{"a":1}}', ""],
    ["params that are no object in a request", '{"method":"elicitation/create","params":[1]}', "[1]", "/params"],
    ["no params in a request", '{"method":"elicitation/create"}', '{"method":"elicitation/create"}', ""],
    ["a map that is no round", '{"a":{"method":"elicitation/create"},"b":1}', '{"a":{"method":"elicitation/create"},"b":1}', ""],
  ];
  for (const [what, text, want, path] of cases) {
    await t.test(what, () => {
      const reading = read(text);
      assert.equal(reading.kind, "request");
      assert.deepEqual(requestsOf(reading), [["", want, path]]);
    });
  }
});

test("N29 gives a schema that was pasted alone a message", () => {
  const schema = '{"type":"object","properties":{"10":{"type":"string"},"9":{"type":"boolean"}}}';
  const reading = read(schema);
  assert.ok(reading.kind === "request");
  assert.equal(reading.source, "schema");
  assert.equal(reading.asked[0].params.text, `{"message":${JSON.stringify(PLACEHOLDER_MESSAGE)},"requestedSchema":${schema}}`);
  assert.match(recognise(reading), /Only a schema, with 2 fields/);
});

test("N29 finds the rounds of revision 2026-07-28", async (t) => {
  const round = '{"10":{"method":"elicitation/create","params":{"message":"a"}},"9":{"method":"roots/list"},"__proto__":{"method":"elicitation/create","params":{"mode":"url"}}}';
  for (const [what, text, base, state] of [
    ["the map alone", round, "", undefined],
    ["a result", `{"resultType":"input_required","inputRequests":${round},"requestState":"s\\u0031"}`, "/inputRequests", '"s\\u0031"'],
    ["a response", `{"jsonrpc":"2.0","id":1,"result":{"inputRequests": ${round} }}`, "/result/inputRequests", undefined],
  ] as const) {
    await t.test(what, () => {
      const reading = read(text);
      assert.ok(reading.kind === "round");
      assert.deepEqual(requestsOf(reading), [
        ["10", '{"message":"a"}', `${base}/10/params`],
        ["__proto__", '{"mode":"url"}', `${base}/__proto__/params`],
      ]);
      assert.deepEqual(reading.others, ["9"]);
      assert.equal(reading.requests, round);
      assert.equal(reading.state, state);
      assert.equal(recognise(reading), "A round of 1 form and 1 page. A request of another kind is left to the client.");
    });
  }
});

test("N29 P16 finds the pages of an error -32042", async (t) => {
  const page = '{"mode":"url","elicitationId":"1","url":"https://a.example/","message":"m"}';
  const error = `{"code":-32042,"message":"x","data":{"elicitations":[${page},${page}]}}`;
  for (const [text, base] of [
    [error, ""],
    [`{"jsonrpc":"2.0","id":3,"error": ${error} }`, "/error"],
  ] as const) {
    await t.test(base || "the error alone", () => {
      const reading = read(text);
      assert.ok(reading.kind === "required");
      assert.deepEqual(requestsOf(reading), [["", page, `${base}/data/elicitations/0`], ["", page, `${base}/data/elicitations/1`]]);
      assert.equal(reading.error, error);
      assert.equal(recognise(reading), "An error that asks to open 2 pages before the call is repeated.");
    });
  }
});

test("N29 rejects messages that are not requests", () => {
  for (const [text, problem] of [
    ["[]", /^This is a list/],
    ['[{"method":"elicitation/create","params":{"message":"m"}}]', /^This is a list/],
    ["null", /not a request/],
    ['"message"', /not a request/],
    ['{"method":"sampling/createMessage","params":{"messages":[]}}', /“sampling\/createMessage”/],
    ['{"method":"notifications/elicitation/complete","params":{"elicitationId":"1"}}', /“notifications\/elicitation\/complete”/],
    ['{"jsonrpc":"2.0","id":1,"result":{"action":"accept"}}', /an answer that asks for nothing/],
    ['{"error":{"code":-32601}}', /an answer that asks for nothing/],
  ] as const) {
    const reading = read(text);
    assert.ok(reading.kind === "problem", text);
    assert.match(reading.problem, problem);
  }
  // Params may have unknown names, too.
  assert.equal(read('{"message":"m","method":"x","result":1}').kind, "request");
});

test("keeps the id of a message as it is written", () => {
  for (const id of ['"a\\u0062"', "1.0", "9007199254740993", "null"]) {
    const reading = read(`{"id": ${id} ,"method":"elicitation/create","params":{"message":"m"}}`);
    assert.equal(reading.kind === "request" && reading.id, id);
  }
});

test("reports the error of malformed JSON", () => {
  assert.deepEqual(read("  "), { kind: "problem", problem: "Paste a request, open a file, or choose an example." });
  const reading = read('{"message":');
  assert.ok(reading.kind === "problem");
  assert.match(reading.problem, /^This is not JSON: /);
});

test("reads the request of a link", () => {
  const json = '{"message":"50 % & #1 é"}';
  assert.deepEqual(readFragment(`#request=${encodeURIComponent(json)}`), { request: json, server: "" });
  assert.deepEqual(readFragment("#request=%zz"), { request: "%zz", server: "" });
  assert.equal(readFragment("#other"), undefined);
  assert.equal(readFragment(""), undefined);
  for (const linked of [{ request: json, server: "" }, { request: json, server: "a&b=1 #ü" }, { request: '{"message":"a&server=b"}', server: "" }]) {
    assert.deepEqual(readFragment(writeFragment(linked)), linked);
    // Programs that build links themselves may not escape "&".
    assert.equal(readFragment(`#request=${encodeURI(linked.request)}`)?.request, linked.request);
  }
  assert.equal(readFragment(`#request={}&server=${"x".repeat(1000)}`)?.server.length, 200);
});

test("every example is a request that can be sent", () => {
  const kinds = new Set<string>();
  for (const example of examples.flatMap((group) => group.examples)) {
    const reading = read(exampleText(example));
    assert.ok(reading.kind !== "problem", example.title);
    kinds.add(reading.kind === "request" ? reading.source : reading.kind);
    assert.ok(requestsOf(reading).length > 0, example.title);
    for (const [, params] of requestsOf(reading)) {
      assert.doesNotMatch(JSON.stringify(roundParams({ server: { id: "s" } }, [readParams(params)])), /rejected/, example.title);
    }
  }
  assert.deepEqual([...kinds].sort(), ["message", "params", "required", "round", "schema"]);
});
