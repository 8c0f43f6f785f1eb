import assert from "node:assert/strict";
import { test } from "node:test";
import { ElicitationError } from "../../bridge/host/errors.js";
import { elicitationHandler } from "../../bridge/host/handler.js";
import { interceptElicitations } from "../../bridge/host/intercept.js";
import { elicitRequired, retryRequired } from "../../bridge/host/required.js";
import type { TransportLike } from "../../bridge/host/transport.js";
import type { ElicitResult, InputRequest, Receipt } from "../../bridge/host/types.js";
import { pass, rest, settle, waitUntil } from "../../bridge/message/test/clock.js";
import { type Device, FakeForms, type FormRound } from "./test/fake.js";
import { network, open, secret, start } from "./test/setup.js";
import { relayDrafts } from "./relay-drafts.js";
import type { RelayEvent } from "./relay-events.js";
import { MemoryStore } from "./relay-memory.js";
import { createRelay, type Relay, type RelayHost } from "./relay-server.js";
import type { RelayStore } from "./relay-store.js";

const server = { id: "weather.example", title: "Weather" };
const form = '{"message":"Where?","requestedSchema":{"type":"object","properties":{"9":{"type":"string"},"city":{"type":"string"}},"required":["city"]}}';
const city = { city: "Graz" };

const device = async (relay: Relay, session = "chat", options: object = {}): Promise<Device> =>
  open({ token: await relay.token(session), ...options });

const post = async (relay: Relay, session: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  relay.handle(
    new Request("https://chat.example/relay", {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "content-type": "application/json", authorization: `Bearer ${await relay.token(session)}`, ...headers },
    }),
  );

const look = async (relay: Relay, session: string, headers: Record<string, string> = {}): Promise<Response> =>
  settle(relay.handle(new Request("https://chat.example/relay", { headers: { authorization: `Bearer ${await relay.token(session)}`, ...headers } })));

// Returns the first message, with the rounds of all messages.
const readMessages = async (response: Response): Promise<any> => {
  const messages = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!));
  return { ...messages[0], open: messages.flatMap(({ open }) => open) };
};

const openOf = async (relay: Relay, session: string): Promise<any[]> => (await readMessages(await look(relay, session))).open;

const waitForOpen = async (relay: Relay, session = "chat", n = 1): Promise<any[]> => {
  let all: any[] = [];
  await waitUntil(async () => (all = await openOf(relay, session)).length >= n);
  return all;
};

test("a request is shown where the person is, as the server wrote it, and the answer comes back", async () => {
  const relay = start();
  const phone = await device(relay);
  const result = relay.elicit(form, { server, session: "chat", review: "short", deadline: Date.now() + 60_000 });
  const shown = await phone.forms.waitForRound();
  assert.equal(shown.text, form, "the order of the properties is that of the text");
  assert.deepEqual(shown.options.server, server);
  assert.equal(shown.options.review, "short");
  assert.equal(shown.options.deadline, Date.now() + 60_000);
  assert.deepEqual(await shown.send(city), []);
  assert.deepEqual(await result, { action: "accept", content: city });
  assert.equal((await phone.waitFor("ended")).how, "delivered");
  assert.equal(shown.state, "settled", "the form says that the answers are sent");
  assert.deepEqual(await openOf(relay, "chat"), []);
});

const RECEIPT: Receipt = { title: "Sent to weather.example: Graz", server: "weather.example", outcome: "accept", answers: [["City", "Graz"]], endedAt: 1_790_000_000_000, language: "en" };

test("an answer brings the receipt of the device, whether the relay checks it first or not", async () => {
  const relay = start();
  const phone = await device(relay);
  const first = await relay.start(form, { server, session: "chat" });
  const shown = await phone.forms.waitForRound();
  await shown.options.check!(city, undefined, RECEIPT);
  shown.settle({ action: "accept", content: city });
  assert.deepEqual((await relay.wait("chat", first)).receipt, RECEIPT);

  const second = relay.elicit(form, { server, session: "chat" });
  const declined = { ...RECEIPT, outcome: "decline", answers: [] } as const;
  (await phone.forms.waitForRound(1)).settle(Object.defineProperty({ action: "decline" } as ElicitResult, "receipt", { value: declined }));
  const result = await second;
  assert.deepEqual(result, { action: "decline" });
  assert.deepEqual(result.receipt, declined);
  assert.equal(JSON.stringify(result), '{"action":"decline"}');

  const third = await relay.start(form, { server, session: "chat" });
  (await phone.forms.waitForRound(2)).settle(Object.defineProperty({ action: "decline" } as ElicitResult, "receipt", { value: { ...RECEIPT, title: "x".repeat(9000) } }));
  const outcome = await relay.wait("chat", third);
  assert.deepEqual([outcome.state, "receipt" in outcome], ["answered", false], "what is too large is left out");
});

test("R1 of what the asker and the page say about the review, the stricter counts", async () => {
  const relay = start();
  for (const [n, [asker, page, review]] of ([
    [undefined, undefined, undefined], ["short", undefined, "short"], [undefined, "short", "short"], ["always", "short", "always"],
    ["short", "always", "always"],
  ] as const).entries()) {
    const session = `chat ${n}`;
    const phone = await device(relay, session, { show: () => ({ review: page }) });
    const result = relay.elicit(form, { server, session, review: asker });
    const shown = await phone.forms.waitForRound();
    assert.equal(shown.options.review, review, `asker ${asker}, page ${page}`);
    shown.settle({ action: "decline" });
    await result;
  }
});

test("decline, cancel and pages are delivered after the person has decided", async () => {
  const relay = start();
  const phone = await device(relay);
  for (const [n, result] of ([{ action: "decline" }, { action: "cancel" }, { action: "accept" }] as const).entries()) {
    const params = result.action === "accept" ? { mode: "url", message: "m", url: "https://pay.example/", elicitationId: "e" } : form;
    const answer = relay.elicit(params, { server, session: "chat" });
    (await phone.forms.waitForRound(n)).settle(result);
    assert.deepEqual(await answer, result);
  }
  relay.complete("chat", server, "e");
  relay.complete("chat", { id: "other.example" }, "f");
  await waitUntil(() => phone.forms.pages.length >= 2);
  assert.deepEqual(phone.forms.pages, ["weather.example e", "other.example f"]);
});

