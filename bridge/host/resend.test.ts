// Tests the client's own requests when the server demands input first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { rest } from "../message/test/clock.js";
import { asks, type FakePort, server, start } from "./test/fake.js";
import { FakeTransport } from "./test/faketransport.js";
import { interceptElicitations } from "./intercept.js";
import type { Message, SendOptions } from "./transport.js";

const page = (url: string, elicitationId = "e1"): object => ({ mode: "url", message: "Sign in", url, elicitationId });
const required = (...elicitations: object[]): object => ({ error: { code: -32042, message: "Sign in first", data: { elicitations } } });
const ask = (message: string): object => ({ method: "elicitation/create", params: { message, requestedSchema: { type: "object", properties: { x: {} } } } });
const inputRequired = (inputRequests: object, more: object = {}): object => ({ result: { resultType: "input_required", inputRequests, ...more } });

interface Call {
  port: FakePort;
  raw: FakeTransport;
  transport: FakeTransport;
  /** The messages that the client got. */
  got: Message[];
  host: ReturnType<typeof start>["host"];
}

/** Makes a client that called a tool under the id 7. */
async function called(options?: SendOptions): Promise<Call> {
  const { host, frame } = start();
  const raw = new FakeTransport();
  const transport = interceptElicitations(raw, host, { server });
  const got: Message[] = [];
  transport.onmessage = (message) => got.push(message);
  await transport.start();
  await transport.send({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "x", _meta: { progressToken: 7 } } }, options);
  return { port: frame.open(), raw, transport, got, host };
}

/** The id under which the call was last sent. */
const wireId = (raw: FakeTransport): unknown => raw.ids("tools/call").at(-1);

/** The person decides the parts of the shown round. */
async function decide(port: FakePort, ...responses: object[]): Promise<void> {
  const { id } = asks(port).at(-1)!;
  port.sayJson({ id, result: { responses: responses.map((response, i) => ({ key: String(i), result: { action: "accept" }, ...response })) } });
  await rest();
}

test("P16 the pages of -32042 are shown, and the request is sent again under another id", async () => {
  const { raw, port, got } = await called();
  raw.receive({ id: 7, ...required(page("https://a.example/"), page("https://b.example/", "e2")) });
  await rest();
  const round = asks(port)[0]!;
  assert.deepEqual(round.requests.map(({ params }) => JSON.parse(params!).url), ["https://a.example/", "https://b.example/"]);
  assert.equal(round.notes["waitForPages"], true);
  // The notification reaches the open pages.
  raw.receive({ method: "notifications/elicitation/complete", params: { elicitationId: "e2" } });
  assert.equal(port.messages("elicitform/completed").length, 1);
  await decide(port, { finished: "completed" }, { finished: "person" });
  const [first, repeated] = raw.sent;
  assert.notEqual(repeated.id, 7);
  assert.deepEqual({ ...repeated, id: 7 }, first, "the progress token stays the client's");
  const answer = { jsonrpc: "2.0", id: repeated.id, result: { content: [] } };
  raw.onmessage?.(answer);
  await rest();
  assert.deepEqual(got.filter(({ id }) => id !== undefined), [{ ...answer, id: 7 }]);
});

test("P16 without the person, or with pages that make no sense, the client gets the server's error", async (t) => {
  const proper = required(page("https://a.example/"));
  const cases: [what: string, error: object, decide?: (call: Call) => Promise<void> | void][] = [
    ["declined", proper, ({ port }) => decide(port, { result: { action: "decline" } })],
    ["cancelled", proper, ({ port }) => decide(port, { result: { action: "cancel" } })],
    ["waited for no longer", proper, ({ port }) => decide(port, { finished: "closed" })],
    ["the form fails", proper, ({ host }) => host.dispose()],
    ["no data", { error: { code: -32042, message: "" } }],
    ["no pages", required()],
    ["a form", required({ mode: "form", message: "" })],
    ["no address", required({ mode: "url", message: "" })],
  ];
  for (const [what, error, act] of cases) {
    await t.test(what, async () => {
      const call = await called();
      call.raw.receive({ id: 7, ...error });
      await rest();
      await act?.(call);
      await rest();
      assert.deepEqual(call.got, [{ jsonrpc: "2.0", id: 7, ...error }]);
      assert.equal(call.raw.sent.length, 1);
    });
  }
});

