import assert from "node:assert/strict";
import { test } from "node:test";
import { digest } from "../message/digest.js";
import { rest, setTime, tick } from "../message/test/clock.js";
import { answer, asks, type FakePort, server, start } from "./test/fake.js";
import type { DraftStorage } from "./types.js";

const schema = (name: string): object => ({ type: "object", properties: { [name]: { type: "string" } } });
const form = { message: "Where?", requestedSchema: schema("city") };

class Storage implements DraftStorage {
  readonly items = new Map<string, string>();
  getItem(name: string): string | null {
    return this.items.get(name) ?? null;
  }
  setItem(name: string, value: string): void {
    this.items.set(name, value);
  }
  removeItem(name: string): void {
    this.items.delete(name);
  }
}

/** A storage that lists its names, as in browsers. */
function browserStorage(): DraftStorage & { [name: string]: unknown } {
  const methods: DraftStorage = {
    getItem: (name) => (Object.hasOwn(storage, name) ? String(storage[name]) : null),
    setItem: (name, value) => void (storage[name] = value),
    removeItem: (name) => void delete storage[name],
  };
  const storage = Object.create(methods);
  return storage;
}

const notes = (port: FakePort, i = 0): Record<string, unknown> => asks(port)[i]!.notes;
const draft = (port: FakePort, requestId: number, answers: unknown): void => port.sayJson({ method: "elicitform/draft", params: { requestId, draft: answers } });

test("N24 by default what was typed outlives a reload of the frame, and nothing else", async () => {
  const { host, frame } = start();
  const before = frame.open();
  const first = host.elicit(form, { server, draftKey: "k" });
  await rest();
  assert.equal(notes(before)["drafts"], true);
  draft(before, 1, { city: "Gr" });
  draft(before, 1, { city: "Graz" });
  let port = frame.open();
  assert.deepEqual(notes(port)["draft"], { city: "Graz" });
  // A draft is removed when it is empty or too large.
  for (const answers of [null, { city: "x".repeat(64 * 1024) }]) {
    draft(port, 1, { city: "Wels" });
    draft(port, 1, answers);
    port = frame.open();
    assert.equal("draft" in notes(port), false);
  }
  draft(port, 1, { city: "Enns" });
  answer(port, 1, "cancel");
  await first;
  const second = host.elicit(form, { server, draftKey: "k" });
  await rest();
  assert.equal("draft" in notes(port, 1), false, "the draft ends with its request");
  answer(port, 2);
  await second;
});

test("N24 B40 with false nothing is kept", async () => {
  const { host, frame } = start({ drafts: false });
  const port = frame.open();
  const result = host.elicit(form, { server, draftKey: "k" });
  await rest();
  assert.equal(notes(port)["drafts"], false);
  draft(port, 1, { city: "Graz" });
  const newPort = frame.open();
  assert.equal("draft" in notes(newPort), false);
  answer(newPort, 1);
  await result;
});

test("N24 D3 a draft survives the page, a decline and a cancellation, and is gone once the answers are sent", async () => {
  const drafts = new Storage();
  const first = start({ drafts });
  const before = first.frame.open();
  // The page leaves without a message to its host.
  void first.host.elicit(form, { server, draftKey: "k" }).catch(() => {});
  await rest();
  assert.equal(notes(before)["drafts"], true);
  assert.equal("draft" in notes(before), false);
  draft(before, 1, { city: "Gra" });
  draft(before, 1, { city: "Graz", "9": { deep: [1] } });
  draft(before, 2, { city: "elsewhere" });
  assert.equal(drafts.items.size, 1);

  const { host, frame } = start({ drafts });
  const port = frame.open();
  for (const [i, action] of (["cancel", "decline", "accept"] as const).entries()) {
    assert.equal(drafts.items.size, 1, action);
    const result = host.elicit(form, { server, draftKey: "k" });
    await rest();
    assert.deepEqual(notes(port, i)["draft"], { city: "Graz", "9": { deep: [1] } });
    answer(port, i + 1, { action, ...(action === "accept" && { content: { city: "Graz" } }) });
    await result;
  }
  assert.equal(drafts.items.size, 0);
});

