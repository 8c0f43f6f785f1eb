// Tests that calls stay alive while a person answers, with the official clients.

import { Client as ClientV2, InMemoryTransport as InMemoryV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as InMemoryV1 } from "@modelcontextprotocol/sdk/inMemory.js";
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { pass } from "../message/test/clock.js";
import { keepAlive, keepCallsAlive } from "./alive.js";
import { interceptElicitations } from "./intercept.js";
import type { Message, TransportLike } from "./transport.js";
import type { Elicitor, ElicitOptions, ElicitResult } from "./types.js";

const info = { name: "chat", version: "1" };
const capabilities = { elicitation: { form: {}, url: {} } };
const yes: ElicitResult = { action: "accept", content: { x: 1 } };

/** A person who answers when the test says so. */
class Person implements Elicitor {
  answer: ((result: any) => void) | undefined;
  /** Whether each request was withdrawn, in order. */
  readonly withdrawals: boolean[] = [];

  get withdrawn(): boolean {
    return this.withdrawals.at(-1)!;
  }

  elicit(_params: unknown, { signal }: ElicitOptions): Promise<any> {
    return new Promise((resolve, reject) => {
      this.answer = resolve;
      const number = this.withdrawals.push(false) - 1;
      signal?.addEventListener("abort", () => {
        this.withdrawals[number] = true;
        reject(signal.reason);
      });
    });
  }

  elicitAll = this.elicit;

  complete(): void {}
}

/** A server whose tool asks the person, written out so that a test controls each message. */
class Server {
  lives = true;
  pings = 0;
  /** The messages after initialization, without pings. */
  readonly got: Message[] = [];
  call: Message;
  /** The reaction to a call. */
  asks: (server: Server, call: Message, count: number) => void = (server) => server.say({ id: "ask", method: "elicitation/create", params: { message: "?" } });
  readonly #far: TransportLike;
  #calls = 0;

  constructor(far: TransportLike) {
    this.#far = far;
    far.onmessage = (message) => this.#take(message);
    void far.start();
  }

  say(message: object): void {
    void this.#far.send({ jsonrpc: "2.0", ...message });
  }

  progress(progress: number, more: object = {}): void {
    this.say({ method: "notifications/progress", params: { progressToken: this.call.params._meta.progressToken, progress, ...more } });
  }

  #take(message: Message): void {
    const { id, method, params } = message;
    if (method === "initialize") {
      this.say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: info } });
    } else if (method === "server/discover") {
      this.say({ id, result: { supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, serverInfo: info, resultType: "complete", ttlMs: 0, cacheScope: "private" } });
    } else if (method === "tools/list") {
      this.say({ id, result: { resultType: "complete", tools: [], ttlMs: 0, cacheScope: "private" } });
    } else if (method === "ping") {
      this.pings++;
      if (this.lives) {
        this.say({ id, result: {} });
      }
    } else {
      this.got.push(message);
      if (method === "tools/call") {
        this.call = message;
        this.asks(this, message, ++this.#calls);
      } else if (String(id).startsWith("ask") && message.result) {
        this.done();
      }
    }
  }

  done(): void {
    this.say({ id: this.call.id, result: { resultType: "complete", content: [{ type: "text", text: "done" }] } });
  }
}

interface Chat {
  server: Server;
  person: Person;
  /** Calls the tool, with options of the client. */
  call(options: object): Promise<unknown>;
  errors: Error[];
}

type Which = "version 1" | "version 2" | "revision 2026-07-28";

