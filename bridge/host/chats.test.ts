// Tests requests on a connection that several chats share.

import { StreamableHTTPClientTransport as HttpV2, Client as ClientV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Chats } from "./chats.js";
import { rest, waitUntil } from "../message/test/clock.js";
import { FakeTransport } from "./test/faketransport.js";
import { interceptElicitations } from "./intercept.js";
import { Streams } from "./streams.js";
import type { Message } from "./transport.js";
import type { Elicitor, ElicitOptions } from "./types.js";

const server = { id: "weather.example" };
const call = (id: number | string, session?: string): object => ({
  jsonrpc: "2.0", id, method: "tools/call", params: { name: "x", _meta: { progressToken: id, ...(session === undefined ? {} : { "elicitform/session": session }) } },
});

/** The chats of a page or a server, with the requests of each. */
class People implements Chats {
  readonly asked: { session: string; what: unknown; answer: (result: any) => void; options: ElicitOptions }[] = [];
  readonly finished: string[] = [];

  host(session: string): Elicitor {
    const ask = (what: unknown, options: ElicitOptions): Promise<any> => new Promise((answer) => this.asked.push({ session, what, answer, options }));
    return {
      elicit: (params, options) => ask((params as Message).message, options),
      elicitAll: (requests, options) => ask(Object.keys(requests), options),
      complete: (_, page) => this.finished.push(`${session} ${page}`),
    };
  }

  async until(count: number): Promise<void> {
    await waitUntil(() => this.asked.length >= count);
  }

  get told(): string[] {
    return this.asked.map(({ session, what }) => `${session} ${what}`);
  }
}

interface Shared {
  raw: FakeTransport;
  transport: FakeTransport;
  people: People;
  got: Message[];
  errors: string[];
}

function shared(more: Partial<Chats> = {}): Shared {
  const raw = new FakeTransport();
  const people = Object.assign(new People(), more);
  const transport = interceptElicitations(raw, people, (session) => ({ server, draftKey: session }));
  const got: Message[] = [];
  const errors: string[] = [];
  transport.onmessage = (message) => got.push(message);
  transport.onerror = ({ message }) => errors.push(message);
  void transport.start();
  return { raw, transport, people, got, errors };
}

const asks = (id: unknown, message: string, more: object = {}): object => ({ id, method: "elicitation/create", params: { message, ...more } });

test("D2 where nothing says which call has brought a request, it is for the chat of all calls that are in flight", async () => {
  const { raw, transport, people } = shared();
  await transport.send(call(1, "ada"));
  await transport.send(call(2, "ada"));
  raw.receive(asks(1, "Where?"));
  await rest();
  assert.deepEqual(people.told, ["ada Where?"]);
  assert.equal(people.asked[0]!.options.draftKey, "ada", "the options are those of the chat");
  assert.deepEqual(raw.sent.map(({ params }) => params._meta), [{ progressToken: 1 }, { progressToken: 2 }], "the server learns of no session");
  people.asked[0]!.answer({ action: "decline" });
  await rest();
  assert.deepEqual(raw.sent.at(-1), { jsonrpc: "2.0", id: 1, result: { action: "decline" } });
});

const unclear: [what: string, calls: object[], more?: Partial<Chats>][] = [
  ["two chats have calls", [call(1, "ada"), call(2, "bob")]],
  ["there is no call", []],
  ["a call names no chat", [call(1)]],
  ["one of two calls names no chat", [call(1, "ada"), call(2)]],
  ["one of two calls names no chat, in the other order", [call(1), call(2, "ada")]],
  ["a chat is no text", [call(1, 5 as never)]],
  ["a chat has an empty name", [call(1, "")]],
  ["the app does not know", [call(1, "ada")], { session: () => undefined }],
];

test("D2 a connection of several chats rejects what is not clear", async (t) => {
  for (const [what, calls, more] of unclear) {
    await t.test(what, async () => {
      const { raw, transport, people, errors } = shared(more);
      for (const message of calls) {
        await transport.send(message);
      }
      raw.receive(asks(9, "Where?"));
      await rest();
      assert.deepEqual(people.told, []);
      const { id, error } = raw.sent.at(-1);
      assert.deepEqual([id, error.code], [9, -32603]);
      assert.match(error.message, /not clear which chat/);
      assert.match(errors.join(), /not clear which chat/, "the app learns of it");
    });
  }
});