test("N24 a draft is kept when the request fails, and goes when that is withdrawn, expired or disposed of", async (t) => {
  const drafts = new Storage();
  let stop = new AbortController();
  const cases: { [what: string]: [end: (setup: ReturnType<typeof start>, port: FakePort) => void, answers: boolean] } = {
    failed: [(_, port) => port.sayJson({ id: 1, error: {} }), true],
    malformed: [(_, port) => answer(port, 1, "maybe"), true],
    withdrawn: [() => stop.abort(), false],
    "expired by the clock": [() => tick(1000), false],
    "expired in the frame": [(_, port) => port.sayJson({ id: 1, error: { data: { "elicitform/code": "expired" } } }), false],
    disposed: [({ host }) => host.dispose(), false],
    "removed from the page": [({ container, frame }) => ((container.isConnected = false), frame.takeOut()), false],
  };
  for (const [what, [end, answers]] of Object.entries(cases)) {
    await t.test(what, async () => {
      stop = new AbortController();
      const setup = start({ drafts });
      const port = setup.frame.open();
      const lost = assert.rejects(setup.host.elicit(form, { server, draftKey: "k", signal: stop.signal, deadline: Date.now() + 1000 }));
      await rest();
      draft(port, 1, { city: "Graz" });
      assert.equal(drafts.items.size, 1);
      end(setup, port);
      await lost;
      assert.equal(drafts.items.size, answers ? 1 : 0);
    });
  }
  // A request that is rejected, or withdrawn before its turn, keeps its draft.
  const { host, frame } = start({ drafts });
  const port = frame.open();
  const first = assert.rejects(host.elicit(form, { server, draftKey: "k" }));
  await rest();
  draft(port, 1, { city: "Graz" });
  port.sayJson({ id: 1, error: {} });
  await first;
  assert.equal(drafts.items.size, 1);
  await assert.rejects(host.elicit(form, { server, draftKey: "k", deadline: Date.now() }), { code: "expired" });
  assert.equal(drafts.items.size, 0);
});

test("N24 a draft lives for seven days, whichever way the clock is put", async () => {
  const day = 24 * 60 * 60 * 1000;
  for (const [days, lives] of [[0, true], [6.9, true], [7, false], [-6.9, true], [-7, false]] as const) {
    for (const drafts of [new Storage(), browserStorage()]) {
      const names = (): string[] => (drafts instanceof Storage ? [...drafts.items.keys()] : Object.keys(drafts));
      setTime(1e12);
      const before = start({ drafts });
      void before.host.elicit(form, { server }).catch(() => {});
      await rest();
      draft(before.frame.open(), 1, { city: "Graz" });
      const name = names()[0] ?? "";
      assert.ok(name.startsWith("elicitform:weather.example:") && !name.includes("Where"), name);
      assert.equal(drafts.getItem(name)?.includes("properties"), false, "what the server wrote is not kept");
      // Foreign items, and items without a time.
      drafts.setItem("theme", "dark");
      if (!(drafts instanceof Storage)) {
        drafts.setItem("elicitform:weather.example:x", '{"form":"[]","draft":{"city":"Linz"}}');
      }

      setTime(1e12 + days * day);
      const after = start({ drafts });
      await rest();
      if (!(drafts instanceof Storage)) {
        assert.deepEqual(names().sort(), lives ? [name, "theme"] : ["theme"], `${days} days, swept`);
      }
      void after.host.elicit(form, { server }).catch(() => {});
      await rest();
      assert.deepEqual(notes(after.frame.open())["draft"], lives ? { city: "Graz" } : undefined, `${days} days`);
      assert.deepEqual(names().sort(), lives ? [name, "theme"] : ["theme"], `${days} days, met`);
    }
  }
});

test("N24 a draft is dropped when the frame says so", async () => {
  const drafts = new Storage();
  const { host, frame } = start({ drafts });
  const port = frame.open();
  const result = host.elicit(form, { server, draftKey: "c" });
  await rest();
  draft(port, 1, { city: "Wels" });
  assert.equal(drafts.items.size, 1);
  draft(port, 1, null);
  assert.equal(drafts.items.size, 0);
  answer(port, 1);
  await result;
});

test("N24 a draft never turns up in another form, nor with another server", async () => {
  const drafts = new Storage();
  const { host, frame } = start({ drafts });
  const port = frame.open();
  const cases: [params: object, options: { server: { id: string }; draftKey?: string }, restored: boolean][] = [
    [form, { server, draftKey: "k" }, false],
    [form, { server, draftKey: "k" }, true],
    [{ ...form, message: "Where to?" }, { server, draftKey: "k" }, false],
    [{ ...form, message: "Where to?" }, { server, draftKey: "k" }, true],
    [{ ...form, requestedSchema: schema("iban") }, { server, draftKey: "k" }, false],
    [form, { server: { id: "bank.example" }, draftKey: "k" }, false],
    // Without a draftKey, the message and the schema identify the form.
    [form, { server }, false],
    [form, { server }, true],
    [{ ...form, message: "Where to?" }, { server }, false],
  ];
  for (const [i, [params, options, restored]] of cases.entries()) {
    const cancelled = host.elicit(params as never, options);
    await rest();
    assert.equal("draft" in notes(port, i), restored, `case ${i}`);
    draft(port, i + 1, { city: "Graz" });
    answer(port, i + 1, "cancel");
    await cancelled;
  }
});

