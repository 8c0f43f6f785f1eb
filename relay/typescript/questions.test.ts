import assert from "node:assert/strict";
import { test } from "node:test";
import { setTime, settle, waitUntil } from "../../bridge/message/test/clock.js";
import { network, open, start } from "./test/setup.js";
import { MemoryStore } from "./relay-memory.js";
import type { Outcome, Question, Relay, RelayOptions } from "./relay-server.js";
import type { AskRecord, Verdict } from "./relay-store.js";

const DAY = 86_400_000;
const server = { id: "travel.example" };
const form = '{"message":"Where?","requestedSchema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}';
const city = { city: "Graz" };
const NOBODY = "f".repeat(43);

async function answerOnNewDevice(relay: Relay, session = "chat"): Promise<void> {
  network.relay = relay;
  const phone = open({ token: await relay.token(session) });
  await (await phone.forms.waitForRound()).send(city);
  await phone.waitFor("ended", ({ how }) => how === "delivered");
}

async function post(relay: Relay, body: object): Promise<[number, any]> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${await relay.token("chat")}`, "sec-fetch-site": "same-origin" };
  const response = await relay.handle(new Request("https://chat.example/relay", { method: "POST", body: JSON.stringify(body), headers }));
  return [response.status, await response.json()];
}

const codeOf = ({ error }: Outcome): string => `${error?.code} ${error?.reason ?? ""}`.trim();
const close = (relay: Relay): Promise<void> => relay.close();

// A store whose clock the test sets ahead of that of the relays.
function makeStore(): { store: MemoryStore; setAhead(time: number): void } {
  let ahead = 0;
  return { store: new MemoryStore(() => Date.now() + ahead), setAhead: (time) => void (ahead = time) };
}

test("a parked question needs no process: one asks, another takes the answer weeks later, a third fetches it weeks later", async () => {
  const { store, setAhead } = makeStore();
  const asker = start({ store });
  const parked = await asker.park(form, { server, session: "chat", key: "order 5" });
  assert.deepEqual({ ...parked, id: "", fp: "", deadline: 0 }, { session: "chat", id: "", fp: "", state: "open", isNew: true, deadline: 0 });
  assert.equal(parked.deadline, Date.now() + 30 * DAY);
  await close(asker);

  setAhead(29 * DAY);
  const shower = start({ store });
  const repeated = await shower.park(JSON.parse(form), { server, session: "chat", key: "order 5" });
  assert.deepEqual(repeated, { ...parked, isNew: false }, "repeating it joins it");
  await answerOnNewDevice(shower);
  await close(shower);

  setAhead(58 * DAY);
  const taker = start({ store });
  const outcome = await taker.wait("chat", parked);
  assert.deepEqual(outcome, { state: "answered", deadline: parked.deadline, results: { "": { action: "accept", content: city } } });
  setAhead(59 * DAY + 3_600_000);
  assert.equal((await taker.peek("chat", parked)).state, "unknown");
});

test("an answer that is acknowledged is gone, asks nobody again, and is still the device's own", async () => {
  const { store, setAhead } = makeStore();
  const relay = start({ store });
  const options = { server, session: "chat", key: "k" };
  const parked = await relay.park(form, options);
  assert.equal((await relay.acknowledge("chat", parked)).state, "open");
  const { id, fp } = parked;
  const body = { id, fp, nonce: "nonce-1-", responses: [{ result: { action: "accept", content: city } }] };
  assert.deepEqual(await post(relay, body), [200, { state: "answered", mine: true }]);
  assert.equal(codeOf(await relay.acknowledge("other", parked)), "internal unknown-round");
  assert.equal((await relay.peek("chat", parked)).state, "answered");
  for (let i = 0; i < 2; i++) {
    const outcome = await relay.acknowledge("chat", parked);
    assert.deepEqual([outcome.state, outcome.results, codeOf(outcome)], ["acknowledged", {}, "internal acknowledged"]);
  }
  assert.deepEqual([(await relay.park(form, options)).state, (await relay.park(form, options)).isNew], ["acknowledged", false]);
  assert.equal((await relay.wait("chat", parked)).state, "acknowledged");
  await assert.rejects(relay.elicit(form, options), { code: "internal", reason: "acknowledged" });
  assert.deepEqual(await post(relay, body), [200, { state: "answered", mine: true }]);
  assert.deepEqual(await post(relay, { ...body, nonce: "nonce-2-" }), [409, { state: "answered" }]);
  assert.deepEqual(await post(relay, { id, fp, draft: "late" }), [409, { state: "answered" }]);
  setAhead(DAY + 1000);
  assert.deepEqual([(await relay.park(form, options)).state, (await relay.park(form, options)).isNew], ["open", false]);
});

test("the deadline of a parked question is in 30 days at the latest, and has not passed", async () => {
  const { store, setAhead } = makeStore();
  const relay = start({ store });
  for (const key of [undefined, "k"]) {
    await assert.rejects(relay.park(form, { server, session: "chat", key, deadline: Date.now() - 1 }), { code: "expired" });
  }
  const far = await relay.park(form, { server, session: "far", deadline: new Date(Date.now() + 365 * DAY) });
  assert.equal(far.deadline, Date.now() + 30 * DAY);
  const deadline = Date.now() + 2 * DAY;
  const parked = await relay.park(form, { server, session: "chat", deadline });
  assert.equal(parked.deadline, deadline);
  // No device has read the session since the deadline.
  setAhead(3 * DAY);
  assert.deepEqual(await post(relay, { id: parked.id, fp: parked.fp, nonce: "nonce-1-", responses: [{ result: { action: "decline" } }] }), [410, { state: "expired" }]);
  assert.equal(codeOf(await relay.wait("chat", parked)), "expired");
  const soon = await relay.park(form, { server, session: "chat", deadline: Date.now() + 60_000 });
  assert.equal((await settle(relay.wait("chat", soon))).state, "expired", "whoever waits hears of the deadline");
});

test("a question that nobody has looked at since its deadline is expired", async () => {
  const relay = start();
  const parked = await relay.park(form, { server, session: "chat", deadline: Date.now() + DAY });
  setTime(Date.now() + 2 * DAY);
  assert.equal((await relay.peek("chat", parked)).state, "expired");
});

test("a started question is an orphan without a client, and its key opens it again or parks it", async () => {
  const { store, setAhead } = makeStore();
  const relay = start({ store });
  const options = { server, session: "chat", key: "k" };
  const started = await relay.start(form, options);
  assert.deepEqual([started.state, started.isNew, "deadline" in started], ["open", true, false]);
  for (const time of [20_000, 40_000]) {
    setAhead(time);
    assert.equal((await relay.peek("chat", started)).state, "open", "to peek is a sign of life");
  }
  setAhead(60_000);
  const orphan = async (ahead: number): Promise<Verdict> => {
    setAhead(ahead);
    return store.end("chat", { id: started.id, fp: started.fp, how: "orphaned", result: "", by: "", keep: 1 });
  };
  assert.equal((await orphan(60_000)).state, "open");
  assert.equal((await orphan(71_000)).state, "orphaned");
  assert.equal(codeOf(await relay.peek("chat", started)), "internal orphaned");
  assert.equal((await relay.wait("chat", started)).state, "orphaned");
  const restarted = await relay.start(form, options);
  assert.deepEqual([restarted.id, restarted.state, restarted.isNew], [started.id, "open", true]);
  const parked = await relay.park(form, options);
  assert.deepEqual([parked.id, parked.isNew], [started.id, false]);
  assert.equal((await orphan(20 * DAY)).state, "open", "a parked question needs no client");
});

test("all that wait hear the answer, and giving up withdraws nothing", async () => {
  const relay = start();
  const one = { method: "elicitation/create", params: JSON.parse(form) };
  const parked = await relay.parkAll({ b: one, x: { method: "roots/list" }, __proto__x: one }, { server, session: "chat" });
  const controller = new AbortController();
  const aborted = relay.wait("chat", parked, { signal: controller.signal });
  const all = [relay.wait("chat", parked), relay.wait("chat", parked)];
  const elsewhere = start({ store: new MemoryStore() });
  const stranger = elsewhere.wait("chat", parked);
  assert.equal(codeOf(await stranger), "internal unknown-round");
  const reason = new Error("no more time");
  controller.abort(reason);
  await assert.rejects(aborted, reason);
  await assert.rejects(relay.wait("chat", parked, { signal: controller.signal }), reason);
  assert.equal((await relay.peek("chat", parked)).state, "open");
  const { id, fp } = parked;
  const responses = [{ key: "b", result: { action: "accept", content: city } }, { key: "__proto__x", result: { action: "decline" } }];
  assert.equal((await post(relay, { id, fp, nonce: "nonce-1-", responses }))[0], 200);
  for (const { results } of await Promise.all(all)) {
    assert.deepEqual(results, { b: { action: "accept", content: city }, __proto__x: { action: "decline" } });
  }
});

test("a question is withdrawn in its own session only, and once", async () => {
  const relay = start();
  const parked = await relay.park(form, { server, session: "chat" });
  assert.equal((await relay.withdraw("other", parked)).state, "unknown");
  assert.equal((await relay.withdraw("chat", { id: parked.id, fp: NOBODY })).state, "unknown");
  assert.equal((await relay.peek("chat", parked)).state, "open");
  for (let i = 0; i < 2; i++) {
    assert.equal(codeOf(await relay.withdraw("chat", parked)), "withdrawn");
  }
  assert.equal(codeOf(await relay.wait("chat", parked)), "withdrawn");
});

// A store that delays each `ask` until the test releases it.
class Slow extends MemoryStore {
  readonly releases: (() => void)[] = [];

  override async ask(session: string, round: AskRecord): Promise<Verdict> {
    await new Promise<void>((resolve) => this.releases.push(resolve));
    return super.ask(session, round);
  }

  async calls(n: number): Promise<void> {
    await waitUntil(() => this.releases.length >= n);
  }
}

test("a park that is given up leaves a question only where a key names it, and one at the close of a relay is heard", async () => {
  const store = new Slow();
  const relay = start({ store });
  for (const [key, open] of [[undefined, 0], ["k", 1]] as const) {
    const session = `chat ${key}`;
    const controller = new AbortController();
    const before = store.releases.length;
    const parked = relay.park(form, { server, session, key, signal: controller.signal });
    await store.calls(before + 1);
    const reason = new Error("no more time");
    controller.abort(reason);
    await assert.rejects(parked, reason);
    store.releases.at(-1)!();
    await waitUntil(async () => {
      const { v, count } = await store.read(session, 0);
      return v > 0 && count === open;
    });
  }
  const before = store.releases.length;
  const last = relay.park(form, { server, session: "chat" });
  await store.calls(before + 1);
  await relay.close();
  store.releases.at(-1)!();
  assert.equal((await last).state, "open");
  await assert.rejects(relay.park(form, { server, session: "chat" }), { code: "disposed" });
});

test("what cannot be asked or named is not, and parked questions count", async () => {
  const relay = start({ limits: { serverOpen: 2 } });
  const options = { server, session: "chat" };
  for (const ask of [relay.park, relay.start]) {
    await assert.rejects(ask("{", options), { code: "invalid-request", reason: "not-json" });
    await assert.rejects(ask("[]", options), { code: "invalid-request", reason: "not-an-object" });
    for (const session of ["", "s".repeat(1025), "\ud800", 5]) {
      await assert.rejects(ask(form, { server, session: session as string }), TypeError);
    }
    await assert.rejects(ask(form, { ...options, deadline: NaN }), TypeError);
  }
  for (const all of [relay.parkAll, relay.startAll]) {
    await assert.rejects(all({ x: { method: "roots/list" } }, options), { code: "invalid-request", reason: "nothing-to-ask" });
  }
  await relay.park(form, { ...options, key: "k" });
  await assert.rejects(relay.park('{"message":"another"}', { ...options, key: "k" }), { reason: "key-in-use" });
  await relay.park(form, options);
  await assert.rejects(relay.park(form, options), { reason: "too-many-requests-of-server" });
  for (const call of [relay.wait, relay.peek, relay.withdraw, relay.acknowledge]) {
    for (const [id, fp] of [["", ""], ["x", NOBODY], [NOBODY, NOBODY], ["../v", NOBODY], ["i".repeat(65), NOBODY], [undefined, NOBODY], [{}, []]]) {
      const outcome = await call("chat", { id, fp } as unknown as Question);
      assert.deepEqual([outcome.state, codeOf(outcome)], ["unknown", "internal unknown-round"]);
    }
    await assert.rejects(call("", { id: NOBODY, fp: NOBODY }), TypeError);
  }
});

test("a store that is away is no reason to call a question expired", async () => {
  let [away, peeks] = [false, 0];
  const failing = async (): Promise<never> => Promise.reject(new Error("away"));
  const inner = new MemoryStore();
  const store = new Proxy(inner, {
    get: (target, name) => {
      peeks += name === "peek" ? 1 : 0;
      return away && (name === "peek" || name === "end") ? failing : (target as any)[name]?.bind?.(target);
    },
  });
  let failures = 0;
  const onEvent: RelayOptions["onEvent"] = ({ type }) => void (failures += type === "failed" ? 1 : 0);
  const relay = start({ store, onEvent });
  const parked = await relay.park(form, { server, session: "chat", deadline: Date.now() + 60_000 });
  const controller = new AbortController();
  const outcome = relay.wait("chat", parked);
  const aborted = relay.wait("chat", parked, { signal: controller.signal });
  // After two calls each they know the deadline.
  await waitUntil(() => peeks >= 4);
  away = true;
  const result = '{"responses":[{"result":{"action":"decline"}}]}';
  assert.equal((await inner.end("chat", { id: parked.id, fp: parked.fp, how: "answered", result, by: "n", keep: 1e6 })).state, "answered");
  setTime(Date.now() + 60_000);
  const before = failures;
  await waitUntil(() => failures >= before + 4);
  await assert.rejects(relay.peek("chat", parked), /away/);
  controller.abort(new Error("no more time"));
  await assert.rejects(aborted, /no more time/);
  away = false;
  assert.deepEqual((await settle(outcome)).results, { "": { action: "decline" } });
});

test("a call is kept with its round, and another process makes it again with the answers", async () => {
  const store = new MemoryStore();
  const asker = start({ store });
  const requests = { where: { method: "elicitation/create", params: JSON.parse(form) }, x: { method: "roots/list" } };
  const call = { method: "tools/call", params: { name: "book", arguments: { seats: 2 } }, requestState: "opaque" };
  const options = { server, session: "chat", call };
  const parked = await asker.parkAll(requests, options);
  const [record] = await store.records("chat", [parked.id]);
  assert.match(record!.call, /^v1\.[\w-]{100,}$/);
  await asker.close();

  const taker = start({ store });
  const resumed = taker.resume("chat", parked);
  const { id, fp } = parked;
  const responses = [{ key: "where", result: { action: "accept", content: city } }];
  assert.equal((await post(taker, { id, fp, nonce: "nonce-1-", responses }))[0], 200);
  const params = { ...call.params, inputResponses: { where: responses[0]!.result }, requestState: "opaque" };
  assert.deepEqual((await resumed).call, { method: "tools/call", params, text: JSON.stringify(params) });
  assert.deepEqual((await resumed).outcome, await taker.wait("chat", parked));
  assert.deepEqual([(await taker.resume("other", parked)).outcome.state, (await taker.resume("other", parked)).call], ["unknown", undefined]);
  const stranger = start({ store, secret: "another secret that is long" });
  await assert.rejects(stranger.resume("chat", parked), { code: "internal", reason: "call-unreadable" });
  await taker.acknowledge("chat", parked);
  assert.deepEqual([(await taker.resume("chat", parked)).outcome.state, (await taker.resume("chat", parked)).call], ["acknowledged", undefined]);

  const without = await taker.startAll(requests, { server, session: "chat" });
  await post(taker, { id: without.id, fp: without.fp, nonce: "nonce-1-", responses });
  await assert.rejects(taker.resume("chat", without), { code: "internal", reason: "no-call" });
  const withdrawn = await taker.parkAll(requests, options);
  await taker.withdraw("chat", withdrawn);
  assert.deepEqual([(await taker.resume("chat", withdrawn)).outcome.state, (await taker.resume("chat", withdrawn)).call], ["withdrawn", undefined]);
  for (const ask of [taker.park, taker.start, taker.elicit]) {
    await assert.rejects(ask(form, options), { code: "invalid-request", reason: "call-without-round" });
  }
  await assert.rejects(taker.parkAll(requests, { ...options, call: { method: "" } }), { reason: "malformed-call" });
  const open = start({ store, secret: undefined, authorize: () => "chat" });
  await assert.rejects(open.parkAll(requests, options), TypeError);
  await assert.rejects(open.resume("chat", parked), TypeError);
});