test("D2 a call is in flight until it has its result or is given up", async () => {
  const { raw, transport, people } = shared();
  for (const [id, session] of [[1, "ada"], [2, "bob"], [3, "eve"]] as const) {
    await transport.send(call(id, session));
  }
  raw.receive({ id: 1, result: {} });
  await transport.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } });
  raw.receive(asks(9, "Where?"));
  await rest();
  assert.deepEqual(people.told, ["bob Where?"]);
});

test("D2 the app itself says which chat it is, by the request and the calls", async () => {
  const sessions: unknown[] = [];
  const { raw, transport, people } = shared({
    session(request: Message, calls) {
      sessions.push(calls.map(({ id }) => id));
      return request.params.message.split(" ")[0];
    },
  });
  await transport.send(call(1));
  await transport.send(call(2));
  raw.receive(asks(8, "bob where?"));
  raw.receive(asks(9, "ada where?"));
  await rest();
  assert.deepEqual(people.told, ["bob bob where?", "ada ada where?"]);
  assert.deepEqual(sessions, [[1, 2], [1, 2]]);
});

test("D2 rounds and demanded pages are for the chat of their call, whatever else goes on", async () => {
  const { raw, transport, people } = shared();
  await transport.send(call(1, "ada"));
  await transport.send(call(2, "bob"));
  await transport.send(call(3));
  raw.receive({ id: 2, result: { resultType: "input_required", inputRequests: { r: { method: "elicitation/create", params: {} } } } });
  raw.receive({ id: 1, error: { code: -32042, message: "", data: { elicitations: [{ mode: "url", url: "https://a.example/", elicitationId: "p" }] } } });
  await rest();
  assert.deepEqual(people.told, ["bob r", "ada 0"]);
  raw.receive({ method: "notifications/elicitation/complete", params: { elicitationId: "p" } });
  raw.receive({ method: "notifications/elicitation/complete", params: { elicitationId: "unknown" } });
  assert.deepEqual(people.finished, ["ada p"], "only the chat that has the page hears of it");
  people.asked[0]!.answer({ r: { action: "decline" } });
  await rest();
  assert.deepEqual(JSON.parse(JSON.stringify(raw.sent.at(-1).params)), { name: "x", _meta: { progressToken: 2 }, inputResponses: { r: { action: "decline" } } }, "the session is not sent with the answers either");
  // The client gets an error for a call that names no chat.
  raw.receive({ id: 3, result: { resultType: "input_required", inputRequests: { r: { method: "elicitation/create", params: {} } } } });
  await rest();
  assert.equal(people.told.length, 2);
});

test("D2 what a task waits for is for the chat of the call that has become the task", async () => {
  const { raw, transport, people, got } = shared();
  await transport.send(call(1, "ada"));
  await transport.send(call(2, "bob"));
  raw.receive({ id: 2, result: { resultType: "task", taskId: "t", status: "working" } });
  const state = (taskId: string): object => ({ taskId, status: "input_required", inputRequests: { q: { method: "elicitation/create", params: { message: `${taskId}?` } } } });
  raw.receive({ method: "notifications/tasks", params: state("t") });
  raw.receive({ method: "notifications/tasks", params: state("nobody's") });
  await rest();
  assert.deepEqual(people.told, ["bob t?"]);
  raw.receive({ method: "notifications/tasks", params: state("nobody's") });
  assert.deepEqual(Object.keys(got.at(-1).params.inputRequests), ["q"], "the client gets what nobody could be asked");
  people.asked[0]!.answer({ action: "decline" });
  await rest();
  assert.equal(raw.sent.at(-1).params._meta["elicitform/session"], undefined);
});

test("D2 something that is no host is rejected for each chat too", async () => {
  const { raw, transport } = shared({ host: () => undefined as never });
  await transport.send(call(1, "ada"));
  raw.receive(asks(9, "Where?"));
  await rest();
  assert.match(raw.sent.at(-1).error.message, /elicitform\/element/);
});

// Over HTTP.

/** A server over HTTP whose streams a test writes. It takes the place of fetch. */
class Http {
  /** The keys are the ids of calls, "get", and "get" with the id of the last event. */
  readonly streams = new Map<unknown, ReadableStreamDefaultController<Uint8Array>>();
  readonly posts: Message[] = [];