test("P16 the same pages again end it, and so does the sixth round", async (t) => {
  await t.test("the same pages, under new ids", async () => {
    const { raw, port, got } = await called();
    raw.receive({ id: 7, ...required(page("https://a.example/?id=e1"), page("https://b.example/")) });
    await rest();
    await decide(port, {}, {});
    const error = required(page("https://b.example/", "e3"), page("https://a.example/?id=e4", "e4"));
    raw.receive({ id: wireId(raw), ...error });
    await rest();
    assert.equal(asks(port).length, 1);
    assert.deepEqual(got, [{ jsonrpc: "2.0", id: 7, ...error }]);
  });
  await t.test("ever new pages", async () => {
    const { raw, port, got } = await called();
    for (let round = 1; round <= 6; round++) {
      raw.receive({ id: wireId(raw), ...required(page(`https://a.example/${round}`)) });
      await rest();
      if (round <= 5) {
        await decide(port, {});
      }
    }
    assert.equal(asks(port).length, 5);
    assert.equal(new Set(raw.ids("tools/call")).size, 6);
    assert.deepEqual(got.map(({ id, error }) => [id, error.code]), [[7, -32042]]);
  });
});

test("N27 a round of elicitations is shown, and the request is sent again with the answers", async () => {
  const { raw, port, got } = await called();
  const state = '{"a": 1}\u2028 \ud83d\ude00';
  raw.receive({ id: 7, ...inputRequired({ 0: ask("A"), 1: ask("B") }, { requestState: state }) });
  await rest();
  await decide(port, { result: { action: "accept", content: { x: 1 } } }, { result: { action: "decline" } });
  const inputResponses = { 0: { action: "accept", content: { x: 1 } }, 1: { action: "decline" } };
  const params = { name: "x", _meta: { progressToken: 7 } };
  assert.deepEqual(raw.sent[1].params, { ...params, inputResponses, requestState: state });
  assert.notEqual(raw.sent[1].id, 7);

  // The next round has another state, or none, and none of the last answers.
  raw.receive({ id: wireId(raw), ...inputRequired({ 0: ask("C") }) });
  await rest();
  await decide(port, {});
  assert.deepEqual(JSON.parse(JSON.stringify(raw.sent[2].params)), { ...params, inputResponses: { 0: { action: "accept" } } });
  assert.notEqual(raw.sent[2].id, raw.sent[1].id);
  const result = { resultType: "complete", content: [] };
  raw.receive({ id: wireId(raw), result });
  await rest();
  assert.deepEqual(got, [{ jsonrpc: "2.0", id: 7, result }]);
});

test("N27 rounds with other kinds of requests, or with none, are the client's", async (t) => {
  const cases: [what: string, result: object][] = [
    ["sampling too", inputRequired({ a: ask("A"), b: { method: "sampling/createMessage", params: {} } })],
    ["only a state", { result: { resultType: "input_required", requestState: "s" } }],
    ["nothing", inputRequired({})],
    ["no object", inputRequired([ask("A")])],
    ["another result type", { result: { resultType: "complete", inputRequests: { a: ask("A") } } }],
    ["no result type", { result: { inputRequests: { a: ask("A") } } }],
  ];
  for (const [what, response] of cases) {
    await t.test(what, async () => {
      const { raw, port, got } = await called();
      raw.receive({ id: 7, ...response });
      await rest();
      assert.deepEqual(asks(port), []);
      assert.deepEqual(got, [{ jsonrpc: "2.0", id: 7, ...response }]);
    });
  }
});

test("N20 a round that cannot be shown fails the client's request", async () => {
  const { raw, port, got } = await called();
  raw.receive({ id: 7, ...inputRequired({ a: ask("A") }) });
  await rest();
  port.sayJson({ id: 1, error: { data: { "elicitform/code": "invalid-request", "elicitform/reason": "too-deep" } } });
  await rest();
  assert.deepEqual(got, [{ jsonrpc: "2.0", id: 7, error: { code: -32602, message: "elicitation: invalid-request: too-deep" } }]);
  assert.equal(raw.sent.length, 1);
});

