// Tests the input that a task waits for (the extension io.modelcontextprotocol/tasks).

import assert from "node:assert/strict";
import { test } from "node:test";
import { rest } from "../message/test/clock.js";
import { UpdateTaskRequestV2Schema } from "@modelcontextprotocol/ext-tasks/core/v2";
import { generator } from "../session/test/generator.js";
import { ElicitationError } from "./errors.js";
import { FakeTransport } from "./test/faketransport.js";
import { interceptElicitations } from "./intercept.js";
import type { Message, InterceptOptions } from "./transport.js";
import type { Elicitor, ElicitOptions, ElicitResult } from "./types.js";

const server = { id: "weather.example" };
const introduction = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "chat", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {}, extensions: { "io.modelcontextprotocol/tasks": {} } },
};
const yes: ElicitResult = { action: "accept", content: { x: true } };
const question = (message: string): object => ({ method: "elicitation/create", params: { message, requestedSchema: { type: "object", properties: { x: { type: "boolean" } } } } });
const sampling = { method: "sampling/createMessage", params: { messages: [], maxTokens: 1 } };
const unknown = { method: "x/unknown", params: { any: ["thing"] } };

/** A person who answers when the test says so. */
class Person implements Elicitor {
  readonly requests: { message: string; options: ElicitOptions; answer: (result: ElicitResult) => void; fail: (error: Error) => void }[] = [];

  elicit(params: unknown, options: ElicitOptions): Promise<ElicitResult> {
    return new Promise((answer, fail) => {
      options.signal?.addEventListener("abort", () => fail(new DOMException("withdrawn", "AbortError")));
      this.requests.push({ message: (params as { message: string } | undefined)?.message ?? "", options, answer, fail });
    });
  }

  elicitAll(): Promise<never> {
    throw new Error("a task is no round");
  }

  complete(): void {}

  get messages(): string[] {
    return this.requests.map(({ message }) => message);
  }

  /** The messages of the open requests. */
  get open(): string[] {
    return this.requests.filter(({ options }) => !options.signal?.aborted).map(({ message }) => message);
  }
}

class Setup {
  readonly person = new Person();
  readonly raw = new FakeTransport();
  readonly got: Message[] = [];
  readonly errors: string[] = [];
  readonly transport: FakeTransport;
  #time = 0;
  #id = 0;

  constructor(options: InterceptOptions | (() => InterceptOptions) = { server }) {
    this.transport = interceptElicitations(this.raw, this.person, options);
    this.transport.onmessage = (message) => this.got.push(message);
    this.transport.onerror = ({ message }) => this.errors.push(message);
    void this.transport.start();
  }

  /** The client polls a task, the server answers, and the client gets the returned state. */
  async poll(state: object, taskId = "t"): Promise<Message> {
    const id = await this.ask(taskId);
    return this.reply(id, state, taskId);
  }

  /** The client asks for the state of a task. */
  async ask(taskId = "t"): Promise<number> {
    const id = ++this.#id;
    const params = { taskId, _meta: { ...introduction, progressToken: id } };
    await this.transport.send({ jsonrpc: "2.0", id, method: "tasks/get", params });
    return id;
  }

  reply(id: number, state: object, taskId = "t"): Message {
    this.raw.receive({ id, result: { resultType: "complete", ...this.state(taskId), ...state } });
    return this.got.at(-1).result;
  }

