// Tests the host package between the official clients and a server.

import { Client as ClientV2, InMemoryTransport as InMemoryV2, type JSONRPCMessage } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema, ElicitRequestSchema, McpError, UrlElicitationRequiredError } from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { rest } from "../message/test/clock.js";
import { ElicitationError, type ElicitationErrorCode } from "./errors.js";
import { answer, asks, type FakePort, type SentRound, server, type Setup, start } from "./test/fake.js";
import { elicitationHandler } from "./handler.js";
import { interceptElicitations } from "./intercept.js";
import { elicitRequired, retryRequired } from "./required.js";
import type { FormHost } from "./types.js";

const capabilities = { elicitation: { form: {}, url: {} } };
const info = { name: "chat", version: "1" };

/** Waits until the frame gets a request of that method, and returns the request. */
async function shown(port: FakePort, count = 1): Promise<SentRound> {
  for (;;) {
    const round = asks(port)[count - 1];
    if (round) {
      return round;
    }
    await rest();
  }
}

const accept = (content?: object): object => (content ? { action: "accept", content } : { action: "accept" });

test("elicitationHandler is a request handler of the official clients", () => {
  const { host } = start();
  new ClientV1(info, { capabilities }).setRequestHandler(ElicitRequestSchema, elicitationHandler(host, { server }));
  new ClientV2(info, { capabilities }).setRequestHandler("elicitation/create", elicitationHandler(host, { server }));
});

test("the handler shows a request with all options, which a function may make for each request", async () => {
  const { signal } = new AbortController();
  const calls: unknown[] = [];
  const person = { elicit: async (_: unknown, options: unknown) => (calls.push(options), { action: "cancel" as const }), elicitAll: async () => ({}), complete() {} };
  let count = 0;
  await elicitationHandler(person, { server, review: "short", focus: true })({ params: {} }, { signal });
  await elicitationHandler(person, () => ({ server, draftKey: `draft ${++count}` }))({ params: {} }, { mcpReq: { signal } });
  assert.deepEqual(calls, [{ server, review: "short", focus: true, signal }, { server, draftKey: "draft 1", signal }]);
});

test("a request that nobody decided is an error with the number that the SDK sends on", async () => {
  const rejecting = (code: ElicitationErrorCode): FormHost => ({
    ready: Promise.resolve(),
    elicit: () => Promise.reject(new ElicitationError(code)),
    elicitAll: () => Promise.reject(new ElicitationError(code)),
    approve: async () => ({ action: "cancel" as const }), complete() {},
    setContext() {},
    dispose() {},
  });
  for (const [code, number] of [["unsupported-mode", -32602], ["invalid-request", -32602], ["load-failed", -32603]] as const) {
    const handle = elicitationHandler(rejecting(code), { server });
    await assert.rejects(handle({ params: {} }), (error: any) => error.code === number && error.cause.code === code);
  }
});

interface V1 extends Setup {
  port: FakePort;
  client: ClientV1;
  server: Server;
}

/** Connects a client of version 1 through the host to a server with one tool. */
async function v1(tool: (server: Server) => Promise<unknown>): Promise<V1> {
  const setup = start();
  const [near, far] = InMemoryTransport.createLinkedPair();
  const mcp = new Server(info, { capabilities: { tools: {} } });
  mcp.setRequestHandler(CallToolRequestSchema, async () => ({ content: [{ type: "text", text: JSON.stringify(await tool(mcp)) }] }));
  await mcp.connect(far as Transport);
  const client = new ClientV1(info, { capabilities });
  await client.connect(interceptElicitations(near as Transport, setup.host, { server }));
  return { ...setup, port: setup.frame.open(), client, server: mcp };
}

const text = (result: any): unknown => JSON.parse(result.content[0].text);

// Requests that the client itself would reject, or pass on without their pattern.
const REFUSED = {
  message: "Where?",
  requestedSchema: {
    type: "object",
    properties: { id: { type: "string", format: "uuid" }, city: { anyOf: [{ type: "string", pattern: "^[A-Z]" }, { type: "null" }] } },
    required: ["id"],
  },
} as const;

