import assert from "node:assert/strict";
import { test } from "node:test";
import { MESSAGE_LIMIT, memberText, type Notes, paramsMessage, readParams } from "./params.js";

const notes: Notes = { server: { id: "weather.example", name: "weather", title: "Weather Pro" }, focus: false };
const OURS = '"elicitform/server":{"id":"weather.example","name":"weather","title":"Weather Pro"}';
const createMessage = (id: number, text: string | undefined, notes: Notes): string => paramsMessage(id, "elicitation/create", readParams(text), notes);
const params = (message: string): string => {
  const start = message.indexOf('"params":') + '"params":'.length;
  return message.slice(start, -1);
};

test("sends the server's text as it is, with our members in _meta", async (t) => {
  const cases: [what: string, given: string, want: string][] = [
    ["order and spelling kept", '{"message":"é\\u00e9","requestedSchema":{"10":1.0,"9":2}}',
      `{"message":"é\\u00e9","requestedSchema":{"10":1.0,"9":2},"_meta":{${OURS}}}`],
    ["_meta merged in place", '{"_meta":{"progressToken":1e2},"message":""}',
      `{"_meta":{"progressToken":1e2,${OURS}},"message":""}`],
    ["empty _meta", '{"_meta":{ }}', `{"_meta":{${OURS}}}`],
    ["_meta that is no object", '{"_meta":5}', `{"_meta":{${OURS}}}`],
    ["forged name dropped", '{"_meta":{"elicitform/server":{"id":"bank"},"a":1,"elicitform/focus":true}}',
      `{"_meta":{"a":1,${OURS}}}`],
    ["forged name in escapes dropped", String.raw`{"_meta":{"elicitform\/server":{"id":"bank"}}}`, `{"_meta":{${OURS}}}`],
    ["B7 repeated _meta stays repeated, without the forgery", '{"_meta":{},"_meta":{"elicitform/server":{"id":"bank"}}}',
      `{"_meta":{${OURS}},"_meta":{${OURS}}}`],
    ["B11 __proto__ stays a member", '{"__proto__":{"a":1}}', `{"__proto__":{"a":1},"_meta":{${OURS}}}`],
  ];
  for (const [what, given, want] of cases) {
    await t.test(what, () => {
      const message = createMessage(7, given, notes);
      assert.equal(params(message), want);
      assert.equal(message.slice(0, message.indexOf('"params"')), '{"jsonrpc":"2.0","id":7,"method":"elicitation/create",');
    });
  }
});

test("B5 says why params cannot be read instead of sending them", async (t) => {
  const cases: [what: string, given: unknown, want: string][] = [
    ["truncated", '{"message":', "not-json"],
    ["empty", "", "not-json"],
    ["undefined", undefined, "not-json"],
    ["an array", "[]", "not-an-object"],
    ["null", null, "not-an-object"],
    ["a number", 1, "not-an-object"],
    ["1 MB", JSON.stringify({ message: "x".repeat(1 << 20) }), "too-large"],
    ["over the limit in UTF-8 only", JSON.stringify({ message: "é".repeat(MESSAGE_LIMIT / 2) }), "too-large"],
  ];
  for (const [what, given, want] of cases) {
    await t.test(what, () => {
      const message = createMessage(1, typeof given === "string" ? given : JSON.stringify(given), notes);
      assert.equal(params(message), `{"_meta":{${OURS},"elicitform/rejected":"${want}"}}`);
    });
  }
});

test("a message of exactly the limit is sent", () => {
  const overhead = createMessage(1, '{"message":""}', notes).length;
  const fitting = JSON.stringify({ message: "x".repeat(MESSAGE_LIMIT - overhead) });
  assert.equal(createMessage(1, fitting, notes).length, MESSAGE_LIMIT);
  assert.match(createMessage(1, fitting.replace("x", "xx"), notes), /"elicitform\/rejected":"too-large"/);
});

test("focus and place in the queue are said only when there is something to say", () => {
  assert.doesNotMatch(createMessage(1, "{}", notes), /focus|queue/);
  const message = createMessage(1, "{}", { ...notes, focus: true, queue: { position: 2, total: 3 } });
  assert.match(message, /"elicitform\/focus":true,"elicitform\/queue":\{"position":2,"total":3\}/);
});

test("B30 a server's long name for itself cannot push the request out", () => {
  const message = createMessage(1, '{"message":"hi"}', { server: { id: "a", name: "n".repeat(1 << 20) }, focus: false });
  assert.match(message, /"message":"hi"/);
});

test("a member of params is found as the server wrote it, and only in params that can be read", () => {
  assert.equal(memberText(readParams('{"a":1,"requestedSchema":{ "10":1.0,"9":2 }}'), "requestedSchema"), '{ "10":1.0,"9":2 }');
  for (const text of ['{"a":1}', "[]", '{"requestedSchema":', undefined]) {
    assert.equal(memberText(readParams(text), "requestedSchema"), undefined);
  }
});

test("a notification has no id", () => {
  const message = paramsMessage(undefined, "elicitform/wait", readParams('{"url":"https://a.example/"}'), { server: { id: "a" } });
  assert.equal(message, '{"jsonrpc":"2.0","method":"elicitform/wait","params":{"url":"https://a.example/","_meta":{"elicitform/server":{"id":"a"}}}}');
});