  /** The members of every state, with increasing times. */
  state(taskId = "t"): object {
    return { taskId, createdAt: new Date(0).toISOString(), lastUpdatedAt: new Date(++this.#time).toISOString(), ttlMs: null };
  }

  notify(state: object, taskId = "t"): Message {
    this.raw.receive({ method: "notifications/tasks", params: { ...this.state(taskId), ...state } });
    return this.got.at(-1).params;
  }

  /** The updates that were sent. */
  get updates(): Message[] {
    return this.raw.sent.filter(({ method }) => method === "tasks/update");
  }

  /** The answers in these updates. */
  get answers(): object[] {
    return this.updates.map(({ params }) => params.inputResponses);
  }

  acknowledge(outcome: object = { result: { resultType: "complete" } }): void {
    this.raw.receive({ id: this.updates.at(-1).id, ...outcome });
  }
}

const waiting = (inputRequests: object, more: object = {}): object => ({ status: "input_required", inputRequests, ...more });

test("N31 a request is shown, answered with an update, and hidden from the client", async () => {
  const t = new Setup();
  const state = await t.poll(waiting({ only: question("Delete?") }, { statusMessage: "…", pollIntervalMs: 5, more: [1], _meta: { a: 1 } }));
  assert.deepEqual(t.person.messages, ["Delete?"]);
  const { lastUpdatedAt, ...members } = state;
  assert.deepEqual(members, {
    resultType: "complete", taskId: "t", createdAt: "1970-01-01T00:00:00.000Z", ttlMs: null, status: "working", statusMessage: "…", pollIntervalMs: 5, more: [1], _meta: { a: 1 },
  });
  t.person.requests[0]!.answer(yes);
  await rest();
  const [{ id, ...update }] = t.updates as [Message];
  assert.deepEqual(update, { jsonrpc: "2.0", method: "tasks/update", params: { _meta: introduction, taskId: "t", inputResponses: { only: yes } } });
  assert.equal(UpdateTaskRequestV2Schema.safeParse({ id, ...update }).success, true, "the official schema takes it");
  const before = t.got.length;
  t.acknowledge();
  t.acknowledge();
  assert.equal(t.got.length, before, "the client has not asked for that");
  assert.deepEqual(t.errors, []);
});

test("a request is shown once, however often and by whatever way it is told", async () => {
  const t = new Setup();
  t.notify(waiting({ a: question("A") }));
  for (let i = 0; i < 5; i++) {
    assert.equal((await t.poll(waiting({ a: question("A") }))).status, "working");
  }
  assert.equal(t.notify(waiting({ a: question("A") })).inputRequests, undefined);
  t.person.requests[0]!.answer(yes);
  await rest();
  // The server has not noted the answer yet.
  await t.poll(waiting({ a: question("A") }));
  t.acknowledge();
  await t.poll(waiting({ a: question("A") }));
  await rest();
  assert.deepEqual([t.person.messages, t.answers], [["A"], [{ a: yes }]]);
});

test("each answer is sent when it is given, in whatever order", async () => {
  const t = new Setup();
  await t.poll(waiting({ a: question("A"), b: question("B") }));
  await t.poll(waiting({ a: question("A"), b: question("B"), c: question("C") }));
  assert.deepEqual(t.person.messages, ["A", "B", "C"]);
  t.person.requests[1]!.answer({ action: "decline" });
  await rest();
  await t.poll(waiting({ a: question("A"), c: question("C") }));
  t.person.requests[0]!.answer(yes);
  await rest();
  t.person.requests[2]!.answer({ action: "cancel" });
  await rest();
  assert.deepEqual(t.answers, [{ b: { action: "decline" } }, { a: yes }, { c: { action: "cancel" } }]);
  assert.equal(new Set(t.updates.map(({ id }) => id)).size, 3);
});

test("requests of other methods reach the client untouched, and the task still waits for them", async () => {
  const t = new Setup();
  const state = await t.poll(waiting({ a: question("A"), s: sampling, u: unknown, no: 5, odd: null }));
  assert.deepEqual([state.status, state.inputRequests], ["input_required", { s: sampling, u: unknown, no: 5, odd: null }]);
  assert.deepEqual(t.notify(waiting({ s: sampling, b: question("B") })).inputRequests, { s: sampling });
  const mixed = waiting({ s: sampling });
  assert.deepEqual((await t.poll(mixed, "other")).inputRequests, { s: sampling });
  assert.deepEqual(t.person.messages, ["A", "B"]);
  // The client's own answers pass.
  await t.transport.send({ jsonrpc: "2.0", id: 99, method: "tasks/update", params: { taskId: "t", inputResponses: { s: {} } } });
  t.raw.receive({ id: 99, result: { resultType: "complete" } });
  assert.deepEqual(t.got.at(-1), { jsonrpc: "2.0", id: 99, result: { resultType: "complete" } });
});

test("what asks for nothing, or is no task, reaches the client as it is", async () => {
  const t = new Setup();
  for (const state of [
    { status: "working" }, { status: "input_required" }, { status: "input_required", inputRequests: [question("A")] }, { status: "completed", result: {} },
    { status: 5, inputRequests: { a: question("A") } },
  ]) {
    const id = await t.ask("p");
    const message = { jsonrpc: "2.0", id, result: { resultType: "complete", ...state } };
    t.raw.receive(message);
    assert.deepEqual(t.got.at(-1), message);
  }
  for (const params of [undefined, null, 5, {}, { taskId: 5, ...waiting({ a: question("A") }) }]) {
    t.raw.receive({ method: "notifications/tasks", params });
    assert.deepEqual(t.got.at(-1), { jsonrpc: "2.0", method: "notifications/tasks", params });
  }
  await t.transport.send({ jsonrpc: "2.0", id: 50, method: "tools/call", params: { name: "x" } });
  const created = { jsonrpc: "2.0", id: 50, result: { resultType: "task", taskId: "u", status: "working", inputRequests: { a: question("A") } } };
  t.raw.receive(created);
  assert.deepEqual(t.got.at(-1), created);
  assert.deepEqual(t.person.messages, []);
});

test("B33 a request that the task does not list any more is withdrawn, unless the list is an older one", async () => {
  const t = new Setup();
  const [first, second] = [await t.ask(), await t.ask()];
  const older = t.state();
  t.reply(second, waiting({ a: question("A"), b: question("B") }));
  t.reply(first, { ...older, status: "working" });
  assert.deepEqual(t.person.open, ["A", "B"]);
  t.notify(waiting({ b: question("B") }));
  assert.deepEqual(t.person.open, ["B"]);
  await t.poll({ status: "working" });
  assert.deepEqual(t.person.open, []);
  await rest();
  assert.deepEqual([t.answers, t.errors], [[], []]);
});

test("a task that says no time is believed in the order of its messages", async () => {
  const t = new Setup();
  await t.poll(waiting({ a: question("A") }));
  await t.poll({ status: "working", lastUpdatedAt: "yesterday" });
  assert.deepEqual(t.person.open, []);
});

test("D4 when a task is over its forms go, and what comes late shows none", async (t) => {
  for (const [name, ends] of Object.entries({
    completed: (setup: Setup) => setup.poll({ status: "completed", result: {} }),
    failed: (setup: Setup) => setup.poll({ status: "failed", error: { code: 1, message: "" } }),
    cancelled: async (setup: Setup) => setup.notify({ status: "cancelled" }),
    "cancelled by the client": (setup: Setup) => setup.transport.send({ jsonrpc: "2.0", id: 70, method: "tasks/cancel", params: { taskId: "t" } }),
  })) {
    await t.test(name, async () => {
      const setup = new Setup();
      await setup.poll(waiting({ a: question("A") }));
      await setup.poll(waiting({ a: question("Another task") }), "u");
      await ends(setup);
      assert.deepEqual(setup.person.open, ["Another task"]);
      const late = await setup.poll(waiting({ a: question("A"), b: question("B") }));
      assert.deepEqual([late.status, late.inputRequests], ["working", undefined], "nor does the client ask for it");
      await rest();
      assert.deepEqual([setup.person.messages, setup.answers, setup.errors], [["A", "Another task"], [], []]);
    });
  }
  await t.test("with requests for the client", async () => {
    const setup = new Setup();
    await setup.transport.send({ jsonrpc: "2.0", id: 70, method: "tasks/cancel", params: { taskId: "t" } });
    assert.deepEqual((await setup.poll(waiting({ a: question("A"), s: sampling }))).inputRequests, { s: sampling });
  });
  await t.test("before anything was shown", async () => {
    const setup = new Setup();
    setup.notify({ status: "completed", result: {} });
    await setup.poll(waiting({ a: question("A") }));
    assert.deepEqual(setup.person.messages, []);
  });
});

test("what the client answers itself nobody else has to answer", async () => {
  const t = new Setup();
  await t.poll(waiting({ a: question("A"), b: question("B") }));
  await t.transport.send({ jsonrpc: "2.0", id: 70, method: "tasks/update", params: { taskId: "t", inputResponses: { a: yes, z: yes } } });
  assert.deepEqual(t.person.open, ["B"]);
  await t.poll(waiting({ a: question("A"), b: question("B") }));
  assert.deepEqual(t.person.messages, ["A", "B"]);
});

test("D4 an answer that did not arrive is sent again with the next state that lists it, and nobody is asked again", async () => {
  const t = new Setup();
  await t.poll(waiting({ a: question("A") }));
  t.raw.broken = true;
  t.person.requests[0]!.answer(yes);
  await rest();
  t.raw.broken = false;
  assert.deepEqual(t.errors, ["unreachable"]);
  assert.equal((await t.poll(waiting({ a: question("A") }))).status, "working");
  await rest();
  assert.deepEqual([t.person.messages, t.answers], [["A"], [{ a: yes }]]);
  for (let i = 0; i < 10; i++) {
    t.acknowledge({ error: { code: -32000, message: "busy" } });
    await t.poll(waiting({ a: question("A") }));
    await rest();
  }
  assert.equal(t.updates.length, 4, "five times in all");
  assert.deepEqual(t.errors.slice(1), Array(4).fill("tasks/update: busy"));
  assert.deepEqual(t.person.messages, ["A"]);
});

test("an update that the server has acknowledged is not sent again, also when the transport failed after that", async () => {
  const t = new Setup();
  await t.poll(waiting({ a: question("A") }));
  const send = t.raw.send.bind(t.raw);
  t.raw.send = async (message, options) => {
    await send(message, options);
    if (message.method === "tasks/update") {
      t.acknowledge();
      throw new Error("the stream broke");
    }
  };
  t.person.requests[0]!.answer(yes);
  await rest();
  await t.poll(waiting({ a: question("A") }));
  await rest();
  assert.deepEqual([t.answers, t.errors], [[{ a: yes }], ["the stream broke"]]);
});

test("an answer that the server rejects is not sent again: the client gets the request", async () => {
  const t = new Setup();
  const both = waiting({ a: question("A"), b: question("B") });
  await t.poll(both);
  t.person.requests[0]!.answer(yes);
  await rest();
  t.acknowledge({ error: { code: -32602, message: "No such choice" } });
  assert.deepEqual((await t.poll(both)).inputRequests, { a: question("A") });
  await rest();
  assert.deepEqual([t.person.messages, t.updates.length, t.errors], [["A", "B"], 1, ["tasks/update: No such choice"]]);
});

test("a task that the server does not know has no forms, until it knows it", async () => {
  const t = new Setup();
  await t.poll(waiting({ a: question("A") }));
  t.raw.receive({ id: await t.ask(), error: { code: -32602, message: "Task not found" } });
  assert.deepEqual([t.person.open, t.got.at(-1).error.code], [[], -32602]);
  // Another server of the same service may have an older state.
  await t.poll(waiting({ a: question("A") }));
  assert.deepEqual(t.person.open, ["A"]);
});

test("N20 what nobody could be asked is the client's, from the next state on", async () => {
  const t = new Setup();
  const both = { bad: { method: "elicitation/create" }, b: question("B") };
  assert.equal((await t.poll(waiting(both))).status, "working");
  t.person.requests[0]!.fail(new ElicitationError("invalid-request", { reason: "not-json" }));
  await rest();
  const state = await t.poll(waiting(both));
  assert.deepEqual([state.status, state.inputRequests], ["input_required", { bad: both.bad }]);
  assert.deepEqual([t.person.requests.length, t.answers, t.errors], [2, [], ["elicitation: invalid-request: not-json"]]);
});

test("options that throw are told, and the client decides", async () => {
  const t = new Setup(() => {
    throw new Error("no page");
  });
  for (let i = 0; i < 2; i++) {
    assert.deepEqual(t.notify(waiting({ a: question("A") })).inputRequests, { a: question("A") });
    await rest();
  }
  assert.deepEqual(t.errors, ["no page"]);
});

test("another request under a key that is open is not shown, and is told once", async () => {
  const t = new Setup();
  for (const message of ["A", "other", "other"]) {
    assert.equal((await t.poll(waiting({ a: question(message) }))).status, "working");
  }
  assert.deepEqual([t.person.open, t.errors], [["A"], ["tasks: another request under the same key"]]);
  // A key that now names another request stops being an elicitation.
  assert.deepEqual((await t.poll(waiting({ a: sampling }))).inputRequests, { a: sampling });
  assert.deepEqual(t.person.open, []);
});

test("D4 a connection that is gone takes the forms along, and a new one shows what is still open", async (t) => {
  for (const [name, goes] of Object.entries({
    closed: async (setup: Setup) => setup.raw.onclose?.(),
    "begun anew": (setup: Setup) => setup.transport.send({ jsonrpc: "2.0", id: 0, method: "initialize" }),
  })) {
    await t.test(name, async () => {
      const setup = new Setup();
      await setup.poll(waiting({ a: question("A") }));
      const first = setup.person.requests[0]!;
      await goes(setup);
      assert.equal(first.options.signal?.aborted, true);
      first.answer(yes);
      await setup.poll(waiting({ a: question("A") }));
      await rest();
      assert.deepEqual([setup.person.messages, setup.answers], [["A", "A"], []]);
    });
  }
});

test("the introduction of the last request serves a task that was not asked for", async () => {
  const t = new Setup();
  await t.transport.send({ jsonrpc: "2.0", id: 5, method: "tools/call", params: { name: "x", _meta: { ...introduction, progressToken: 5 } } });
  await t.transport.send({ jsonrpc: "2.0", id: 6, method: "tools/call", params: { name: "x", _meta: { progressToken: 6 } } });
  t.notify(waiting({ a: question("A") }));
  t.person.requests[0]!.answer(yes);
  await rest();
  assert.deepEqual(t.updates[0].params._meta, introduction);
});

test("B11 keys are exact, whatever they are called", async () => {
  const t = new Setup();
  const names = ["10", "9", "__proto__", "constructor", "", "a.b"];
  const text = `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(question(name))}`).join(",")},"toString":${JSON.stringify(sampling)}}`;
  const state = await t.poll(waiting(JSON.parse(text)));
  assert.deepEqual(state.inputRequests, { toString: sampling });
  // JavaScript moves numbers to the front.
  assert.deepEqual(t.person.messages, ["9", "10", "__proto__", "constructor", "", "a.b"]);
  t.person.requests.forEach(({ answer }) => answer(yes));
  await rest();
  assert.deepEqual(t.answers.map((answer) => JSON.stringify(answer)), t.person.messages.map((name) => `{${JSON.stringify(name)}:${JSON.stringify(yes)}}`));
  // A task may have such a name.
  await t.poll(waiting({ a: question("P") }), "__proto__");
  assert.equal(t.person.messages.at(-1), "P");
});

test("B45 whatever a server lists, few forms are open, and the others follow", async () => {
  const t = new Setup();
  const many = (count: number, from = 0): object => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${from + i}`, question(`k${from + i}`)]));
  const state = await t.poll(waiting(many(5000)));
  assert.deepEqual([state.status, state.inputRequests], ["working", undefined], "those that wait are not the client's");
  assert.equal(t.person.requests.length, 20);
  t.person.requests[0]!.answer(yes);
  await rest();
  await t.poll(waiting(many(5000)));
  assert.deepEqual(t.person.messages.slice(19), ["k19", "k20"]);
  // The oldest tasks without a form are forgotten.
  for (let i = 0; i < 500; i++) {
    t.notify({ status: "completed", result: {} }, `over ${i}`);
  }
  t.notify(waiting({ a: question("Late") }), "over 0");
  t.notify(waiting({ a: question("Too late") }), "over 499");
  assert.deepEqual(t.person.messages.slice(21), ["Late"]);
  // If every task has a form, further tasks are ignored.
  for (let i = 0; i < 500; i++) {
    t.notify(waiting({ a: question("M") }), `many ${i}`);
  }
  assert.equal(t.person.requests.length, 20 + 1 + 1 + 198);
  assert.deepEqual(t.notify(waiting({ a: question("M") }), "many 499").inputRequests, { a: question("M") });
});