test("N24 a server cannot make two forms that share a draft", async () => {
  const titled = (title: string, $comment: string): object => ({ type: "object", properties: { text: { type: "string", title } }, $comment });
  const text = (message: string): object => ({ message, requestedSchema: schema("text") });
  // Each pair had the same digest when digests had 40 bits: the last four characters compensate for the difference.
  const pairs: [what: string, draftKey: string | undefined, first: object, second: object][] = [
    ["schemas", "k", { message: "?", requestedSchema: titled("A note for yourself", "一一一一") }, { message: "?", requestedSchema: titled("City", "丏嫸嘏台") }],
    ["messages", undefined, text("A note for yourself? 一一一一"), text("Which city shall all see? 丄吔嶨寺")],
    ["halves of a character", undefined, text("A note\ud800"), text("A note\ud801")],
  ];
  for (const [what, draftKey, first, second] of pairs) {
    const drafts = new Storage();
    const { host, frame } = start({ drafts });
    const port = frame.open();
    for (const [i, [params, restored]] of ([[first, false], [second, false], [second, true]] as const).entries()) {
      const cancelled = host.elicit(params as never, { server, draftKey });
      await rest();
      assert.equal("draft" in notes(port, i), restored, `${what}, request ${i}`);
      draft(port, i + 1, { fields: [] });
      answer(port, i + 1, "cancel");
      await cancelled;
    }
    host.dispose();
  }
});

test("N24 the messages of a round cannot be divided in another way and find its draft", async () => {
  const roundOf = (...messages: string[]): object =>
    Object.fromEntries(messages.map((message, i) => [i, { method: "elicitation/create", params: { message, requestedSchema: schema("text") } }]));
  const { host, frame } = start({ drafts: new Storage() });
  const port = frame.open();
  for (const [i, [requests, restored]] of ([[roundOf("a\nb", "c"), false], [roundOf("a", "b\nc"), false], [roundOf("a", "b\nc"), true]] as const).entries()) {
    const cancelled = host.elicitAll(requests as never, { server });
    await rest();
    assert.equal("draft" in notes(port, i), restored, `round ${i}`);
    draft(port, i + 1, { fields: [] });
    port.sayJson({ id: i + 1, result: { responses: ["0", "1"].map((key) => ({ key, result: { action: "cancel" } })) } });
    await cancelled;
  }
});

test("B40 a storage that fails, or holds something else, changes nothing", async () => {
  const fail = (): never => {
    throw new DOMException("no", "SecurityError");
  };
  const broken: DraftStorage = { getItem: fail, setItem: fail, removeItem: fail };
  const foreign = new Storage();
  for (const text of ["{", "null", '{"form":1,"draft":2}', `{"at":${Date.now()},"draft":{"city":"Linz"}}`]) {
    foreign.setItem(`elicitform:weather.example:${digest("k")}`, text);
    for (const drafts of [broken, foreign]) {
      const { host, frame } = start({ drafts });
      const port = frame.open();
      const result = host.elicit(form, { server, draftKey: "k" });
      await rest();
      assert.equal("draft" in notes(port), false);
      draft(port, 1, { city: "Graz" });
      // The frame loads again: the draft in memory is still there.
      const newPort = frame.open();
      assert.deepEqual(notes(newPort)["draft"], { city: "Graz" });
      answer(newPort, 1);
      await result;
    }
    assert.equal(foreign.items.size, 1);
  }
});

test("N24 what is kept is bounded, and never pushes the request out", async () => {
  const drafts = new Storage();
  const { host, frame } = start({ drafts });
  const port = frame.open();
  const large = { message: "x".repeat(200 * 1024) };
  const result = host.elicit(large, { server, draftKey: "k" });
  await rest();
  draft(port, 1, { city: "x".repeat(60 * 1024) });
  assert.equal(drafts.items.size, 1);
  const newPort = frame.open();
  assert.deepEqual(notes(newPort)["draft"], { city: "x".repeat(60 * 1024) });
  assert.deepEqual(asks(newPort)[0]!.params, large);
  draft(newPort, 1, { city: "x".repeat(64 * 1024) });
  assert.equal(drafts.items.size, 0);
  answer(newPort, 1);
  await result;
});
