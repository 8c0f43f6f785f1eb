import assert from "node:assert/strict";
import { test } from "node:test";
import { rest, tick } from "../message/test/clock.js";
import { answer, asks, type FakePort, ids, server, type Setup, start } from "./test/fake.js";
import { FakeTransport } from "./test/faketransport.js";
import { interceptElicitations } from "./intercept.js";
import type { Message, TransportLike } from "./transport.js";

const form = { message: "Where?", requestedSchema: { type: "object", properties: { city: { type: ["string", "null"], format: "uuid" } } } };

interface Between extends Setup {
  port: FakePort;
  raw: FakeTransport;
  /** The client's transport. */
  transport: FakeTransport;
  /** The messages that the client got. */
  got: Message[];
  errors: Error[];
}

async function between(options: Parameters<typeof interceptElicitations>[2] = { server }): Promise<Between> {
  const setup = start();
  const raw = new FakeTransport();
  const transport = interceptElicitations(raw, setup.host, options);
  const got: Message[] = [];
  const errors: Error[] = [];
  transport.onmessage = (message) => got.push(message);
  transport.onerror = (error) => errors.push(error);
  await transport.start();
  return { ...setup, port: setup.frame.open(), raw, transport, got, errors };
}

test("N31 a request of the server is shown as it came, and answered on the transport", async () => {
  const { raw, port, got } = await between();
  raw.receive({ id: 0, method: "elicitation/create", params: form });
  await rest();
  const { params, notes } = asks(port)[0]!;
  assert.deepEqual(params, form);
  assert.equal(notes["server"].id, "weather.example");
  answer(port, 1, { action: "accept", content: { city: "Graz" } });
  await rest();
  assert.deepEqual(raw.sent, [{ jsonrpc: "2.0", id: 0, result: { action: "accept", content: { city: "Graz" } } }]);
  assert.deepEqual(got, []);
});

test("N20 what no person decided is answered with the error's number", async () => {
  const { host, raw, port } = await between();
  raw.receive({ id: "a", method: "elicitation/create" });
  raw.receive({ id: "b", method: "elicitation/create", params: { mode: "voice", message: "" } });
  raw.receive({ id: "c", method: "elicitation/create", params: form });
  await rest();
  assert.deepEqual(asks(port)[0]!.requests, [{ params: "null" }]);
  port.sayJson({ id: 1, error: { data: { "elicitform/code": "invalid-request", "elicitform/reason": "not-json" } } });
  port.sayJson({ id: 2, error: { data: { "elicitform/code": "unsupported-mode" } } });
  await rest();
  host.dispose();
  await rest();
  assert.deepEqual(raw.sent.map(({ id, error }) => [id, error.code]), [["a", -32602], ["b", -32602], ["c", -32603]]);
});

test("B33 the server's cancellation withdraws its request, and that gets no answer", async () => {
  const { raw, port, got } = await between();
  raw.receive({ id: 0, method: "elicitation/create", params: form });
  raw.receive({ id: "0", method: "elicitation/create", params: form });
  await rest();
  raw.receive({ method: "notifications/cancelled", params: { requestId: 0, reason: "over" } });
  await rest();
  assert.deepEqual(port.messages("notifications/cancelled").map(({ params }) => params), [{ requestId: 1 }]);
  answer(port, 2);
  await rest();
  assert.deepEqual(raw.sent.map(({ id }) => id), ["0"]);
  assert.deepEqual(got, []);
  const unrelated = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 0 } };
  raw.receive(unrelated);
  assert.deepEqual(got, [unrelated], "one that is not ours is for the client");
});

test("B34 a request that is delivered twice is shown and answered once, until a new session", async () => {
  const { raw, port, transport } = await between();
  const request = { id: 5, method: "elicitation/create", params: form };
  raw.receive(request);
  raw.receive(request);
  await rest();
  answer(port, 1);
  await rest();
  raw.receive(request);
  await rest();
  assert.deepEqual(ids(port), [1]);
  assert.equal(raw.sent.length, 1);
  await transport.send({ jsonrpc: "2.0", id: 0, method: "initialize", params: {} });
  raw.receive(request);
  await rest();
  assert.deepEqual(ids(port), [1, 2]);
  answer(port, 2);
});

