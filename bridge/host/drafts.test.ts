import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { answer, disposeAll, type FakePort, start, turn } from "./fake.js";
import type { DraftStorage } from "./types.js";

const server = { id: "weather.example" };
const schema = (name: string): object => ({ type: "object", properties: { [name]: { type: "string" } } });
const form = { message: "Where?", requestedSchema: schema("city") };

afterEach(disposeAll);

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

const meta = (port: FakePort, i = 0): Record<string, unknown> => port.heard("elicitation/create")[i]!.params["_meta"];
const draft = (port: FakePort, requestId: number, kept: unknown): void => port.sayJson({ method: "elicitform/draft", params: { requestId, draft: kept } });

test("N24 B40 nothing is kept unless the host says where", async () => {
  for (const drafts of [undefined, false] as const) {
    const { host, frame } = start({ drafts });
    const port = frame.open();
    const result = host.elicit(form, { server, draftKey: "k" });
    await turn();
    draft(port, 1, { city: "Graz" });
    assert.equal("elicitform/drafts" in meta(port), false);
    answer(port, 1);
    await result;
  }
});

test("N24 D3 a draft survives the page, a decline and a cancellation, and is gone once the answers are sent", async () => {
  const drafts = new Storage();
  const first = start({ drafts });
  const before = first.frame.open();
  const lost = assert.rejects(first.host.elicit(form, { server, draftKey: "k" }), { code: "disposed" });
  await turn();
  assert.equal(meta(before)["elicitform/drafts"], true);
  assert.equal("elicitform/draft" in meta(before), false);
  draft(before, 1, { city: "Gra" });
  draft(before, 1, { city: "Graz", "9": { deep: [1] } });
  draft(before, 2, { city: "elsewhere" });
  assert.deepEqual([...drafts.items.keys()], ["elicitform:weather.example:k"]);
  first.host.dispose();
  await lost;

  const { host, frame } = start({ drafts });
  const port = frame.open();
  for (const [i, action] of (["cancel", "decline", "accept"] as const).entries()) {
    assert.equal(drafts.items.size, 1, action);
    const result = host.elicit(form, { server, draftKey: "k" });
    await turn();
    assert.deepEqual(meta(port, i)["elicitform/draft"], { city: "Graz", "9": { deep: [1] } });
    port.sayJson({ id: i + 1, result: { action, ...(action === "accept" && { content: { city: "Graz" } }) } });
    await result;
  }
  assert.equal(drafts.items.size, 0);
});

test("N24 a draft is kept when the request is withdrawn or fails, and dropped when the frame says so", async () => {
  const drafts = new Storage();
  const { host, frame } = start({ drafts });
  const port = frame.open();
  const stop = new AbortController();
  const first = assert.rejects(host.elicit(form, { server, draftKey: "a", signal: stop.signal }));
  const second = assert.rejects(host.elicit(form, { server, draftKey: "b" }));
  const third = host.elicit(form, { server, draftKey: "c" });
  await turn();
  draft(port, 1, { city: "Graz" });
  stop.abort();
  await turn();
  draft(port, 2, { city: "Linz" });
  port.sayJson({ id: 2, error: {} });
  draft(port, 3, { city: "Wels" });
  draft(port, 3, null);
  await Promise.all([first, second]);
  assert.deepEqual([...drafts.items.keys()], ["elicitform:weather.example:a", "elicitform:weather.example:b"]);
  answer(port, 3);
  await third;
});

test("N24 a draft never turns up in another form, nor with another server", async () => {
  const drafts = new Storage();
  const { host, frame } = start({ drafts });
  const port = frame.open();
  const cases: [params: object, options: { server: { id: string }; draftKey?: string }, restored: boolean][] = [
    [form, { server, draftKey: "k" }, false],
    [form, { server, draftKey: "k" }, true],
    [{ ...form, message: "Where to?" }, { server, draftKey: "k" }, true],
    [{ ...form, requestedSchema: schema("iban") }, { server, draftKey: "k" }, false],
    [form, { server: { id: "bank.example" }, draftKey: "k" }, false],
    // Without a key of the host's own, the form is known by its message and its schema.
    [form, { server }, false],
    [form, { server }, true],
    [{ ...form, message: "Where to?" }, { server }, false],
  ];
  for (const [i, [params, options, restored]] of cases.entries()) {
    const stop = new AbortController();
    const lost = assert.rejects(host.elicit(params as never, { ...options, signal: stop.signal }));
    await turn();
    assert.equal("elicitform/draft" in meta(port, i), restored, `case ${i}`);
    draft(port, i + 1, { city: "Graz" });
    stop.abort();
    await lost;
  }
});

test("B40 a storage that refuses, or holds something else, changes nothing", async () => {
  const refuse = (): never => {
    throw new DOMException("no", "SecurityError");
  };
  const broken: DraftStorage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  const foreign = new Storage();
  for (const text of ["{", "null", '{"form":1,"draft":2}']) {
    foreign.setItem("elicitform:weather.example:k", text);
    for (const drafts of [broken, foreign]) {
      const { host, frame } = start({ drafts });
      const port = frame.open();
      const result = host.elicit(form, { server, draftKey: "k" });
      await turn();
      assert.equal("elicitform/draft" in meta(port), false);
      draft(port, 1, { city: "Graz" });
      // The frame loads again: what was kept in memory is still there.
      const again = frame.open();
      assert.deepEqual(meta(again)["elicitform/draft"], { city: "Graz" });
      answer(again, 1);
      await result;
    }
  }
});

test("N24 what is kept is bounded, and never pushes the request out", async () => {
  const drafts = new Storage();
  const { host, frame } = start({ drafts });
  const port = frame.open();
  const large = { message: "x".repeat(200 * 1024) };
  const result = host.elicit(large, { server, draftKey: "k" });
  await turn();
  draft(port, 1, { city: "x".repeat(60 * 1024) });
  assert.equal(drafts.items.size, 1);
  const again = frame.open();
  assert.equal("elicitform/rejected" in meta(again), false);
  assert.equal("elicitform/draft" in meta(again), false);
  draft(again, 1, { city: "x".repeat(64 * 1024) });
  assert.equal(drafts.items.size, 0);
  answer(again, 1);
  await result;
});