  readonly fetch = async (_url: unknown, init: RequestInit = {}): Promise<Response> => {
    const open = (name: unknown): Response => {
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void this.streams.set(name, controller) });
      return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
    };
    const json = (body: object): Response => new Response(JSON.stringify(body), { headers: { "content-type": "application/json", "mcp-session-id": "s" } });
    if (init.method === "GET") {
      const last = new Headers(init.headers).get("last-event-id");
      return open(last === null ? "get" : `get ${last}`);
    }
    const message = JSON.parse(String(init.body));
    const { id, method, params } = message;
    this.posts.push(message);
    if (method === "initialize") {
      return json({ jsonrpc: "2.0", id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } } });
    }
    return method === "tools/call" ? open(params.name) : new Response(null, { status: 202 });
  };

  /** Sends a message on a stream, in pieces. */
  async say(stream: unknown, message: object, eventId = ""): Promise<void> {
    await waitUntil(() => this.streams.has(stream));
    const text = `${eventId && `id: ${eventId}\r\n`}data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\r\n\r\n`;
    for (const piece of [text.slice(0, 20), text.slice(20, 41), text.slice(41)]) {
      this.streams.get(stream)!.enqueue(new TextEncoder().encode(piece));
    }
  }

  /** The answer to a request of the server. */
  async answer(id: unknown): Promise<Message> {
    const find = (): Message => this.posts.find((message) => message.id === id && message.method === undefined);
    await waitUntil(find);
    return find();
  }
}

async function overHttp(t: TestContext, version: "version 1" | "version 2"): Promise<{ http: Http; people: People; call: (session: string, name: string) => Promise<unknown> }> {
  const http = new Http();
  const real = globalThis.fetch;
  globalThis.fetch = http.fetch as typeof fetch;
  const people = new People();
  const url = new URL("https://weather.example/mcp");
  const reconnectionOptions = { initialReconnectionDelay: 1, maxReconnectionDelay: 1, reconnectionDelayGrowFactor: 1, maxRetries: 5 };
  const info = { name: "chat", version: "1" };
  const options = { capabilities: { elicitation: {} } };
  const client = version === "version 1" ? new ClientV1(info, options) : new ClientV2(info, options);
  const make = (fetch: typeof globalThis.fetch): any => new (version === "version 1" ? HttpV1 : HttpV2)(url, { fetch, reconnectionOptions });
  await client.connect(interceptElicitations(make, people, { server }));
  t.after(async () => {
    await client.close();
    globalThis.fetch = real;
  });
  return {
    http,
    people,
    call(session, name) {
      const params = { name, _meta: { "elicitform/session": session } };
      const result = client instanceof ClientV1 ? client.callTool(params) : client.callTool(params);
      result.catch(() => {});
      return result;
    },
  };
}

const VERSIONS = ["version 1", "version 2"] as const;

test("D2 over HTTP the stream that brings a request says which call it is for, and so which chat", async (t) => {
  for (const version of VERSIONS) {
    await t.test(version, async (t) => {
      const { http, people, call } = await overHttp(t, version);
      void call("ada", "a");
      void call("bob", "b");
      for (const [i, stream] of ["b", "a"].entries()) {
        await http.say(stream, asks(`q${i + 1}`, ["One?", "Two?"][i]!));
        await people.until(i + 1);
      }
      assert.deepEqual(people.told, ["bob One?", "ada Two?"]);
      people.asked[0]!.answer({ action: "decline" });
      assert.deepEqual((await http.answer("q1")).result, { action: "decline" });
      // On the general stream the call is ambiguous.
      await http.say("get", asks("q3", "Three?"));
      assert.match((await http.answer("q3")).error.message, /not clear which chat/);
      assert.equal(people.asked.length, 2);
    });
  }
});

test("D2 over HTTP a stream that breaks and is continued stays that of its call", async (t) => {
  for (const version of VERSIONS) {
    await t.test(version, async (t) => {
      const { http, people, call } = await overHttp(t, version);
      void call("ada", "a");
      void call("bob", "b");
      await http.say("a", { method: "notifications/message", params: { level: "info", data: "" } }, "event-7");
      await http.say("b", { method: "notifications/message", params: { level: "info", data: "" } }, "event-8");
      await rest();
      http.streams.get("a")!.close();
      await http.say("get event-7", asks("q1", "One?"), "event-9");
      await people.until(1);
      http.streams.get("get event-7")!.close();
      await http.say("get event-9", asks("q2", "Two?"));
      await people.until(2);
      assert.deepEqual(people.told, ["ada One?", "ada Two?"]);
    });
  }
});