test("B34 an id that the server uses again for something else is never answered for the wrong question", async () => {
  const { raw, port } = await between();
  const ask = (message: string): void => raw.receive({ id: 5, method: "elicitation/create", params: { message } });
  const messages = (): unknown[] => asks(port).map(({ params }) => params["message"]);
  ask("Subscribe?");
  ask("Pay?");
  await rest();
  assert.deepEqual(messages(), ["Subscribe?"]);
  assert.deepEqual(raw.sent.map(({ id, error }) => [id, error.code, error.message]), [[5, -32602, "elicitation: invalid-request: id-in-use"]]);
  answer(port, 1, "accept");
  await rest();
  assert.deepEqual(raw.sent[1], { jsonrpc: "2.0", id: 5, result: { action: "accept" } });
  // After the answer the server may use the id for another question.
  ask("Pay?");
  await rest();
  assert.deepEqual(messages(), ["Subscribe?", "Pay?"]);
  // The server withdraws the open request.
  ask("Subscribe?");
  raw.receive({ method: "notifications/cancelled", params: { requestId: 5 } });
  await rest();
  assert.deepEqual(port.messages("notifications/cancelled").map(({ params }) => params["requestId"]), [2]);
  // An equal request is a repetition, unless it comes long after its answer.
  const sent = raw.sent.length;
  ask("Pay?");
  await rest();
  assert.deepEqual([messages().length, raw.sent.length], [2, sent]);
  tick(60_000);
  ask("Pay?");
  await rest();
  assert.equal(messages().length, 3);
  answer(port, 3);
  await rest();
  assert.deepEqual(raw.sent.at(-1), { jsonrpc: "2.0", id: 5, result: { action: "decline" } });
});

test("D4 a new session on the same transport takes back what the old one asked, and may use its ids", async (t) => {
  const renewals: [how: string, renew: (raw: FakeTransport, transport: TransportLike) => Promise<void>][] = [
    ["the client initializes again", (_, transport) => transport.send({ jsonrpc: "2.0", id: 0, method: "initialize" })],
    ["the connection comes back at once", (raw) => raw.close()],
  ];
  for (const [how, renew] of renewals) {
    await t.test(how, async () => {
      const { raw, port, transport } = await between();
      raw.receive({ id: 0, method: "elicitation/create", params: { message: "old" } });
      await rest();
      await renew(raw, transport);
      raw.receive({ id: 0, method: "elicitation/create", params: { message: "new" } });
      await rest();
      assert.deepEqual(asks(port).map(({ params }) => params["message"]), ["old", "new"]);
      answer(port, 1, "accept");
      answer(port, 2);
      await rest();
      const answers = raw.sent.filter((message) => message.result);
      assert.deepEqual(answers, [{ jsonrpc: "2.0", id: 0, result: { action: "decline" } }]);
    });
  }
});

test("every id that JSON-RPC allows is answered as it came", async () => {
  const { raw, port } = await between();
  const all = [0, "", "0", -1, 1.5, "__proto__"];
  for (const [i, id] of all.entries()) {
    raw.receive({ id, method: "elicitation/create", params: form });
    await rest();
    answer(port, i + 1);
    await rest();
  }
  assert.deepEqual(raw.sent, all.map((id) => ({ jsonrpc: "2.0", id, result: { action: "decline" } })));
});

test("P15 a completion notice goes to the form, of that server only, and to the client", async () => {
  const { host, raw, port, got } = await between();
  raw.receive({ id: 1, method: "elicitation/create", params: { mode: "url", message: "", url: "https://login.example/", elicitationId: "e1" } });
  const secondResult = host.elicit({ mode: "url", message: "", url: "https://login.example/", elicitationId: "e2" }, { server: { id: "bank.example" } });
  await rest();
  for (const elicitationId of ["e1", "e1", "e2", undefined]) {
    raw.receive({ method: "notifications/elicitation/complete", params: { elicitationId } });
  }
  assert.deepEqual(port.messages("elicitform/completed").map(({ params }) => params["elicitationId"]), ["e1"]);
  assert.equal(got.length, 4);
  answer(port, 1, "accept");
  answer(port, 2);
  await secondResult;
});

test("everything else passes, both ways, under the same ids", async () => {
  const { raw, transport, got } = await between();
  const outgoing = [
    { jsonrpc: "2.0", id: 0, method: "tools/list" },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", id: 4, result: {} },
  ];
  for (const message of outgoing) {
    await transport.send(message);
  }
  assert.deepEqual(raw.sent, outgoing);
  const incoming = [
    { jsonrpc: "2.0", id: 4, method: "ping" },
    { jsonrpc: "2.0", id: 4, method: "sampling/createMessage", params: {} },
    { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 0 } },
    { jsonrpc: "2.0", id: 0, result: { tools: [] } },
    { jsonrpc: "2.0", id: 0, result: { tools: [] } },
    { jsonrpc: "2.0", id: 77, error: { code: -32042, message: "", data: {} } },
    { jsonrpc: "2.0", error: { code: -32700, message: "" } },
  ];
  for (const message of incoming) {
    raw.receive(message);
  }
  await rest();
  assert.deepEqual(got, incoming);
});