test("N31 client 1: requests that it rejects reach the form whole, and the answer reaches the server", async () => {
  // The server's own method checks the same types, and would not send this request.
  const { port, client } = await v1((mcp) => mcp.request({ method: "elicitation/create", params: REFUSED } as never, anything as never));
  const result = client.callTool({ name: "x" });
  const { id, params } = await shown(port);
  assert.deepEqual(params, REFUSED);
  answer(port, id, accept({ id: "123e4567-e89b-12d3-a456-426614174000" }));
  assert.deepEqual(text(await result), accept({ id: "123e4567-e89b-12d3-a456-426614174000" }));
});

test("client 1: error -32042 is shown and the call repeated, unseen by the client", async () => {
  let calls = 0;
  const { port, client } = await v1(async () => {
    if (++calls === 1) {
      throw new UrlElicitationRequiredError([{ mode: "url", message: "", url: "https://login.example/", elicitationId: "e1" }]);
    }
    return "in";
  });
  const progress: unknown[] = [];
  const result = client.callTool({ name: "x" }, undefined, { onprogress: (report) => progress.push(report) });
  const { id } = await shown(port);
  port.sayJson({ id, result: { responses: [{ key: "0", result: accept(), finished: "completed" }] } });
  assert.equal(text(await result), "in");
  assert.equal(calls, 2);
});

test("client 1: a call that is given up withdraws its form", async () => {
  const { port, client, events } = await v1((mcp) => mcp.request({ method: "elicitation/create", params: REFUSED } as never, anything as never));
  const stop = new AbortController();
  const failed = assert.rejects(client.callTool({ name: "x" }, undefined, { signal: stop.signal }), McpError);
  await shown(port);
  stop.abort();
  await failed;
  // The server cancels its own request with the call.
  await client.close();
  await rest();
  assert.equal(events.at(-1)?.type, "withdrawn");
});

test("P16 elicitRequired and retryRequired understand the errors of both clients", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const elicitations = [{ mode: "url", message: "", url: "https://login.example/", elicitationId: "e1" }];
  const errors: unknown[] = [
    new UrlElicitationRequiredError(elicitations as never),
    McpError.fromError(-32042, "", { elicitations }),
    { code: -32042, message: "", data: { elicitations } },
  ];
  const v2Errors = await errorsOfV2({ code: -32042, message: "", data: { elicitations } });
  for (const [i, error] of [...errors, ...v2Errors].entries()) {
    const outcome = elicitRequired(host, error, { server });
    const { id } = await shown(port, i + 1);
    port.sayJson({ id, result: { responses: [{ key: "0", result: accept(), finished: "person" }] } });
    assert.equal(await outcome, "retry");
  }
  for (const error of [undefined, new Error("other"), { code: -32042 }, { code: -32000, data: { elicitations } }]) {
    await assert.rejects(elicitRequired(host, error, { server }), { code: "invalid-request", reason: "not-a-required-error" });
  }
});

test("P16 retryRequired repeats a call until it works, or until the person or the server gives no reason to", async (t) => {
  const required = (url: string): object => ({ code: -32042, message: "", data: { elicitations: [{ mode: "url", message: "", url }] } });
  const cases: [what: string, errors: object[], results: object[], calls: number, works: boolean][] = [
    ["works at once", [], [], 1, true],
    ["works after two rounds", [required("https://a.example/"), required("https://b.example/")], [accept(), accept()], 3, true],
    ["another error", [new Error("other")], [], 1, false],
    ["declined", [required("https://a.example/")], [{ action: "decline" }], 1, false],
    ["cancelled", [required("https://a.example/")], [{ action: "cancel" }], 1, false],
    ["the same again", [required("https://a.example/"), required("https://a.example/")], [accept()], 2, false],
  ];
  for (const [what, errors, results, calls, works] of cases) {
    await t.test(what, async () => {
      const { host, frame } = start();
      const port = frame.open();
      let called = 0;
      const call = async (): Promise<string> => {
        const error = errors[called++];
        if (error) {
          throw error;
        }
        return "done";
      };
      const outcome = retryRequired(host, call, { server }).catch((error: unknown) => error);
      for (const [i, result] of results.entries()) {
        const { id } = await shown(port, i + 1);
        port.sayJson({ id, result: { responses: [{ key: "0", result }] } });
      }
      assert.equal(await outcome, works ? "done" : errors.at(-1));
      assert.equal(called, calls);
    });
  }
});