test("D2 over HTTP the stream of a call that is over brings nobody anything", async (t) => {
  for (const version of VERSIONS) {
    await t.test(version, async (t) => {
      const { http, people, call } = await overHttp(t, version);
      const over = call("ada", "a");
      void call("bob", "b");
      await waitUntil(() => http.posts.some(({ params }) => params?.name === "a"));
      const { id } = http.posts.find(({ params }) => params?.name === "a");
      await http.say("a", { id, result: { content: [] } });
      await over;
      await http.say("a", asks("q1", "Late?"));
      assert.match((await http.answer("q1")).error.message, /not clear which chat/);
      // The remaining call has a stream of its own, but is the only candidate for the general stream.
      await http.say("get", asks("q2", "For the only one?"));
      await people.until(1);
      assert.deepEqual(people.told, ["bob For the only one?"]);
    });
  }
});

/** Streams of a server that answers each request with the given text. */
function streams(t: TestContext, body: (init: RequestInit) => string, type = "text/event-stream"): { read: (init: RequestInit) => Promise<string>; of: (id: string) => unknown } {
  t.mock.method(globalThis, "fetch", async (_: unknown, init: RequestInit) => new Response(body(init), { headers: { "content-type": type } }));
  const watched = new Streams();
  return {
    read: async (init) => (await watched.fetch("https://weather.example/", init)).text(),
    of: (id) => watched.take(id)?.call,
  };
}

const post = (id: unknown): RequestInit => ({ method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call" }) });
const event = (message: unknown): string => `data: ${JSON.stringify(message)}\n\n`;

test("D2 what a transport reads is what the server has written, and a request is found in each form that transports take", async (t) => {
  const request = { jsonrpc: "2.0", ...asks("q", "\u2028ü?") };
  const bodies: [type: string, text: string][] = [
    ["text/event-stream", event(request)],
    ["text/event-stream", event(request).replaceAll("\n", "\r")],
    ["text/event-stream", event(request).replace("elicitation/create", "elicitation\\/create")],
    ["text/event-stream", `event: message\nid: 1\n${JSON.stringify(request, null, 1).split("\n").map((line) => `data:${line}\n`).join("")}\n`],
    ["text/event-stream", event([{ jsonrpc: "2.0", id: 1, result: {} }, request])],
    ["application/json", JSON.stringify(request, null, 2)],
    ["application/json; charset=utf-8", JSON.stringify([request])],
  ];
  for (const [type, text] of bodies) {
    const { read, of } = streams(t, () => text, type);
    assert.equal(await read(post(7)), text);
    assert.equal(of("q"), 7, text);
    assert.equal(of("q"), undefined, "once");
    t.mock.restoreAll();
  }
});

test("D2 an id that two streams bring, a stream that nobody has begun, and a request of no call are nobody's", async (t) => {
  const { read, of } = streams(t, () => event(asks("q", "?")));
  await read(post(1));
  await read(post(2));
  assert.equal(of("q"), undefined);
  for (const init of [{ method: "GET", headers: { "last-event-id": "unknown" } }, { method: "POST", body: "no JSON" }, { method: "POST", body: new Uint8Array(3) }, post(undefined)]) {
    await read(init as RequestInit);
    assert.equal(of("q"), undefined);
  }
});

test("D2 thousands of streams and requests, endless events and long ids are not kept", async (t) => {
  let n = 0;
  const { read, of } = streams(t, () => `id: e${n}\n${event(asks(`q${n}`, "?"))}`);
  for (n = 0; n < 3000; n++) {
    await read(post(n));
  }
  assert.deepEqual([of("q0"), of("q1999"), of("q2000"), of("q2999")], [undefined, undefined, 2000, 2999]);
  const continues = async (eventId: string): Promise<unknown> => {
    await read({ method: "GET", headers: { "last-event-id": eventId } });
    return of(`q${n}`);
  };
  assert.equal(await continues("e100"), undefined);
  n++;
  assert.equal(await continues("e2990"), 2990);
  t.mock.restoreAll();
  const large = streams(t, () => event(asks("big", "x".repeat(400_000))) + event(asks("after", "?")));
  await large.read(post(1));
  assert.deepEqual([large.of("big"), large.of("after")], [undefined, 1]);
  t.mock.restoreAll();
  const long = streams(t, () => `id: ${"i".repeat(1001)}\n${event(asks("q", "?"))}`);
  await long.read(post(1));
  await long.read({ method: "GET", headers: { "last-event-id": "i".repeat(1001) } });
  assert.equal(long.of("q"), 1, "the second stream is nobody's, and is not read");
});