test("handlers are called whoever set them, and whenever", async () => {
  const { host } = start();
  const raw = new FakeTransport();
  const calls: string[] = [];
  raw.onmessage = () => calls.push("raw message");
  const transport = interceptElicitations(raw, host, { server });
  raw.onclose = () => calls.push("raw close");
  raw.onerror = () => calls.push("raw error");
  // The SDKs chain existing listeners.
  const before = transport.onclose;
  transport.onclose = () => {
    before?.();
    calls.push("close");
  };
  assert.equal(transport.onerror, undefined);
  const onerror = (): void => void calls.push("error");
  transport.onerror = onerror;
  assert.equal(transport.onerror, onerror);
  await transport.start();
  transport.onmessage = () => calls.push("message");
  raw.receive({ method: "x" });
  raw.onerror?.(new Error());
  await transport.close();
  assert.deepEqual(calls, ["raw message", "message", "raw error", "error", "raw close", "close"]);
});

test("the rest of the transport stays as it is", async () => {
  const { raw, transport } = await between();
  assert.ok(transport instanceof FakeTransport);
  assert.equal(transport.sessionId, "session-1");
  transport.broken = true;
  assert.equal(raw.broken, true);
  assert.deepEqual(transport.ids("x"), []);
  // The SDK's version negotiation replaces start for one call.
  const start = transport.start;
  let replaced = 0;
  transport.start = async () => {
    replaced++;
    transport.start = start;
  };
  await transport.start();
  await transport.start();
  assert.equal(replaced, 1);
});

test("the options can be made for each request", async () => {
  const calls: number[] = [];
  const { raw, port } = await between(() => ({ server: { id: `server ${calls.push(0)}` } }));
  raw.receive({ id: 1, method: "elicitation/create", params: form });
  raw.receive({ id: 2, method: "elicitation/create", params: form });
  await rest();
  answer(port, 1);
  answer(port, 2);
  const names = asks(port).map(({ notes }) => notes["server"].id);
  assert.deepEqual(names, ["server 1", "server 2"]);
});

test("options made for a request are not made for notices", async () => {
  let made = 0;
  const { raw, port, got } = await between(() => ({ server: { id: `server ${++made}` } }));
  raw.receive({ id: 1, method: "elicitation/create", params: { mode: "url", message: "", url: "https://login.example/", elicitationId: "e1" } });
  await rest();
  raw.receive({ method: "notifications/elicitation/complete", params: { elicitationId: "e1" } });
  assert.equal(made, 1);
  assert.equal(got.length, 1);
  assert.equal(port.messages("elicitform/completed").length, 1);
  answer(port, 1);
});

test("D4 a connection that is gone withdraws what is open, and nothing is answered", async (t) => {
  const closings: [how: string, close: (raw: FakeTransport, transport: TransportLike) => void | Promise<void>][] = [
    ["the server is gone", (raw) => raw.onclose?.()],
    ["the client closes", (_, transport) => transport.close()],
    ["the client closes a transport that does not tell", (raw, transport) => {
      raw.onclose = undefined;
      return transport.close();
    }],
    ["the client closes a transport that cannot even do that", (raw, transport) => {
      raw.close = () => Promise.reject(new Error("unreachable"));
      return assert.rejects(transport.close());
    }],
  ];
  for (const [how, close] of closings) {
    await t.test(how, async () => {
      const { raw, transport, port, got, events } = await between();
      raw.receive({ id: 1, method: "elicitation/create", params: form });
      raw.receive({ id: 2, method: "elicitation/create", params: form });
      await rest();
      await transport.send({ jsonrpc: "2.0", id: 0, method: "tools/call", params: { name: "x" } });
      raw.receive({ id: 0, result: { resultType: "input_required", inputRequests: { a: { method: "elicitation/create", params: form } } } });
      await rest();
      await close(raw, transport);
      await rest();
      assert.deepEqual(events.filter((event) => event.type === "withdrawn").length, 3);
      answer(port, 1, "accept");
      await rest();
      assert.equal(raw.sent.length, 1);
      assert.deepEqual(got, []);
    });
  }
});

test("an answer that cannot be sent is told as the transport's error", async (t) => {
  const failures: [how: string, fail: (raw: FakeTransport) => void][] = [
    ["later", (raw) => (raw.broken = true)],
    ["at once", (raw) => (raw.send = () => {
      throw new Error("unreachable");
    })],
  ];
  for (const [how, fail] of failures) {
    await t.test(how, async () => {
      const { raw, port, errors } = await between();
      raw.receive({ id: 1, method: "elicitation/create", params: form });
      await rest();
      fail(raw);
      answer(port, 1);
      await rest();
      assert.deepEqual(errors.map(({ message }) => message), ["unreachable"]);
    });
  }
});

test("a client whose handler throws hears of it as the transport's error", async () => {
  const { raw, transport, errors } = await between();
  transport.onmessage = () => {
    throw new Error("handler");
  };
  await transport.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  raw.receive({ id: 1, result: {} });
  await rest();
  assert.deepEqual(errors.map(({ message }) => message), ["handler"]);
});