test("a round is asked as a round, without what is asked of others", async () => {
  const relay = start();
  const phone = await device(relay);
  const one = { method: "elicitation/create", params: JSON.parse(form) };
  const result = relay.elicitAll({ b: one, x: { method: "sampling/createMessage", params: { secret: 1 } }, __proto__x: one }, { server, session: "chat", waitForPages: true });
  const shown = await phone.forms.waitForRound();
  assert.deepEqual(Object.keys(JSON.parse(shown.text)), ["b", "__proto__x"]);
  assert.equal(shown.options.waitForPages, true);
  const answer = { b: { action: "accept" as const, content: city }, __proto__x: { action: "decline" as const } };
  shown.settle(answer);
  assert.deepEqual(await result, answer);
  assert.deepEqual(await relay.elicitAll({ x: { method: "roots/list" } }, { server, session: "chat" }), {}, "nothing to ask");
});

test("the first answer wins, and the other devices are told", async () => {
  const relay = start();
  const [phone, desk] = [await device(relay), await device(relay)];
  const result = relay.elicit(form, { server, session: "chat" });
  const [there, here] = [await phone.forms.waitForRound(), await desk.forms.waitForRound()];
  await there.send(city);
  assert.deepEqual(await result, { action: "accept", content: city });
  await waitUntil(() => here.state === "withdrawn");
  assert.equal((await desk.waitFor("ended")).how, "answered");
  assert.equal((await phone.waitFor("ended")).how, "delivered");
});

test("who answers second hears it from the answer itself, when the notice is late", async () => {
  const relay = start();
  const [phone, desk] = [await device(relay), await device(relay)];
  const result = relay.elicit(form, { server, session: "chat" });
  const [there, here] = [await phone.forms.waitForRound(), await desk.forms.waitForRound()];
  const sent = await Promise.allSettled([there.send({ city: "Graz" }), here.send({ city: "Linz" })]);
  const { content } = (await result) as any;
  const winner = sent.findIndex(({ status }) => status === "fulfilled");
  assert.equal(content.city, ["Graz", "Linz"][winner]);
  assert.equal(sent.filter(({ status }) => status === "fulfilled").length, 1, "only one form says that it was sent");
  assert.equal([there, here][1 - winner]!.state, "withdrawn");
});

test("after a reload what is open is shown again, with its draft, also on another device", async () => {
  const relay = start();
  const drafts = relayDrafts();
  const before = await device(relay, "chat", { drafts });
  void relay.elicit(form, { server, session: "chat" }).catch(() => {});
  const first = await before.forms.waitForRound();
  const name = `elicitform:${server.id}:`;
  const { digest } = await import("../../bridge/message/digest.js");
  const draft = JSON.stringify({ form: "f", at: Date.now(), draft: { city: "Gr" } });
  drafts.setItem(name + digest(first.options.draftKey!), draft);
  before.connection.close();
  assert.equal(first.state, "withdrawn");
  const after = await device(relay, "chat", { drafts: relayDrafts() });
  const second = await after.forms.waitForRound();
  assert.equal(second.text, form);
  assert.equal(second.options.draftKey, first.options.draftKey);
  const [{ draft: stored }] = await openOf(relay, "chat");
  assert.equal(stored, draft, "the device has sent it when it went");
  const third = relayDrafts();
  await (await device(relay, "chat", { drafts: third })).forms.waitForRound();
  assert.equal(third.getItem(name + digest(first.options.draftKey!)), draft);
  assert.equal(third.getItem("another"), null);
});