async function chat(t: TestContext, which: Which, setUp = <T extends ClientV1 | ClientV2>(client: T): T => client): Promise<Chat> {
  const [near, far] = which === "version 1" ? InMemoryV1.createLinkedPair() : InMemoryV2.createLinkedPair();
  const server = new Server(far as TransportLike);
  const person = new Person();
  const transport = interceptElicitations(near as TransportLike, person, { server: { id: "weather.example" } });
  const versionNegotiation = which === "revision 2026-07-28" ? { mode: { pin: "2026-07-28" } } as const : undefined;
  const client = setUp(which === "version 1" ? new ClientV1(info, { capabilities }) : new ClientV2(info, versionNegotiation ? { capabilities, versionNegotiation } : { capabilities }));
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(transport as any);
  t.after(() => client.close());
  return {
    server,
    person,
    errors,
    call: (options) => (client instanceof ClientV1 ? client.callTool({ name: "x" }, undefined, options) : client.callTool({ name: "x" }, options)).then(text, fault),
  };
}

const text = (result: any): unknown => result.content[0].text;
const fault = (error: Error): unknown => error.message;

for (const which of ["version 1", "version 2"] as const) {
  test(`D1 ${which}: a call outlives its timeout while its form is open, and its onprogress hears the server alone`, async (t) => {
    const { server, person, call, errors } = await chat(t, which);
    const reports: any[] = [];
    const result = call(keepAlive({ timeout: 9000, onprogress: (progress: unknown) => reports.push(progress) }));
    await pass(100_000);
    server.progress(3, { total: 5, message: "halfway" });
    await pass(300_000);
    person.answer!(yes);
    assert.equal(await result, "done");
    assert.deepEqual(reports, [{ progress: 3, total: 5, message: "halfway" }]);
    assert.deepEqual(server.got.at(-1).result, yes);
    assert.ok(server.pings > 20, `${server.pings} pings`);
    const { pings } = server;
    await pass(20_000);
    assert.equal(server.pings, pings, "nobody waits any more");
    assert.deepEqual(errors, []);
  });

  test(`D1 ${which}: with a client that keeps its calls alive the options of a call are the app's, and its onprogress hears the server alone`, async (t) => {
    const { server, person, call, errors } = await chat(t, which, keepCallsAlive);
    server.asks = (_, __, count) => server.say({ id: `ask ${count}`, method: "elicitation/create", params: { message: "?" } });
    const reports: any[] = [];
    for (const options of [{ timeout: 9000, onprogress: (progress: unknown) => reports.push(progress) }, { timeout: 9000 }, undefined]) {
      const result = call(options!);
      await pass(70_000);
      server.progress(3);
      await pass(70_000);
      person.answer!(yes);
      assert.equal(await result, "done");
    }
    assert.deepEqual(reports, [{ progress: 3 }]);
    assert.deepEqual(errors, []);
  });

  test(`D1 ${which}: the client's own options do as well, and what it hears never passes the server`, async (t) => {
    const { server, person, call } = await chat(t, which);
    const reports: number[] = [];
    const result = call({ resetTimeoutOnProgress: true, onprogress: ({ progress }: { progress: number }) => reports.push(progress) });
    await pass(130_000);
    assert.ok(reports.length > 10);
    assert.deepEqual([...new Set(reports)], [0], "at first it has said nothing");
    server.progress(0.5);
    await pass(130_000);
    assert.deepEqual([...new Set(reports)], [0, 0.5]);
    server.progress(0.75);
    await pass(1_000);
    assert.equal(reports.at(-1), 0.75);
    person.answer!(yes);
    assert.equal(await result, "done");
  });

  test(`D1 ${which}: a server that is dead is noticed`, async (t) => {
    const { server, person, call } = await chat(t, which);
    const result = call(keepAlive({ timeout: 20_000 }));
    await pass(60_000);
    server.lives = false;
    const before = server.pings;
    await pass(26_000);
    assert.match(String(await result), /timed out/);
    assert.equal(server.pings, before + 1, "one that has no answer is not asked again");
    // The client cancels its call, and a live server would withdraw its own request; this server is dead.
    assert.equal(server.got.at(-2).method, "notifications/cancelled");
    assert.equal(person.withdrawn, true);
    assert.deepEqual(server.got.at(-1), { jsonrpc: "2.0", id: "ask", error: { code: -32603, message: "elicitation: withdrawn: call-given-up" } });
  });

  test(`D1 ${which}: a form goes when the last call is given up that can have brought it, and not with one that has its result`, async (t) => {
    const { server, person, call } = await chat(t, which);
    const first = call({ timeout: 5000 });
    await pass(1_000);
    server.asks = () => {};
    const second = call({ timeout: 30_000 });
    await pass(1_000);
    server.say({ id: "more", method: "elicitation/create", params: { message: "?" } });
    await pass(5_000);
    assert.match(String(await first), /timed out/);
    assert.deepEqual(person.withdrawals, [true, false], "the second may be of the second call");
    server.done();
    assert.equal(await second, "done");
    await pass(1_000);
    assert.deepEqual(person.withdrawals, [true, true]);
  });

  test(`D1 ${which}: a form that was asked for during a call that has its result stays`, async (t) => {
    const { server, person, call } = await chat(t, which);
    const result = call({});
    await pass(1_000);
    server.done();
    assert.equal(await result, "done");
    await pass(1_000);
    assert.equal(person.withdrawn, false);
    person.answer!(yes);
    await pass(1_000);
    assert.deepEqual(server.got.at(-1).result, yes);
  });

  test(`D1 ${which}: without a wish to hear of progress nothing is sent, and the time of the call is the client's`, async (t) => {
    const { server, call } = await chat(t, which);
    const result = call({ timeout: 30_000 });
    await pass(31_000);
    assert.match(String(await result), /timed out/);
    assert.equal(server.pings, 0);
  });

  test(`D1 ${which}: the most time that a call may take in all stays the client's`, async (t) => {
    const { call } = await chat(t, which);
    const result = call(keepAlive({ timeout: 10_000, maxTotalTimeout: 120_000 }));
    await pass(125_000);
    assert.match(String(await result), /Maximum total timeout/);
  });

  test(`D1 ${which}: the pages of -32042 keep their call alive`, async (t) => {
    const { server, person, call } = await chat(t, which);
    const elicitations = [{ mode: "url", message: "", url: "https://login.example/", elicitationId: "e" }];
    server.asks = (_, { id }, count) => (count === 1 ? server.say({ id, error: { code: -32042, message: "", data: { elicitations } } }) : server.done());
    const result = call(keepAlive({ timeout: 9000 }));
    await pass(100_000);
    person.answer!({ 0: { action: "accept" } });
    assert.equal(await result, "done");
  });

  test(`D1 ${which}: a server that wants to hear of its own request hears that somebody has it`, async (t) => {
    const { server, person, call } = await chat(t, which);
    server.asks = () => server.say({ id: "ask", method: "elicitation/create", params: { message: "?", _meta: { progressToken: "p" } } });
    const result = call({ timeout: 100_000 });
    await pass(60_000);
    const notices = server.got.filter(({ method }) => method === "notifications/progress").map(({ params }) => params);
    assert.ok(notices.length > 10 && notices.every(({ progressToken }) => progressToken === "p"));
    assert.ok(notices.every(({ progress }, i) => i === 0 || progress > notices[i - 1].progress), "it increases");
    person.answer!(yes);
    assert.equal(await result, "done");
  });
}

test("D1 revision 2026-07-28: a round keeps its call alive without a ping, as the server waits for nothing", async (t) => {
  const { server, person, call, errors } = await chat(t, "revision 2026-07-28");
  const inputRequests = { a: { method: "elicitation/create", params: { message: "?" } } };
  server.asks = (_, { id }, count) => (count === 1 ? server.say({ id, result: { resultType: "input_required", inputRequests, requestState: "s" } }) : server.done());
  const reports: unknown[] = [];
  const result = call(keepAlive({ timeout: 9000, onprogress: (progress: unknown) => reports.push(progress) }));
  await pass(300_000);
  person.answer!({ a: yes });
  assert.equal(await result, "done");
  assert.deepEqual([server.pings, reports, errors], [0, [], []]);
});
