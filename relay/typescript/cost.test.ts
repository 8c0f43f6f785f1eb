// Counts the cost of a full session, and of a server that never stops. "make test-relay" measures it.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { eventReader } from "../../bridge/message/events.js";
import { pass, settle, waitUntil } from "../../bridge/message/test/clock.js";
import { MemoryStore } from "./relay-memory.js";
import { createRelay, type Relay } from "./relay-server.js";
import type { RelayStore } from "./relay-store.js";

const secret = "a secret that nobody else knows";
const relays: Relay[] = [];
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.close()));
});

/** A store that counts its calls, and the characters of its replies. */
function counting(): { store: RelayStore; calls: Record<string, number>; read: () => number } {
  const inner = new MemoryStore();
  const calls: Record<string, number> = {};
  let characters = 0;
  const store = new Proxy(inner, {
    get: (target, name: string) => name in target ? async (...args: unknown[]) => {
      const call = name === "records" && (args[2] as string[]).includes("body") ? "bodies" : name;
      calls[call] = (calls[call] ?? 0) + 1;
      const reply = await (target as any)[name](...args);
      characters += typeof reply === "function" ? 0 : JSON.stringify(reply).length;
      return reply;
    } : undefined,
  }) as unknown as RelayStore;
  return { store, calls, read: () => characters };
}

/** A device that reads a stream of a session. */
class Reader {
  readonly messages: any[] = [];
  readonly #closing = new AbortController();