test("B45 a request that nests too deep does not stop the messages", async () => {
  const t = new Setup();
  const deep = JSON.parse(`{"method":"elicitation/create","params":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
  assert.equal((await t.poll(waiting({ deep }))).status, "working");
  assert.equal(t.person.requests.length, 1);
});

test("D4 whatever happens in any order, a key is asked once at a time and never after its answer, and nothing is invented", async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = generator(seed);
    const t = new Setup();
    const keys = ["a", "b", "c", "d"];
    const answers = new Map<string, ElicitResult>();
    const failed = new Set<string>();
    let ended = false;
    for (let step = 0; step < 60; step++) {
      const open = t.person.requests.filter(({ message, options }) => !options.signal?.aborted && !answers.has(message) && !failed.has(message));
      assert.equal(new Set(open.map(({ message }) => message)).size, open.length, `seed ${seed}: one form for each key`);
      const before = t.person.requests.length;
      switch (random(7)) {
        case 0:
        case 1:
        case 2: {
          const list = Object.fromEntries([...keys.filter(() => random(3) > 0).map((key) => [key, question(key)]), ["s", sampling]]);
          const got = random(2) ? await t.poll(waiting(list)) : t.notify(waiting(list));
          const handed = Object.keys(got.inputRequests).filter((key) => key !== "s");
          assert.ok(handed.every((key) => failed.has(key) && !ended), `seed ${seed}: the client got ${handed}`);
          break;
        }
        case 3: {
          const { message, answer } = open[random(open.length)] ?? {};
          if (message) {
            answers.set(message, random(2) ? yes : { action: "decline" });
            answer!(answers.get(message)!);
            // The network may fail at this moment.
            t.raw.broken = random(2) === 0;
            await rest();
            t.raw.broken = false;
          }
          break;
        }
        case 4: {
          const { message, fail } = random(3) === 0 ? (open[random(open.length)] ?? {}) : {};
          if (message) {
            failed.add(message);
            fail!(new ElicitationError("load-failed"));
          }
          break;
        }
        case 5:
          if (t.updates.length > 0) {
            t.acknowledge(random(2) ? { error: { code: -32000, message: "busy" } } : undefined);
          }
          break;
        default:
          if (random(20) === 0) {
            ended = true;
            t.notify({ status: "completed", result: {} });
          } else {
            await t.poll({ status: "working", ...(random(2) ? { lastUpdatedAt: new Date(0).toISOString() } : {}) });
          }
      }
      await rest();
      const shownAgain = t.person.messages.slice(before);
      assert.ok(!shownAgain.some((key) => ended || answers.has(key) || failed.has(key)), `seed ${seed}: asked again for ${shownAgain}`);
    }
    for (const answer of t.answers) {
      const [[key, result], ...more] = Object.entries(answer) as [[string, ElicitResult]];
      assert.deepEqual([more.length, result], [0, answers.get(key)], `seed ${seed}`);
    }
    for (const key of keys) {
      assert.ok(t.answers.filter((answer) => Object.hasOwn(answer, key)).length <= 5, `seed ${seed}: ${key} was sent too often`);
    }
  }
});