/** A server of revision 2026-07-28, whose answers to tools/call a test writes. */
class ServerV2 {
  readonly near: InMemoryV2;
  readonly calls: any[] = [];
  readonly #far: InMemoryV2;

  constructor(answer: (call: any, count: number) => object) {
    [this.near, this.#far] = InMemoryV2.createLinkedPair();
    this.#far.onmessage = (message: any) => {
      if (message.method === "server/discover") {
        const discovered = { supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, serverInfo: info, resultType: "complete", ttlMs: 0, cacheScope: "private" };
        this.#send({ id: message.id, result: discovered });
      } else if (message.method === "tools/list") {
        this.#send({ id: message.id, result: { resultType: "complete", tools: [], ttlMs: 0, cacheScope: "private" } });
      } else if (message.method === "tools/call") {
        this.calls.push(message);
        this.#send({ id: message.id, ...answer(message, this.calls.length) });
      }
    };
    void this.#far.start();
  }

  #send(message: object): void {
    void this.#far.send({ jsonrpc: "2.0", ...message } as JSONRPCMessage);
  }
}

async function v2(mcp: ServerV2): Promise<Setup & { port: FakePort; client: ClientV2 }> {
  const setup = start();
  const client = new ClientV2(info, { capabilities, versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(interceptElicitations(mcp.near, setup.host, { server }));
  return { ...setup, port: setup.frame.open(), client };
}

test("N27 N31 client 2: a round of 2026-07-28 is shown as one, whatever its schemas are", async () => {
  const ask = { method: "elicitation/create", params: REFUSED };
  const mcp = new ServerV2((_, count) =>
    count === 1
      ? { result: { resultType: "input_required", inputRequests: { b: ask, a: ask }, requestState: "s\u0000" } }
      : { result: { resultType: "complete", content: [{ type: "text", text: '"done"' }] } },
  );
  const { port, client } = await v2(mcp);
  const result = client.callTool({ name: "x", arguments: { y: 1 } });
  const { id, requests } = await shown(port);
  assert.deepEqual(requests, ["b", "a"].map((key) => ({ key, params: JSON.stringify(REFUSED) })));
  port.sayJson({ id, result: { responses: [{ key: "b", result: accept({ id: "1" }) }, { key: "a", result: { action: "decline" } }] } });
  assert.equal(text(await result), "done");
  const [first, repeated] = mcp.calls;
  assert.notEqual(repeated.id, first.id);
  assert.deepEqual(repeated.params, {
    ...first.params,
    inputResponses: { b: accept({ id: "1" }), a: { action: "decline" } },
    requestState: "s\u0000",
  });
});

test("client 2: a round with other requests goes to its own handlers", async () => {
  const mcp = new ServerV2((_, count) =>
    count === 1
      ? {
          result: {
            resultType: "input_required",
            inputRequests: {
              form: { method: "elicitation/create", params: { mode: "form", message: "", requestedSchema: { type: "object", properties: {} } } },
              roots: { method: "roots/list" },
            },
          },
        }
      : { result: { resultType: "complete", content: [{ type: "text", text: '"done"' }] } },
  );
  const setup = start();
  const port = setup.frame.open();
  const client = new ClientV2(info, { capabilities: { ...capabilities, roots: {} }, versionNegotiation: { mode: { pin: "2026-07-28" } } });
  client.setRequestHandler("elicitation/create", elicitationHandler(setup.host, { server }));
  client.setRequestHandler("roots/list", () => ({ roots: [] }));
  await client.connect(interceptElicitations(mcp.near, setup.host, { server }));
  const result = client.callTool({ name: "x" });
  const { id } = await shown(port);
  answer(port, id, accept({}));
  assert.equal(text(await result), "done");
  assert.deepEqual(mcp.calls[1].params.inputResponses, { form: accept({}), roots: { roots: [] } });
});

async function errorsOfV2(error: object): Promise<unknown[]> {
  const mcp = new ServerV2(() => ({ error }));
  const client = new ClientV2(info, { capabilities, versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(mcp.near);
  return [await client.callTool({ name: "x" }).catch((error: unknown) => error)];
}

// A result schema that accepts everything.
const anything = { safeParse: (data: unknown) => ({ success: true, data }), parse: (data: unknown) => data, _def: {} };
