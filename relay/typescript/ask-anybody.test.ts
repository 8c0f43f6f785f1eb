import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ElicitationCompleteNotificationSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { askAnybody } from "./ask-anybody.js";

const info = { name: "weather", version: "1" };
const params = { message: "Where to?", requestedSchema: { type: "object", properties: { city: { type: "string" } } } };
const answered = { id: "q_1", state: "answered", result: { action: "accept", content: { city: "Oslo" } } };
const open = { id: "q_1", state: "open" };

interface Call { method: string; url: string; key: string | undefined; body: any }

// Serves /v1 with replies by "METHOD path", one after the other, and records the calls.
async function serve(t: TestContext, replies: { [call: string]: [status: number, body: object][] }): Promise<{ url: string; calls: Call[] }> {
  const calls: Call[] = [];
  const bodyOf = async (request: IncomingMessage): Promise<string> => {
    let text = "";
    for await (const chunk of request) {
      text += chunk;
    }
    return text;
  };
  const server = createServer(async (request, response) => {
    const text = await bodyOf(request);
    calls.push({ method: request.method!, url: request.url!, key: request.headers.authorization, body: text && JSON.parse(text) });
    const list = replies[`${request.method} ${request.url}`] ?? [];
    const [status, body] = (list.length > 1 ? list.shift() : list[0]) ?? [404, { reason: "not-found" }];
    response.writeHead(status, { "content-type": "application/json", "retry-after": "0" }).end(JSON.stringify(body));
  });
  // Otherwise the server may close a connection that the next request uses.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  t.after(() => server.closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

async function ask(
  t: TestContext, elicitation: object | undefined, decide: (params: any) => object, options: object,
): Promise<{ answer: ReturnType<typeof askAnybody>; finished: Promise<string> }> {
  const mcp = new McpServer(info);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await mcp.connect(far);
  const client = new Client(info, { capabilities: { ...(elicitation && { elicitation: elicitation as any }) } });
  if (elicitation) {
    client.setRequestHandler(ElicitRequestSchema, (request) => decide(request.params) as any);
  }
  const finished = new Promise<string>((resolve) => {
    client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params: { elicitationId } }) => resolve(elicitationId));
  });
  await client.connect(near);
  t.after(() => client.close());
  return { answer: askAnybody(mcp.server, params, { askKey: "an-ask-key", session: "chat", server: "weather.example", ...options } as any), finished };
}

const link: [number, object][] = [[201, { url: "https://ask.example/q/x", expires: "2026-12-24T12:00:00.000Z" }]];

test("a client with forms gets the form, and elicitform-server nothing", async (t) => {
  const { url, calls } = await serve(t, {});
  for (const elicitation of [{}, { form: {} }, { form: {}, url: {} }]) {
    const { answer } = await ask(t, elicitation, ({ mode }) => {
      assert.equal(mode, "form");
      return { action: "accept", content: { city: "Rome" } };
    }, { url });
    assert.deepEqual(await answer, { result: { action: "accept", content: { city: "Rome" } } });
  }
  assert.deepEqual(calls, []);
});

test("a client with URL mode gets the page, and is told when it is finished", async (t) => {
  const { url, calls } = await serve(t, {
    "POST /v1/questions": [[201, open]], "POST /v1/questions/q_1/link": link, "GET /v1/questions/q_1?wait=30": [[202, open], [503, {}], [202, open], [200, answered]],
  });
  let shown: any;
  const { answer, finished } = await ask(t, { url: {} }, (params) => {
    shown = params;
    return { action: "accept" };
  }, { url, person: "ada", deadline: Date.UTC(2030, 0, 1) });
  // A 503 without Retry-After is not repeated.
  await assert.rejects(answer, { name: "ElicitationError", code: "internal", reason: "status 503" });
  assert.deepEqual(calls.at(-1), { method: "DELETE", url: "/v1/questions/q_1", key: "Bearer an-ask-key", body: "" });

  const second = await ask(t, { url: {} }, (params) => {
    shown = params;
    return { action: "accept" };
  }, { url, person: "ada", deadline: Date.UTC(2030, 0, 1) });
  assert.deepEqual(await second.answer, { result: answered.result });
  assert.equal(await second.finished, shown.elicitationId);
  assert.deepEqual([shown.mode, shown.url, shown.message], ["url", "https://ask.example/q/x", "Where to?"]);
  assert.deepEqual(calls[0], {
    method: "POST", url: "/v1/questions", key: "Bearer an-ask-key",
    body: { session: "chat", server: "weather.example", params: { mode: "form", ...params }, parked: true, deadline: "2030-01-01T00:00:00.000Z" },
  });
  assert.deepEqual(calls[1]!.body, { person: "ada" });
  void finished;
});

test("a page that the person does not open is their decision, and the question is withdrawn", async (t) => {
  const { url, calls } = await serve(t, { "POST /v1/questions": [[201, open]], "POST /v1/questions/q_1/link": link, "DELETE /v1/questions/q_1": [[200, { ...open, state: "withdrawn" }]] });
  for (const action of ["decline", "cancel"]) {
    const { answer } = await ask(t, { url: {} }, () => ({ action }), { url, key: "call 7" });
    assert.deepEqual(await answer, { result: { action } });
    assert.equal(calls.at(-1)!.method, "DELETE");
  }
});

test("a client without elicitation gets a text with the link, and the answer with the next call", async (t) => {
  const { url, calls } = await serve(t, { "POST /v1/questions": [[201, open], [200, answered]], "POST /v1/questions/q_1/link": link });
  const first = await (await ask(t, undefined, () => ({}), { url, linkAsText: true, key: "call 7" })).answer;
  assert.match(first.text!, /https:\/\/ask\.example\/q\/x /);
  assert.equal(calls[0]!.body.key, "call 7");
  assert.deepEqual(await (await ask(t, undefined, () => ({}), { url, linkAsText: true, key: "call 7" })).answer, { result: answered.result });
  await assert.rejects((await ask(t, undefined, () => ({}), { url, linkAsText: true })).answer, TypeError);
  await assert.rejects((await ask(t, undefined, () => ({}), { url, key: "call 7" })).answer, { code: "unsupported-mode", rpcCode: -32602 });
  assert.equal(calls.length, 3);
});

test("without a decision there is no result", async (t) => {
  const { url, calls } = await serve(t, {
    "POST /v1/questions": [[200, { id: "q_1", state: "expired", error: { code: "expired", rpcCode: -32603 } }], [401, { reason: "no-ask-key" }], [200, { state: "answered" }], [201, open]],
    "POST /v1/questions/q_1/link": [[501, { reason: "links-off", title: "Links need a public URL with https.", flag: "--public-url" }]],
  });
  const rejects = async (expected: object, more = {}): Promise<void> => assert.rejects((await ask(t, { url: {} }, () => ({ action: "accept" }), { url, ...more })).answer, expected);
  await rejects({ code: "expired" });
  await rejects({ code: "internal", reason: "no-ask-key" });
  await rejects({ code: "internal", reason: "answered" });
  await rejects({
    reason: "links-off", message: "elicitation: internal: elicitform-server replies with status 501: Links need a public URL with https. " +
      "The operator of elicitform-server mends it with --public-url.",
  });
  assert.equal(calls.at(-1)!.method, "DELETE");
  const before = calls.length;
  await rejects({ reason: "links-off" }, { key: "call 7" });
  assert.equal(calls.at(-1)!.method, "POST");
  await rejects({ name: "AbortError" }, { signal: AbortSignal.abort() });
  assert.equal(calls.length, before + 2);
});