  static async of(relay: Relay, session = "chat", last?: number): Promise<Reader> {
    const reader = new Reader();
    const headers: Record<string, string> = { authorization: `Bearer ${await relay.token(session)}`, accept: "text/event-stream" };
    const response = await relay.handle(
      new Request("https://chat.example/relay", { headers: last === undefined ? headers : { ...headers, "last-event-id": String(last) }, signal: reader.#closing.signal }),
    );
    assert.equal(response.status, 200);
    const take = eventReader(({ data }) => reader.messages.push({ ...JSON.parse(data), size: data.length }), () => assert.fail("an event is too large"));
    void (async () => {
      for await (const text of response.body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
        take(text);
      }
    })().catch(() => {});
    return reader;
  }

  async until(matches: (messages: any[]) => boolean): Promise<void> {
    await waitUntil(() => matches(this.messages));
  }

  get open(): any[] {
    return this.messages.flatMap(({ open }) => open);
  }

  leave(): void {
    this.#closing.abort();
  }
}

const start = (store: RelayStore, poll = 60_000): Relay => {
  const relay = createRelay({ secret, store, poll });
  relays.push(relay);
  return relay;
};

async function fill(relay: Relay, session = "chat", bytes = 40_000): Promise<Promise<unknown>[]> {
  const params = JSON.stringify({ message: "x".repeat(bytes) });
  const all = Array.from({ length: 100 }, (_, i) => relay.elicit(params, { server: { id: `server ${i % 5}` }, session }).catch(() => {}));
  const reader = await Reader.of(relay, session);
  await reader.until(() => reader.open.length >= 100);
  reader.leave();
  return all;
}

test("what is read of a full session does not grow with what is open", async () => {
  const { store, calls, read } = counting();
  const relay = start(store);
  await fill(relay);
  const phone = await Reader.of(relay);
  await phone.until(() => phone.open.length >= 100);
  const [before, looks] = [read(), calls["read"]!];
  for (let i = 0; i < 5; i++) {
    await store.page("chat", { server: "server 1", elicitationId: String(i), keep: 60_000 });
    await phone.until((messages) => messages.flatMap(({ pages }) => pages).length > i);
  }
  assert.ok(calls["read"]! > looks);
  assert.ok(read() - before < 5 * 300, `${read() - before} characters`);
  assert.ok(phone.messages.slice(-5).every(({ size }) => size < 300), "a device is told what has changed only");
});

test("many notices at once cost few looks, and a withdrawal among them is told", async () => {
  const { store, calls } = counting();
  const relay = start(store);
  const phones = await Promise.all(Array.from({ length: 8 }, () => Reader.of(relay)));
  const withdrawn = new AbortController();
  const result = relay.elicit('{"message":"m"}', { server: { id: "a" }, session: "chat", signal: withdrawn.signal }).catch(() => {});
  await Promise.all(phones.map((phone) => phone.until(() => phone.open.length === 1)));
  const before = { ...calls };
  const startedAt = Date.now();
  let notices = 0;
  for (let isTold = false; !isTold; notices++) {
    await store.page("chat", { server: `server ${notices}`, elicitationId: "e", keep: 60_000 });
    if (notices === 200) {
      withdrawn.abort();
      await settle(result);
    }
    isTold = notices > 200 && phones.every((phone) => phone.messages.some(({ gone }) => gone.length > 0));
    await pass(1);
  }
  const looks = calls["read"]! - before["read"]!;
  const maxLooks = 11 + (Date.now() - startedAt) / 250;
  assert.ok(looks <= maxLooks, `${looks} looks, want at most ${maxLooks}, for ${notices} notices and 8 devices`);
  assert.equal((calls["peek"] ?? 0) - (before["peek"] ?? 0), 0, "notifications for others are not for the client that waits for an answer");
});

test("what a round says is read and written once for all devices", async () => {
  const { store, calls } = counting();
  const relay = start(store);
  const phones = await Promise.all(Array.from({ length: 16 }, () => Reader.of(relay)));
  void relay.elicit('{"message":"m"}', { server: { id: "a" }, session: "chat" }).catch(() => {});
  await Promise.all(phones.map((phone) => phone.until(() => phone.open.length === 1)));
  assert.equal(calls["bodies"], 1);
  const last = await Reader.of(relay);
  await last.until(() => last.open.length === 1);
  assert.equal(calls["bodies"], 1);
});

test("an answer reads one record, however many are open", async () => {
  const { store, calls, read } = counting();
  const relay = start(store);
  await fill(relay);
  const phone = await Reader.of(relay);
  await phone.until(() => phone.open.length >= 100);
  phone.leave();
  const [{ id, fp }] = phone.open;
  const [before, looks] = [read(), calls["read"]];
  const response = await relay.handle(
    new Request("https://chat.example/relay", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${await relay.token("chat")}` },
      body: JSON.stringify({ id, fp, nonce: "n1234567", responses: [{ result: { action: "decline" } }] }),
    }),
  );
  assert.equal(response.status, 200);
  assert.ok(read() - before < 2 * 41_000, `${read() - before} characters`);
  assert.equal(calls["read"], looks);
});

test("a device that comes again is sent only what it does not have; a device that is reloaded, everything", async () => {
  const relay = start(new MemoryStore());
  await fill(relay);
  const first = await Reader.of(relay);
  await first.until((messages) => messages.at(-1)?.more !== true && first.open.length >= 100);
  first.leave();
  assert.ok(first.messages.length > 1, "what is large comes in parts");
  assert.ok(first.messages.every(({ size }) => size < 512 * 1024));
  const { v } = first.messages.at(-1);
  const returning = await Reader.of(relay, "chat", v);
  await returning.until(({ length }) => length > 0);
  const [message] = returning.messages;
  assert.deepEqual([message.full, message.open, message.kept.length], [true, [], 100]);
  assert.ok(message.size < 12_000, `${message.size} characters`);
  const late = await Reader.of(relay, "chat", v - 3);
  await late.until(({ length }) => length > 0);
  assert.equal(late.open.length, 3);
  const reloaded = await Reader.of(relay);
  await reloaded.until(() => reloaded.open.length >= 100);
  // The store has never reached this version.
  const lost = await Reader.of(relay, "chat", v + 1e6);
  await lost.until(() => lost.open.length >= 100);
});