test("what the client gives up is given up wherever it is", async (t) => {
  const cancelled = (requestId: unknown): object => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId, reason: "enough" } });
  await t.test("with the server", async () => {
    const { raw, transport } = await called();
    await transport.send(cancelled(7));
    assert.deepEqual(raw.sent.at(-1), cancelled(7));
  });
  await t.test("with a person", async () => {
    const { raw, transport, port, got } = await called();
    raw.receive({ id: 7, ...inputRequired({ a: ask("A") }) });
    await rest();
    await transport.send(cancelled(7));
    await rest();
    assert.equal(port.messages("notifications/cancelled").length, 1);
    assert.equal(raw.sent.length, 1, "the server has answered, so that nothing is left to cancel");
    assert.deepEqual(got, []);
  });
  await t.test("with the server again", async () => {
    const { raw, transport, port, got } = await called();
    raw.receive({ id: 7, ...inputRequired({ 0: ask("A") }) });
    await rest();
    await decide(port, {});
    await transport.send(cancelled(7));
    assert.deepEqual(raw.sent.at(-1), cancelled(wireId(raw)));
    raw.receive({ id: wireId(raw), result: {} });
    await rest();
    assert.deepEqual(got, [], "an answer that comes too late is nothing that the client knows");
  });
  for (const name of ["requestSignal", "signal"]) {
    await t.test(`by the signal of the request, as the option ${name}`, async () => {
      const stop = new AbortController();
      const { raw, port, got } = await called({ [name]: stop.signal });
      raw.receive({ id: 7, ...required(page("https://a.example/")) });
      await rest();
      stop.abort();
      await rest();
      assert.equal(port.messages("notifications/cancelled").length, 1);
      assert.deepEqual([raw.sent.length, got.length], [1, 0]);
    });
  }
  await t.test("what is unknown passes", async () => {
    const { raw, transport } = await called();
    await transport.send(cancelled(99));
    assert.deepEqual(raw.sent.at(-1), cancelled(99));
  });
});

test("D4 a second answer never reaches the client", async () => {
  const { raw, port, got } = await called();
  raw.receive({ id: 7, ...inputRequired({ 0: ask("A") }) });
  raw.receive({ id: 7, ...inputRequired({ 0: ask("A") }) });
  raw.receive({ id: 7, result: { content: [] } });
  await rest();
  await decide(port, {});
  raw.receive({ id: 7, result: { content: [] } });
  raw.receive({ id: wireId(raw), result: { content: ["last"] } });
  raw.receive({ id: wireId(raw), result: { content: ["again"] } });
  await rest();
  assert.equal(asks(port).length, 1);
  assert.deepEqual(got.map(({ result }) => result.content), [["last"]]);
});

test("a request that cannot be sent fails, at first and again", async () => {
  const { raw, transport, port, got } = await called();
  raw.receive({ id: 7, ...inputRequired({ 0: ask("A") }) });
  await rest();
  raw.broken = true;
  await assert.rejects(transport.send({ jsonrpc: "2.0", id: 8, method: "tools/call" }), { message: "unreachable" });
  await decide(port, {});
  assert.deepEqual(got, [{ jsonrpc: "2.0", id: 7, error: { code: -32603, message: "unreachable" } }]);
});

test("a request that is sent again starts a stream of its own", async () => {
  const stop = new AbortController();
  const { raw, port } = await called({ resumptionToken: "5", requestSignal: stop.signal, headers: { a: "b" } } as SendOptions);
  raw.receive({ id: 7, ...inputRequired({ 0: ask("A") }) });
  await rest();
  await decide(port, {});
  assert.deepEqual(raw.options[1], { requestSignal: stop.signal, headers: { a: "b" } });
});

test("a call asks for input ten times, and then the client gets the result as it is", async () => {
  const { raw, port, got } = await called();
  for (let round = 1; round <= 10; round++) {
    raw.receive({ id: wireId(raw), ...inputRequired({ 0: ask(`round ${round}`) }) });
    await rest();
    await decide(port, {});
  }
  const last = inputRequired({ 0: ask("round 11") });
  raw.receive({ id: wireId(raw), ...last });
  await rest();
  assert.equal(asks(port).length, 10);
  assert.deepEqual(got, [{ jsonrpc: "2.0", id: 7, ...last }]);
});
