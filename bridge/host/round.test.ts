import assert from "node:assert/strict";
import { test } from "node:test";
import { rest } from "../message/test/clock.js";
import { MAX_TEXT } from "../message/names.js";
import { answer, asks, type FakePort, type SentRound, server, start } from "./test/fake.js";

const form = (message: string): object => ({ method: "elicitation/create", params: { message, requestedSchema: { type: "object", properties: {} } } });
const page = { method: "elicitation/create", params: { mode: "url", message: "Sign in", url: "https://login.example/" } };

function answerRound(port: FakePort, id: number, ...responses: object[]): void {
  port.sayJson({ id, result: { responses } });
}

const part = (key: string, action: string, more: object = {}): object => ({ key, result: { action }, ...more });

test("N27 a round is one message in the order of its text, and its answers come under the exact keys", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const text = String.raw`{"10": {"method":"elicitation/create","params":{"requestedSchema":{"properties":{"b":1.0,"a":2}},"message":""}},
    "9":{"params":{"mode":"url"},"method":"elicitation/create"},
    "__proto__":{"method":"elicitation/create","params":{}}, "":{"method":"elicitation\/create"},
    "model":{"method":"sampling/createMessage","params":{}}, "roots":{"method":"roots/list"}, "odd":5}`;
  const result = host.elicitAll(text, { server });
  await rest();
  const [{ requests, notes }] = asks(port) as [SentRound];
  assert.deepEqual(requests, [
    { key: "10", params: '{"requestedSchema":{"properties":{"b":1.0,"a":2}},"message":""}' },
    { key: "9", params: '{"mode":"url"}' }, { key: "__proto__", params: "{}" }, { key: "", params: "null" },
  ]);
  assert.deepEqual(notes, { server: { id: "weather.example" }, queue: { position: 1, total: 1 }, drafts: true, openLink: false, shortReview: false });

  answerRound(port, 1, { key: "10", result: { action: "accept", content: { a: 1 } } }, part("9", "accept"), part("__proto__", "decline"), part("", "cancel"));
  const responses = await result;
  assert.equal(Object.getPrototypeOf(responses), Object.prototype);
  assert.equal(
    JSON.stringify(responses),
    '{"9":{"action":"accept"},"10":{"action":"accept","content":{"a":1}},"__proto__":{"action":"decline"},"":{"action":"cancel"}}',
  );
  assert.deepEqual(
    events.filter((event) => event.type === "settled").map(({ key, action }) => [key, action]),
    [["10", "accept"], ["9", "accept"], ["__proto__", "decline"], ["", "cancel"]],
  );
});

test("N27 an object keeps its order as well", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const result = host.elicitAll({ b: form("B"), a: form("A") } as never, { server });
  await rest();
  assert.deepEqual(asks(port)[0]?.requests.map(({ key }) => key), ["b", "a"]);
  answerRound(port, 1, part("b", "accept"), part("a", "accept"));
  assert.deepEqual(Object.keys(await result), ["b", "a"]);
});

test("N27 without an elicitation nothing is shown", async () => {
  const { host, frame } = start();
  const port = frame.open();
  assert.deepEqual(await host.elicitAll({}, { server }), {});
  assert.deepEqual(await host.elicitAll('{"a":{"method":"roots/list"}}', { server }), {});
  await rest();
  assert.deepEqual(asks(port), []);
});

test("B7 B5 input requests that are no object, or that use a key twice, are rejected", async () => {
  const { host } = start();
  for (const [requests, reason] of [
    ["", "not-an-object"], ["[]", "not-an-object"], ["{", "not-an-object"], [null, "not-an-object"], [undefined, "not-an-object"],
    [String.raw`{"a":{"method":"roots/list"},"\u0061":{"method":"roots/list"}}`, "duplicate-name"],
  ] as const) {
    await assert.rejects(host.elicitAll(requests as never, { server }), { code: "invalid-request", reason });
  }
  await assert.rejects(host.elicitAll({}, {} as never), TypeError);
});