test("a withdrawal reaches the forms, and the caller gets its reason", async () => {
  const relay = start();
  const phone = await device(relay);
  const controller = new AbortController();
  const result = relay.elicit(form, { server, session: "chat", signal: controller.signal });
  const shown = await phone.forms.waitForRound();
  const reason = new Error("the tool was stopped");
  controller.abort(reason);
  await assert.rejects(result, reason);
  await waitUntil(() => shown.state === "withdrawn");
  assert.equal((await phone.waitFor("ended")).how, "withdrawn");
  await assert.rejects(relay.elicit(form, { server, session: "chat", signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("past its deadline a request is expired, for the caller and for an answer that is too late", async () => {
  let now = Date.now();
  const store = new MemoryStore(() => now);
  const relay = start({ store });
  const phone = await device(relay);
  // The deadline of the store passes a moment after that of the relay.
  const result = assert.rejects(relay.elicit(form, { server, session: "chat", deadline: Date.now() + 20_000 }), { name: "ElicitationError", code: "expired", rpcCode: -32603 });
  const shown = await phone.forms.waitForRound();
  now += 25_000;
  await assert.rejects(shown.send(city), /over/);
  await result;
  await assert.rejects(relay.elicit(form, { server, session: "chat", deadline: Date.now() - 1 }), { code: "expired" });
  await assert.rejects(relay.elicit(form, { server, session: "chat", deadline: Number.NaN }), TypeError);
});

test("nobody answers: the promise rejects at the deadline, and nothing is invented", async () => {
  const relay = start();
  const startedAt = Date.now();
  await assert.rejects(settle(relay.elicit(form, { server, session: "chat", deadline: startedAt + 60_000 })), (error: ElicitationError) => {
    assert.ok(error instanceof ElicitationError);
    return error.code === "expired";
  });
  const late = Date.now() - startedAt - 60_000;
  assert.ok(late >= 0 && late < 1000, `${late} ms after the deadline`);
});

test("a second device says that the answer was given in another window, and one whose own answer counted says that", async () => {
  const relay = start();
  const [phone, desk] = [await device(relay), await device(relay)];
  const outcome = ({ options }: FormRound): unknown => (options.signal!.reason as { outcome?: string }).outcome;
  const ask = async (n: number): Promise<[FormRound, FormRound, Promise<unknown>]> => {
    const result = relay.elicit(form, { server, session: "chat" });
    return [await phone.forms.waitForRound(n), await desk.forms.waitForRound(n), result];
  };
  let [there, here, result] = await ask(0);
  await there.send(city);
  await waitUntil(() => here.state === "withdrawn");
  assert.equal(outcome(here), "elsewhere");

  // The desk's answer counts, but its reply is lost: the desk learns it from the notice.
  [there, here, result] = await ask(1);
  let answers = 0;
  network.line = async (request, next) => {
    const response = await next();
    return request.method === "POST" && answers++ === 0 ? new Response("{}", { status: 413 }) : response;
  };
  await assert.rejects(here.send(city), /status 413/);
  assert.deepEqual(await result, { action: "accept", content: city });
  await waitUntil(() => here.state === "withdrawn");
  assert.equal(outcome(here), "sent");
  await desk.waitFor("ended", ({ how, id }) => how === "delivered" && id === here.options.draftKey);
  await waitUntil(() => there.state === "withdrawn");
  assert.equal(outcome(there), "elsewhere");

  // The desk's answer is lost, and the phone's counts.
  [there, here, result] = await ask(2);
  network.line = async () => new Response("{}", { status: 413 });
  await assert.rejects(here.send({ city: "Linz" }), /status 413/);
  network.line = (_, next) => next();
  await there.send(city);
  assert.deepEqual(await result, { action: "accept", content: city });
  await waitUntil(() => here.state === "withdrawn");
  assert.equal(outcome(here), "elsewhere");

  // The desk's first answer counts, but its form shows the second.
  [there, here, result] = await ask(3);
  answers = 0;
  network.line = async (request, next) => {
    const attempt = request.method === "POST" ? answers++ : 2;
    const response = attempt === 1 ? undefined : await next();
    return attempt < 2 ? new Response("{}", { status: 413 }) : response!;
  };
  await Promise.allSettled([here.send(city), here.send({ city: "Linz" })]);
  await waitUntil(() => here.state === "withdrawn");
  assert.equal(outcome(here), undefined);
  assert.deepEqual(await result, { action: "accept", content: city });

  // A withdrawal.
  const controller = new AbortController();
  const withdrawn = relay.elicit(form, { server, session: "chat", signal: controller.signal });
  here = await desk.forms.waitForRound(4);
  controller.abort();
  await assert.rejects(withdrawn);
  await waitUntil(() => here.state === "withdrawn");
  assert.equal(outcome(here), undefined);
});

test("a relay that is away for a moment loses no answer, and gets it once", async () => {
  const relay = start();
  const phone = await device(relay);
  const result = relay.elicit(form, { server, session: "chat" });
  const shown = await phone.forms.waitForRound();
  let attempts = 0;
  network.line = async (request, next) => {
    if (request.method !== "POST") {
      return next();
    }
    switch (++attempts) {
      case 1:
        return new Response("{}", { status: 503, headers: { "retry-after": "1" } });
      case 2:
        throw new TypeError("network error");
      case 3:
        // The answer arrives, and its reply is lost.
        await next();
        throw new TypeError("network error");
      default:
        return next();
    }
  };
  assert.deepEqual(await shown.send(city), []);
  assert.equal(attempts, 4);
  assert.deepEqual(await result, { action: "accept", content: city });
  assert.equal(shown.state, "settled");
});

test("an answer that cannot be the answer is refused at its field, and the request stays open", async () => {
  const events: string[] = [];
  const relay = start({ onEvent: ({ type }) => events.push(type) });
  const phone = await device(relay);
  const result = relay.elicit(form, { server, session: "chat" });
  const shown = await phone.forms.waitForRound();
  assert.deepEqual(await shown.send({ city: 5 }), [{ name: "city", message: "wrong kind" }]);
  const [{ id, fp }] = await openOf(relay, "chat");
  const declined = await post(relay, "chat", { id, fp, nonce: "n1234567", responses: [{ result: { action: "decline", content: city } }] });
  assert.equal(declined.status, 422);
  assert.deepEqual(await declined.json(), { problems: [{ name: "", message: "content with decline" }] });
  assert.deepEqual(events, ["asked", "answer-refused", "answer-refused"]);
  assert.deepEqual(await shown.send(city), []);
  await result;
});

test("a repetition of what was taken is told so, and something else under its name that it was not taken", async () => {
  const relay = start();
  const round = `{"a":{"method":"elicitation/create","params":${form}},"b":{"method":"elicitation/create","params":{"mode":"url","message":"","url":"https://a.example/"}}}`;
  const asking = Promise.allSettled([relay.elicit(form, { server, session: "one" }), relay.elicitAll(round, { server, session: "round" }), relay.elicit(form, { server, session: "rejected" })]);
  const accepted = '{"action":"accept","content":{"city":"Graz","9":"x"}}';
  const toResponses = (results: { [key: string]: string }): string =>
    `"responses":[${Object.entries(results).map(([key, result]) => `{${key && `"key":"${key}",`}"result":${result}}`).join()}]`;
  const cases: [session: string, first: string, same: string[], different: string[]][] = [
    ["one", toResponses({ "": accepted }), [toResponses({ "": '{"content":{"9":"\\u0078","city":"Graz"},"action":"accept","_meta":{}}' })],
      [...['{"action":"accept","content":{"city":"Wien","9":"x"}}', '{"action":"accept","content":{"city":"Graz"}}', '{"action":"decline"}', "[]"].map((result) => toResponses({ "": result })),
        '"responses":[]', '"rejected":{"code":"invalid-request"}']],
    ["round", toResponses({ a: accepted, b: '{"action":"accept"}' }), [toResponses({ b: '{"action":"accept"}', a: accepted })],
      [toResponses({ a: accepted, b: '{"action":"cancel"}' }), toResponses({ a: accepted }), toResponses({ "": accepted })]],
    ["rejected", '"rejected":{"code":"invalid-request","reason":"r"}', ['"rejected":{"reason":"r","code":"invalid-request"}'],
      ['"rejected":{"code":"unsupported-mode","reason":"r"}', '"rejected":{"code":"invalid-request"}', toResponses({ "": accepted }), '"responses":[]']],
  ];
  for (const [session, first, same, different] of cases) {
    const [{ id, fp }] = await waitForOpen(relay, session);
    const state = session === "rejected" ? "rejected" : "answered";
    const send = async (decision: string): Promise<unknown[]> => {
      const response = await post(relay, session, `{"id":"${id}","fp":"${fp}","nonce":"n1234567",${decision}}`);
      return [response.status, await response.json()];
    };
    for (const decision of [first, first, ...same]) {
      assert.deepEqual(await send(decision), [200, { state, mine: true }], decision);
    }
    for (const decision of different) {
      assert.deepEqual(await send(decision), [409, { state }], decision);
    }
  }
  assert.deepEqual((await asking).map(({ status }) => status), ["fulfilled", "fulfilled", "rejected"]);
});

test("a frame that fails ends nothing: another device answers, or the same one when it has connected again", async () => {
  const relay = start();
  const [broken, phone] = [await device(relay), await device(relay)];
  for (const code of ["load-failed", "internal", "disposed"] as const) {
    const n = phone.forms.all.length;
    const result = relay.elicit(form, { server, session: "chat" });
    (await broken.forms.waitForRound(n)).fail(code, "x");
    await broken.waitFor("error", ({ error }) => (error as ElicitationError).code === code);
    await (await phone.forms.waitForRound(n)).send(city);
    assert.deepEqual(await result, { action: "accept", content: city });
  }
});

test("what cannot be asked anywhere rejects with the facts", async () => {
  const relay = start();
  const phone = await device(relay);
  const result = relay.elicit(form, { server, session: "chat" });
  (await phone.forms.waitForRound()).fail("invalid-request", "not-a-schema");
  await assert.rejects(result, (error: ElicitationError) => error instanceof ElicitationError && error.code === "invalid-request" && error.reason === "not-a-schema" && error.rpcCode === -32602);
  for (const [params, reason] of [["{", "not-json"], ["[]", "not-an-object"], [`{"message":"${"x".repeat(300_000)}"}`, "too-large"]] as const) {
    await assert.rejects(relay.elicit(params, { server, session: "chat" }), { code: "invalid-request", reason });
  }
  await assert.rejects(relay.elicitAll('{"a":{},"a":{}}', { server, session: "chat" }), { code: "invalid-request", reason: "duplicate-name" });
  await assert.rejects(relay.elicit(form, { server: {} as typeof server, session: "chat" }), TypeError);
  await assert.rejects(relay.elicit(form, { server, session: "" }), TypeError);
});

test("a session sees and answers nothing of another one", async () => {
  const relay = start();
  const [phone, stranger] = [await device(relay, "mine"), await device(relay, "other")];
  const first = relay.elicit(form, { server, session: "mine" });
  const second = relay.elicit(form.replace("Where", "What"), { server, session: "other" });
  const shown = await phone.forms.waitForRound();
  const theirs = await stranger.forms.waitForRound();
  assert.equal(phone.forms.all.length + stranger.forms.all.length, 2);
  const [{ id, fp }] = await openOf(relay, "mine");
  for (const body of [{ id, fp, nonce: "n1234567", responses: [{ result: { action: "decline" } }] }, { id, fp, nonce: "n1234567", rejected: { code: "invalid-request" } }, { id, fp, draft: "x" }]) {
    const response = await post(relay, "other", body);
    assert.equal(response.status, 404);
    assert.deepEqual(await response.json(), { state: "unknown" });
  }
  assert.doesNotMatch(await (await look(relay, "other")).text(), new RegExp(`Where|${id}`));
  await shown.send(city);
  await theirs.send({ city: "Linz" });
  assert.deepEqual([await first, await second].map((result: any) => result.content.city), ["Graz", "Linz"]);
  const named = await relay.handle(new Request("https://chat.example/relay?session=mine", { headers: { authorization: `Bearer ${await relay.token("other")}` } }));
  assert.equal(named.status, 401, "a token for one session is none for another");
});

test("without a valid token, a cookie or an allowed origin nobody comes in", async () => {
  const relay = start({ origins: ["https://app.example"] });
  const ask = (headers: Record<string, string>, method = "GET"): Promise<Response> => relay.handle(new Request("https://chat.example/relay", { method, headers }));
  const authorization = `Bearer ${await relay.token("chat")}`;
  assert.equal((await ask({})).status, 401);
  assert.equal((await ask({ authorization: "Bearer v1.x.1.y" })).status, 401);
  assert.equal((await ask({ authorization: `Bearer ${await relay.token("chat", { lifetime: -1000 })}` })).status, 401, "over");
  assert.equal((await ask({ authorization })).status, 200, "a program that is no browser");
  assert.equal((await ask({ authorization, "sec-fetch-site": "same-origin" })).status, 200);
  assert.equal((await ask({ authorization, "sec-fetch-site": "cross-site" })).status, 403);
  assert.equal((await ask({ authorization, origin: "https://evil.example" })).status, 403);
  assert.equal((await ask({ authorization, origin: "https://chat.example" })).status, 403, "only those that are listed");
  const allowed = await ask({ authorization, origin: "https://app.example", "sec-fetch-site": "cross-site" });
  assert.equal(allowed.status, 200);
  assert.equal(allowed.headers.get("access-control-allow-origin"), "https://app.example");
  assert.match(allowed.headers.get("vary")!, /origin/);
  const preflight = await ask({ origin: "https://app.example", "access-control-request-method": "POST" }, "OPTIONS");
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers.get("access-control-allow-headers")!, /authorization/);
  assert.equal((await ask({ origin: "https://evil.example" }, "OPTIONS")).headers.has("access-control-allow-origin"), false);
  assert.equal((await ask({ authorization }, "DELETE")).status, 405);
  assert.throws(() => createRelay({}), TypeError);

  const own = start();
  assert.equal((await own.handle(new Request("https://chat.example/relay", { headers: { authorization: `Bearer ${await own.token("chat")}`, origin: "https://chat.example" } }))).status, 200);
  const cookies = start({ secret: undefined, authorize: async (request) => (request.headers.get("cookie") === "id=7" ? new URL(request.url).searchParams.get("session")! : undefined) });
  assert.equal((await cookies.handle(new Request("https://chat.example/relay?session=a", { headers: { cookie: "id=7" } }))).status, 200);
  assert.equal((await cookies.handle(new Request("https://chat.example/relay?session=a"))).status, 401);
  await assert.rejects(cookies.token("a"), TypeError);
});

test("a device with a wrong token stops, and one that can get a new one goes on", async () => {
  const relay = start();
  const wrong = open({ token: "v1.x.1.y" });
  await wrong.waitFor("state", ({ state }) => state === "denied");
  const tokens = ["v1.x.1.y", await relay.token("chat")];
  const phone = open({ token: () => tokens.shift()! });
  await phone.waitFor("state", ({ state }) => state === "open");
  network.origin = "https://evil.example";
  const foreign = await device(relay);
  await foreign.waitFor("state", ({ state }) => state === "denied");
  assert.equal(foreign.forms.all.length, 0);
});

test("a stream ends with its token, and the device goes on with a new one", async () => {
  const relay = start();
  let made = 0;
  const phone = open({ token: () => relay.token("chat", { lifetime: made++ === 0 ? 1000 : undefined }) });
  await phone.waitFor("state", ({ state }) => state === "open");
  await phone.waitFor("state", ({ state }) => state === "connecting");
  const result = relay.elicit(form, { server, session: "chat" });
  await (await phone.forms.waitForRound()).send(city);
  assert.deepEqual(await result, { action: "accept", content: city });
  assert.equal(made, 2);
});

test("bodies are bounded, and have to be what they say", async () => {
  const relay = start();
  void relay.elicit(form, { server, session: "chat" }).catch(() => {});
  const [{ id, fp }] = await waitForOpen(relay);
  const status = async (body: unknown, headers = {}): Promise<number> => (await post(relay, "chat", body, headers)).status;
  assert.equal(await status({ id, fp, draft: "x" }), 200);
  assert.equal(await status({ id, fp, draft: "x".repeat(65_537) }), 413);
  assert.equal(await status({ id, fp, draft: 5 }), 400);
  assert.equal(await status({ id, fp, nonce: "n1234567", responses: [{ result: { action: "accept", content: { city: "x".repeat(300_000) } } }] }), 413);
  assert.equal(await status({ id, fp, draft: "x" }, { "content-length": "300000" }), 413, "it is not read");
  assert.equal(await status({ id, fp, draft: "x" }, { "content-type": "text/plain" }), 415);
  assert.equal(await status({ id, fp, draft: "x" }, { "content-type": "application/json; charset=utf-8" }), 200);
  for (const body of ["{", "[]", {}, { id: "short", fp, draft: "" }, { id, fp, nonce: "n" }, { id, fp, nonce: "n1234567" }, { id, fp, nonce: "n1234567", responses: [{ result: { action: "decline" } }], rejected: { code: "invalid-request" } }, { id, fp, nonce: "n1234567", rejected: { code: "load-failed" } }, { id, fp, responses: [{ result: { action: "decline" } }] }, { id, nonce: "n1234567", responses: [{ result: { action: "decline" } }] }, { id, fp: "f", draft: "x" }]) {
    assert.equal(await status(body), 400, JSON.stringify(body));
  }
  assert.equal((await waitForOpen(relay)).length, 1, "it is open as before");
});

test("a session holds a hundred requests, and a device is handed twenty of them", async () => {
  const relay = start();
  const phone = await device(relay);
  const of = (n: number) => ({ server: { id: `server ${n}` }, session: "chat" });
  const answers = Array.from({ length: 100 }, (_, n) => relay.elicit(form, of(n % 5)));
  await waitForOpen(relay, "chat", 100);
  await assert.rejects(settle(relay.elicit(form, of(0))), { code: "internal", reason: "too-many-requests-of-server" });
  await assert.rejects(settle(relay.elicit(form, of(5))), { code: "internal", reason: "too-many-requests" });
  await phone.forms.waitForRound(19);
  assert.equal(phone.forms.all.length, 20);
  for (let n = 0; n < 100; n++) {
    await (await phone.forms.waitForRound(n)).send({ city: `c${n}` });
    assert.ok(phone.forms.open.length <= 20);
  }
  const cities = (await Promise.all(answers)).map((result: any) => result.content.city);
  assert.equal(new Set(cities).size, 100);
});

test("requests of a process that is gone fill no session, though no device has looked", async () => {
  const store = new MemoryStore();
  const lease = 30_000;
  const first = start({ store, lease });
  const all = Array.from({ length: 100 }, (_, n) => first.elicit(form, { server: { id: `server ${n % 5}` }, session: "chat" }));
  await waitForOpen(first, "chat", 100);
  await first.close();
  assert.ok((await Promise.allSettled(all)).every(({ status }) => status === "rejected"));
  const second = start({ store });
  const one = { server: { id: "server 0" }, session: "chat" };
  await pass(lease + 1);
  const result = second.elicit(form, one);
  await waitUntil(async () => (await store.read("chat", 0)).open.length === 1);
  await (await (await device(second)).forms.waitForRound()).send(city);
  assert.deepEqual(await result, { action: "accept", content: city });
});

test("what is rejected for its size says which limit it is, and ids are bounded", async () => {
  const events: any[] = [];
  const relay = start({ onEvent: (event) => events.push(event), limits: { bytes: 1_500_000 } });
  const controller = new AbortController();
  const large = `{"message":"${"é".repeat(125_000)}"}`;
  const ask = (id: string, params = large): Promise<unknown> => relay.elicit(params, { server: { id }, session: "chat", signal: controller.signal });
  const open = ["a", "a", "a", "a"].map((id) => ask(id).catch((error) => error));
  await waitForOpen(relay, "chat", 4);
  await assert.rejects(settle(ask("a")), { code: "internal", reason: "too-many-bytes-of-server", rpcCode: -32603 });
  open.push(ask("b").catch((error) => error));
  await waitForOpen(relay, "chat", 5);
  await assert.rejects(settle(ask("b")), { code: "internal", reason: "too-many-bytes" });
  controller.abort();
  assert.deepEqual((await Promise.all(open)).map((error: any) => error.name), Array(5).fill("AbortError"), "nobody is given up for another one");

  const page = (elicitationId: string) => JSON.stringify({ mode: "url", message: "m", url: "https://pay.example/", elicitationId });
  const long = "💬".repeat(65);
  const rejects = (call: Promise<unknown>, code: string, reason: string, key?: string) => assert.rejects(call, key ? { code, reason, key } : { code, reason });
  await rejects(relay.elicit(page(long), { server, session: "chat" }), "invalid-request", "elicitation-id-too-long");
  await rejects(relay.elicitAll(`{"k":{"method":"elicitation/create","params":${page(long)}}}`, { server, session: "chat" }), "invalid-request", "elicitation-id-too-long", "k");
  await rejects(relay.elicit(form, { server: { id: long }, session: "chat" }), "internal", "server-id-too-long");
  relay.complete("chat", server, long);
  relay.complete("chat", { id: long }, "e");
  relay.complete("chat", server, "é".repeat(128));
  const failures = events.filter(({ type }) => type === "failed").map(({ error }) => error.reason);
  assert.deepEqual(failures, ["elicitation-id-too-long", "server-id-too-long"]);
  const { pages } = (await readMessages(await look(relay, "chat"))) as any;
  assert.deepEqual(pages, [{ server: server.id, elicitationId: "é".repeat(128) }]);
  for (const limits of [{ open: 0 }, { bytes: -1 }, { serverOpen: 1.5 }, { serverBytes: Number.NaN }]) {
    assert.throws(() => createRelay({ secret, limits }), TypeError);
  }
});

test("a finished page is said again until a lease is over, and what the store rejects is not", async () => {
  let calls = 0;
  const page = (reply: () => Promise<number>): RelayStore => Object.assign(new MemoryStore(), { page: () => (calls++, reply()) });
  const failures: string[] = [];
  const onEvent = (event: RelayEvent): void => void (event.type === "failed" && failures.push((event.error as Error).message));
  start({ store: page(() => Promise.reject(new Error("away"))), lease: 30_000, onEvent }).complete("chat", server, "e");
  await pass(600_000);
  // Once a second until the end of the lease.
  assert.deepEqual([calls, failures], [31, Array(31).fill("away")]);
  start({ store: page(async () => 0), onEvent }).complete("chat", server, "e");
  await pass(600_000);
  assert.equal(calls, 32);
  assert.match(failures[31]!, /too-many-notices/);
});

test("finished pages reach a store that was away, and pile up in no process", async () => {
  const inner = new MemoryStore();
  let [away, calls] = [true, 0];
  const store = new Proxy(inner, {
    get: (target, name) => (name in target ? (...args: unknown[]) => (calls++, away ? Promise.reject(new Error("away")) : (target as any)[name](...args)) : undefined),
  }) as RelayStore;
  const failures: string[] = [];
  const relay = start({ store, onEvent: (event) => event.type === "failed" && failures.push((event.error as Error).message) });
  for (let n = 0; n < 1000; n++) {
    relay.complete("chat", server, `e${n}`);
  }
  relay.complete("chat", { id: "another" }, "theirs");
  await rest();
  assert.equal(calls, 61);
  assert.equal(failures.filter((message) => message.includes("too-many-notices")).length, 940);
  away = false;
  await waitUntil(async () => (await readMessages(await look(relay, "chat"))).pages.length >= 60);
});

test("who asks again with the same key joins the request, or gets the answer that was given meanwhile", async () => {
  const store = new MemoryStore();
  const first = start({ store });
  const phone = await device(first);
  const options = { server, session: "chat", key: "order 5" };
  const lost = first.elicit(form, options);
  const shown = await phone.forms.waitForRound();
  await first.close();
  await assert.rejects(lost, { code: "disposed" });
  const second = start({ store });
  await shown.send(city);
  assert.deepEqual(await second.elicit(form, options), { action: "accept", content: city }, "given before it was asked again");
  assert.deepEqual(await second.elicit(form, options), { action: "accept", content: city }, "as often as it is asked");
  assert.equal(phone.forms.all.length, 1, "the person was asked once");
  await assert.rejects(second.elicit(form.replace("Where", "What"), options), { code: "internal", reason: "key-in-use" });
  await assert.rejects(first.elicit(form, options), { code: "disposed" });
});

test("a request that one process takes back is withdrawn for the other that waits for it", async () => {
  const store = new MemoryStore();
  const [first, second] = [start({ store }), start({ store })];
  const options = { server, session: "chat", key: "order 5" };
  const call = new AbortController();
  const withdrawing = assert.rejects(first.elicit(form, { ...options, signal: call.signal }), { name: "AbortError" });
  const waiting = assert.rejects(second.elicit(form, options), { name: "ElicitationError", code: "withdrawn", rpcCode: -32603 });
  await waitForOpen(second);
  call.abort();
  await Promise.all([withdrawing, waiting]);
  await assert.rejects(second.elicit(form, options), { code: "withdrawn" }, "as often as it is asked");
});

test("an answer goes to the round that it was given to, and to no other one with the same key", async () => {
  let now = Date.now();
  const store = new MemoryStore(() => now);
  const first = start({ store, lease: 1000, keep: 1000 });
  const options = { server, session: "chat", key: "k" };
  const phone = await device(first);
  const lost = first.elicit(form, options);
  const old = await phone.forms.waitForRound();
  const [before] = await openOf(first, "chat");
  network.relay = undefined;
  await first.close();
  await assert.rejects(lost, { code: "disposed" });
  // While the device sleeps, the round is forgotten, and its key asks something else.
  now += 5000;
  const second = start({ store, lease: 60_000 });
  network.relay = undefined;
  const result = second.elicit(form.replace("Where?", "Pay 500?"), options);
  const [after] = await waitForOpen(second);
  assert.equal(after.id, before.id);
  assert.notEqual(after.fp, before.fp);
  for (const [body, status] of [
    [{ id: before.id, fp: before.fp, nonce: "n1234567", responses: [{ result: { action: "accept", content: city } }] }, 409],
    [{ id: before.id, fp: before.fp, nonce: "n1234567", rejected: { code: "invalid-request" } }, 409],
    [{ id: before.id, fp: before.fp, draft: "old" }, 409],
  ] as const) {
    const response = await post(second, "chat", body);
    assert.deepEqual([response.status, await response.json()], [status, { state: "conflict" }]);
  }
  assert.deepEqual(await openOf(second, "chat"), [after], "it is open as before");
  // The device wakes, and its answer arrives before the next message of its stream.
  network.line = (request, next) => (request.method === "POST" ? next() : new Promise(() => {}));
  network.relay = second;
  const late = old.send(city);
  await assert.rejects(late, /over/);
  assert.equal(old.state, "withdrawn");
  network.line = (_, next) => next();
  const awake = await device(second);
  const shown = await awake.forms.waitForRound();
  assert.match(shown.text, /Pay 500/);
  await shown.send({ city: "yes" });
  assert.deepEqual(await result, { action: "accept", content: { city: "yes" } });
});

for (const full of [true, false]) test(`a device replaces a form whose round has changed under its id, ${full ? "when it connects again" : "as it goes on"}`, async () => {
  const relay = start();
  const messages = new TransformStream<string, Uint8Array>({ transform: (text, sink) => sink.enqueue(new TextEncoder().encode(text)) });
  const posts: any[] = [];
  network.line = async (request) => {
    if (request.method === "POST") {
      posts.push(await request.json());
      return new Response('{"state":"answered","mine":true}', { status: 200 });
    }
    return new Response(messages.readable, { headers: { "content-type": "text/event-stream" } });
  };
  const writer = messages.writable.getWriter();
  const say = (v: number, fp: string, message: string, full: boolean) => {
    const open = [{ id: "same-id-", fp, server, requests: [{ params: JSON.stringify({ ...JSON.parse(form), message }) }] }];
    return writer.write(`event: state\ndata: ${JSON.stringify({ v, now: Date.now(), full, open, gone: [], pages: [] })}\n\n`);
  };
  const drafts = relayDrafts();
  const phone = await device(relay, "chat", { drafts });
  await say(1, "first---", "Where?", true);
  const old = await phone.forms.waitForRound();
  await say(2, "first---", "Where?", full);
  await say(3, "second--", "Pay 500?", full);
  const shown = await phone.forms.waitForRound(1);
  assert.equal(phone.forms.all.length, 2, "the same round is shown once");
  assert.match(shown.text, /Pay 500/);
  assert.equal(old.state, "withdrawn");
  assert.equal((await phone.waitFor("ended")).how, "orphaned");
  await shown.send(city);
  assert.equal(posts.at(-1).fp, "second--");
});

test("a round whose client is gone ends, and is open again when the client comes back", async () => {
  let now = Date.now();
  const store = new MemoryStore(() => now);
  const first = start({ store });
  const lost = first.elicit(form, { server, session: "chat", key: "k" });
  await waitForOpen(first);
  await first.close();
  await assert.rejects(lost, { code: "disposed" });
  // The store's clock is behind that of the relay which looks.
  now -= 60_000;
  await store.peek("chat", { id: "none", fp: "none", lease: 0, keep: 0 });
  const second = start({ store, lease: 0 });
  const phone = await device(second);
  await phone.waitFor("state", ({ state }) => state === "open");
  now += 120_000;
  const result = second.elicit(form, { server, session: "chat", key: "k" });
  await (await phone.forms.waitForRound()).send(city);
  assert.deepEqual(await result, { action: "accept", content: city });
});

test("where the store notifies of nothing, everything is found by looking", async () => {
  const inner = new MemoryStore();
  const deaf = new Proxy(inner, {
    get: (target, name) => (name === "watch" ? async () => () => {} : (target as any)[name]?.bind(target)),
  }) as RelayStore;
  const relay = start({ store: deaf });
  const phone = await device(relay);
  await phone.waitFor("state", ({ state }) => state === "open");
  const result = relay.elicit(form, { server, session: "chat" });
  await (await phone.forms.waitForRound()).send(city);
  assert.deepEqual(await settle(result), { action: "accept", content: city });
});

test("a store that is away is asked again: clients go on waiting, and the endpoint says so", async () => {
  const inner = new MemoryStore();
  let away = true;
  const events: string[] = [];
  const store = new Proxy(inner, {
    get: (target, name) => (name in target ? (...args: unknown[]) => (away ? Promise.reject(new Error("away")) : (target as any)[name](...args)) : undefined),
  }) as RelayStore;
  const relay = start({ store, onEvent: ({ type }) => events.push(type) });
  const result = relay.elicit(form, { server, session: "chat" });
  const expired = assert.rejects(relay.elicit(form, { server, session: "chat", deadline: Date.now() + 60_000 }), { code: "expired" });
  assert.equal((await look(relay, "chat")).status, 503);
  await settle(expired);
  assert.ok(events.includes("failed"));
  const phone = await device(relay);
  await phone.waitFor("error");
  away = false;
  await (await phone.forms.waitForRound()).send(city);
  assert.deepEqual(await settle(result), { action: "accept", content: city });
});

test("a store that never answers holds up neither the deadline nor a withdrawal nor the end of the relay", async () => {
  const silent = new Proxy(new MemoryStore(), { get: (target, name) => (name in target ? () => new Promise(() => {}) : undefined) }) as RelayStore;
  const relay = start({ store: silent });
  await assert.rejects(settle(relay.elicit(form, { server, session: "chat", deadline: Date.now() + 60_000 })), { code: "expired" });
  const controller = new AbortController();
  const withdrawn = relay.elicit(form, { server, session: "chat", signal: controller.signal });
  const closed = relay.elicit(form, { server, session: "chat" });
  controller.abort();
  await assert.rejects(withdrawn, { name: "AbortError" });
  await relay.close();
  await assert.rejects(closed, { code: "disposed" });
});

test("a store that has lost everything is told again what is open", async () => {
  let inner = new MemoryStore();
  const store = new Proxy(inner, { get: (_, name) => (name in inner ? (...args: unknown[]) => (inner as any)[name](...args) : undefined) }) as RelayStore;
  const relay = start({ store });
  const phone = await device(relay);
  const result = relay.elicit(form, { server, session: "chat" });
  const { options } = await phone.forms.waitForRound();
  inner = new MemoryStore();
  // The device may withdraw the form before the round is back.
  const current = (): FormRound | undefined => phone.forms.open[0];
  await waitUntil(() => current()?.send(city).then(() => true, () => false));
  assert.equal(phone.forms.all.at(-1)!.options.draftKey, options.draftKey, "under the same id");
  assert.deepEqual(await settle(result), { action: "accept", content: city });
});

test("a device that sends many wrong answers hears of a hundred", async () => {
  const relay = start();
  void relay.elicit(form, { server, session: "chat" }).catch(() => {});
  const [{ id, fp }] = await waitForOpen(relay);
  const content = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`p${i}`, ""]));
  const response = await post(relay, "chat", { id, fp, nonce: "n1234567", responses: [{ result: { action: "accept", content } }] });
  assert.equal(((await response.json()) as { problems: object[] }).problems.length, 100);
});

test("a check of cookies that fails lets no device in", async () => {
  const events: string[] = [];
  const relay = start({
    secret: undefined, onEvent: ({ type }) => events.push(type),
    authorize: () => {
      throw new Error("the database is away");
    },
  });
  assert.equal((await relay.handle(new Request("https://chat.example/relay"))).status, 503);
  assert.deepEqual(events, ["failed"]);
});

test("an answer that could not be compared with its round ends nothing", async () => {
  const inner = new MemoryStore();
  let blind = false;
  const store = new Proxy(inner, {
    get: (target, name) =>
      name === "records" && blind ? async () => [{ fp: "", body: "", draft: "", deadline: 0, lease: 0 }] : name in target ? (...args: unknown[]) => (target as any)[name](...args) : undefined,
  }) as RelayStore;
  const relay = start({ store });
  const result = relay.elicit(form, { server, session: "chat" });
  const [{ id, fp }] = await waitForOpen(relay);
  const answer = { id, fp, nonce: "n1234567", responses: [{ result: { action: "accept", content: { city: 5 } } }] };
  // As if its client came back just after the round was found orphaned.
  blind = true;
  assert.equal((await post(relay, "chat", answer)).status, 503);
  blind = false;
  assert.equal((await post(relay, "chat", answer)).status, 422);
  assert.equal((await post(relay, "chat", { ...answer, responses: [{ result: { action: "accept", content: city } }] })).status, 200);
  assert.deepEqual(await result, { action: "accept", content: city });
});

test("where a proxy collects the stream, the device looks now and then", async () => {
  const relay = start();
  network.line = async (request, next) => {
    const response = await next();
    return request.headers.get("accept")?.includes("event-stream") ? new Response(new ReadableStream(), response) : response;
  };
  const phone = await device(relay);
  await phone.waitFor("state", ({ state }) => state === "polling");
  const result = relay.elicit(form, { server, session: "chat" });
  await (await phone.forms.waitForRound()).send(city);
  assert.deepEqual(await result, { action: "accept", content: city });
});

test("a stream that ends is opened again, and what ended meanwhile is told", async () => {
  const store = new MemoryStore();
  const waiter = start({ store });
  const first = start({ store });
  const phone = await device(first);
  const controller = new AbortController();
  const result = waiter.elicit(form, { server, session: "chat", signal: controller.signal });
  const shown = await phone.forms.waitForRound();
  network.relay = undefined;
  await first.close();
  await phone.waitFor("error");
  controller.abort();
  await assert.rejects(result, { name: "AbortError" });
  start({ store });
  await waitUntil(() => shown.state === "withdrawn");
  assert.equal((await phone.waitFor("ended")).how, "withdrawn");
});

/** Counts the calls of `ask`. */
class CountingStore extends MemoryStore {
  readonly ids = new Set<string>();
  #times = 0;

  override async ask(...[session, record]: Parameters<MemoryStore["ask"]>): ReturnType<MemoryStore["ask"]> {
    this.ids.add(record.id);
    this.#times++;
    return super.ask(session, record);
  }

  async until(times: number): Promise<void> {
    await waitUntil(() => this.#times >= times);
  }
}

test("what an MCP client asks goes to the session of its host", async () => {
  const relay = start();
  const phone = await device(relay);
  const host = relay.host("chat");
  const result = host.elicit(form, { server });
  await (await phone.forms.waitForRound()).send(city);
  assert.deepEqual(await result, { action: "accept", content: city });
  host.complete(server, "e");
  await waitUntil(() => phone.forms.pages.length > 0);
});

test("a host of a session rejects what only a device can do, where it is said and before it asks anybody", async () => {
  const relay = start();
  const host = relay.host("chat");
  const signal = new AbortController().signal;
  const required = Object.assign(new Error("required"), { code: -32042, data: { elicitations: [{ mode: "url", message: "", url: "https://a.example/" }] } });
  const call = async (): Promise<never> => assert.fail("was called");
  const transport = {} as TransportLike;
  // @ts-expect-error This and the next options are for devices.
  await assert.rejects(host.elicit(form, { server, signal, check: async () => [] }), /options\.check/);
  // @ts-expect-error
  await assert.rejects(host.elicit(form, { server, signal, focus: true }), /options\.focus/);
  // @ts-expect-error
  await assert.rejects(host.elicit(form, { server, signal, container: {} }), /options\.container/);
  // @ts-expect-error
  await assert.rejects(host.elicit(form, { server, signal, draftKey: "form" }), /options\.draftKey/);
  // @ts-expect-error
  await assert.rejects(host.elicitAll(`{"a":{"method":"elicitation/create","params":${form}}}`, { server, signal, check: async () => [] }), /options\.check/);
  // @ts-expect-error
  assert.throws(() => interceptElicitations(transport, host, { server, check: async () => [] }), /options\.check/);
  // @ts-expect-error
  assert.throws(() => elicitationHandler(host, { server, focus: true }), /options\.focus/);
  // @ts-expect-error
  await assert.rejects(retryRequired(host, call, { server, container: {} }), /options\.container/);
  // @ts-expect-error
  await assert.rejects(elicitRequired(host, required, { server, check: async () => [] }), /options\.check/);
  assert.deepEqual(await openOf(relay, "chat"), []);
  interceptElicitations(transport, host, { server, review: "short", replyMeta: () => ({}) });
});

test("a host of a session names each request, and a round by its requests", async () => {
  const store = new CountingStore();
  const relay = start({ store });
  const phone = await device(relay);
  const requests: unknown[] = [];
  const params = JSON.parse(form);
  const host = (): RelayHost => relay.host("chat", { key: (of) => (requests.push(of), of.message === "" ? undefined : `order ${of.message}`) });
  const key = `order ${params.message}`;
  const results = [host().elicit(form, { server }), host().elicit(form, { server }), relay.elicit(form, { server, session: "chat", key })];
  await store.until(3);
  assert.equal(store.ids.size, 1);
  await (await phone.forms.waitForRound()).send(city);
  const answer = { action: "accept", content: city };
  assert.deepEqual(await Promise.all(results), [answer, answer, answer]);
  assert.deepEqual(requests, [params, params]);
  const round = (...messages: string[]): Record<string, InputRequest> =>
    Object.fromEntries(messages.map((message, i) => [`r${i}`, { method: "elicitation/create", params: { ...params, message } }]));
  const rounds = [round("a", "b"), JSON.stringify(round("a", "b")), round("a"), round("a", ""), round("a", "")].map((requests) => host().elicitAll(requests, { server }));
  await store.until(8);
  assert.equal(store.ids.size, 5);
  await assert.rejects(relay.host("chat", { key: () => 5 as never }).elicit(form, { server }), TypeError);
  await relay.close();
  await Promise.allSettled(rounds);
});

test("the stream begins with more than WebKit holds back, and says how it must be handled", async () => {
  const relay = start();
  const response = await look(relay, "chat", { accept: "text/event-stream" });
  assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
  assert.equal(response.headers.get("cache-control"), "no-store, no-transform");
  assert.equal(response.headers.get("x-accel-buffering"), "no");
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  assert.ok(value!.byteLength >= 1024);
  await reader.cancel();
});

test("more devices than a person has are not let in", async () => {
  const relay = start();
  const all = await Promise.all(Array.from({ length: 33 }, () => look(relay, "chat", { accept: "text/event-stream" })));
  assert.deepEqual(all.map(({ status }) => status).filter((status) => status !== 200), [503]);
  await all.find(({ status }) => status === 200)!.body!.cancel();
  assert.equal((await look(relay, "chat", { accept: "text/event-stream" })).status, 200, "one has gone");
});

test("a device that closes its connection takes its forms away, and leaves the request open", async () => {
  const relay = start();
  const phone = await device(relay);
  const result = relay.elicit(form, { server, session: "chat" });
  const shown = await phone.forms.waitForRound();
  phone.connection.close();
  assert.equal(shown.state, "withdrawn");
  assert.equal(phone.connection.state, "closed");
  await (await (await device(relay)).forms.waitForRound()).send(city);
  await result;
  assert.equal(new FakeForms().open.length, 0);
});