test("a server cannot speak for the host in a round", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const result = host.elicitAll(
    '{"a":{"method":"elicitation/create","params":{"_meta":{"elicitform/server":{"id":"bank"},"x":1},"message":""}},"b":{"method":"elicitation/create","params":"_meta"}}',
    { server },
  );
  await rest();
  const { requests, notes } = asks(port)[0]!;
  assert.deepEqual(requests, [
    { key: "a", params: '{"_meta":{"elicitform/server":{"id":"bank"},"x":1},"message":""}' },
    { key: "b", params: '"_meta"' },
  ]);
  assert.deepEqual(notes["server"], server);
  answerRound(port, 1, part("a", "cancel"), part("b", "cancel"));
  await result;
});

test("B5 a round that is too large is not sent, so that the person learns why", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const result = host.elicitAll({ a: form("x".repeat(MAX_TEXT)) } as never, { server });
  await rest();
  assert.deepEqual(asks(port)[0]!.requests, [{ key: "a", rejected: "too-large" }]);
  port.sayJson({ id: 1, error: { data: { "elicitform/code": "invalid-request", "elicitform/reason": "too-large" } } });
  await assert.rejects(result, { code: "invalid-request", reason: "too-large" });
});

test("N20 the error of one request is that of the round, and names its key", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const result = host.elicitAll({ a: form("A") } as never, { server });
  await rest();
  port.sayJson({ id: 1, error: { data: { "elicitform/code": "unsupported-mode", "elicitform/key": "a" } } });
  await assert.rejects(result, { code: "unsupported-mode", key: "a", rpcCode: -32602 });
  assert.deepEqual(events.at(-1), { type: "error", server: "weather.example", id: 1, code: "unsupported-mode", reason: undefined, key: "a" });
});

test("N20 an answer that does not fit the round is no decision", async (t) => {
  const cases: [what: string, result: unknown][] = [
    ["the result of one request", { action: "accept" }],
    ["no responses", { responses: {} }],
    ["too few", { responses: [part("a", "accept")] }],
    ["too many", { responses: [part("a", "accept"), part("b", "accept"), part("c", "accept")] }],
    ["another order", { responses: [part("b", "accept"), part("a", "accept")] }],
    ["a wrong action", { responses: [part("a", "accept"), part("b", "maybe")] }],
    ["null", { responses: [part("a", "accept"), null] }],
  ];
  for (const [what, result] of cases) {
    await t.test(what, async () => {
      const { host, frame } = start();
      const port = frame.open();
      const check = assert.rejects(host.elicitAll({ a: form("A"), b: form("B") } as never, { server }), { code: "internal", reason: "malformed-result" });
      await rest();
      port.sayJson({ id: 1, result });
      await check;
    });
  }
});

test("P16 a round that holds counts a page that the person waits for no longer as cancelled", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const result = host.elicitAll({ a: page, b: page, c: page, d: page } as never, { server, waitForPages: true });
  await rest();
  assert.equal(asks(port)[0]?.notes["waitForPages"], true);
  answerRound(
    port, 1,
    part("a", "accept", { finished: "completed" }), part("b", "accept", { finished: "person" }),
    part("c", "accept", { finished: "closed" }), part("d", "decline"),
  );
  assert.deepEqual(await result, { a: { action: "accept" }, b: { action: "accept" }, c: { action: "cancel" }, d: { action: "decline" } });
});

test("P18 rounds and single requests share one queue", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const first = host.elicitAll({ a: form("A") } as never, { server });
  const second = host.elicit({ message: "" }, { server });
  await rest();
  assert.deepEqual(asks(port)[0]?.notes["queue"], { position: 1, total: 2 });
  answerRound(port, 1, part("a", "accept"));
  assert.deepEqual(await first, { a: { action: "accept" } });
  assert.equal(asks(port)[1]?.id, 2);
  answer(port, 2, { action: "cancel" });
  assert.deepEqual(await second, { action: "cancel" });
});
