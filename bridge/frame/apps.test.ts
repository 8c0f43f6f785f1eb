import assert from "node:assert/strict";
import { test } from "node:test";
import { pass } from "../message/test/clock.js";
import { appsChannel } from "./apps.js";
import type { Channel } from "./channel.js";
import { Display, INITIALIZE_ID } from "./display.js";
import type { ChildWindow } from "./handshake.js";

const ORIGIN = "https://chat.example";

interface Talk {
  channel: Channel;
  display: Display;
  /** The messages that the program gets after the start, parsed. */
  received: any[];
  /** The messages that it gets at the start. */
  initial: any[];
  /** The contexts that the document gets. */
  contexts: unknown[];
  /** The parts of the program's file that the channel hands over. */
  program: unknown[];
  /** The messages to the host, each with its target origin. */
  sent: [message: any, target: string][];
  /** Sends a message of the host, and waits for its effects. */
  say(data: unknown, change?: object): Promise<void>;
  /** Answers as the program. */
  answer(id: string | number, result: object): void;
}

function start(result: object = {}, origin = ORIGIN, hasProgram = true): Talk {
  let listener: ((event: MessageEvent) => void) | undefined;
  const sent: [any, string][] = [];
  const parent = { postMessage: (message: unknown, target: string) => sent.push([message, target]) };
  const view: ChildWindow = {
    parent,
    addEventListener: (_type, added) => (listener = added),
    removeEventListener: () => assert.fail("it goes on listening"),
  };
  const response = { jsonrpc: "2.0", id: INITIALIZE_ID, result };
  const contexts: unknown[] = [];
  const display: Display = new Display({ send: (text) => channel.send(text), onInitialized() {}, onContext: (context) => contexts.push(context), onChange() {}, onClose() {} });
  const channel = appsChannel(view, { response, origin }, display, (host) => `Server via ${host ?? "an unknown page"}`);
  const program: unknown[] = [];
  channel.listen((data) => program.push(data));
  const received: any[] = [];
  const initial = hasProgram ? display.attach((text) => received.push(JSON.parse(text))).map((text) => JSON.parse(text)) : [];
  const say = async (data: unknown, change: object = {}): Promise<void> => {
    listener?.({ source: parent, origin, data, ports: [], ...change } as unknown as MessageEvent);
    await pass(100);
  };
  const answer = (id: string | number, result: object): void => display.post(JSON.stringify({ jsonrpc: "2.0", id, result: { responses: [{ result }] } }));
  return { channel, display, received, initial, contexts, program, sent, say, answer };
}

const hostInfo = { name: "chat-app", title: "Chat", version: "1" };
const create = (params: unknown): object => ({ jsonrpc: "2.0", id: 0, method: "elicitation/create", params });
const serverOf = (message: any): unknown => message.params.notes.server;
/** The params of the first request of a round. */
const requestIn = (message: any): any => JSON.parse(message.params.requests[0].params);

test("N32 the program and the document get the context first, each without the members that it does not use, and the frame fetches the program", async () => {
  const styles = { variables: { "--font-sans": "serif" }, css: { fonts: "x" } };
  const containerDimensions = { maxHeight: 600, width: 300 };
  const { initial, contexts, program, say } = start({
    hostInfo,
    hostCapabilities: { experimental: { "elicitform/received": {} } },
    hostContext: { theme: "dark", locale: "de", containerDimensions, styles: { ...styles, more: 1 }, toolInfo: { tool: { name: "t" } } },
  });
  assert.deepEqual(initial, [
    { jsonrpc: "2.0", id: INITIALIZE_ID, result: { hostContext: { locale: "de" } } },
  ]);
  assert.deepEqual(contexts, [{ locale: "de", theme: "dark", containerDimensions, styles }]);
  assert.deepEqual(program, [null]);
  const changed = "ui/notifications/host-context-changed";
  // Fonts are larger than any message may be.
  const fonts = "x".repeat(300_000);
  await say({ jsonrpc: "2.0", method: changed, params: { theme: "light", "elicitform/background": "transparent", styles: { css: { fonts } } } });
  assert.deepEqual(contexts[1], { theme: "light", "elicitform/background": "transparent", styles: { variables: undefined, css: { fonts } } });
  await say({ jsonrpc: "2.0", method: changed, params: { theme: "x".repeat(300_000) } });
  assert.equal(contexts.length, 2);
});

test("B42 a host without a language gets the browser's", () => {
  const { initial } = start({ hostInfo });
  const { locale } = initial[0].result.hostContext;
  assert.equal(locale, globalThis.navigator?.language ?? "en");
});

test("N32 P11 a request crosses as it is, and what the server wrote under our names means nothing", async () => {
  const { received, say } = start({ hostInfo });
  const params = JSON.parse('{"message":"m","requestedSchema":{"type":"object","properties":{"__proto__":{"type":"string"}}},"__proto__":1}');
  const _meta = {
    progressToken: 1,
    "elicitform/server": { id: "Your Bank" },
    "elicitform/focus": true,
    "elicitform/drafts": true,
  };
  const notes = { server: { id: "Your Bank" }, focus: true };
  await say(create({ ...params, _meta, notes, requests: [] }));
  assert.deepEqual(received, [{
    jsonrpc: "2.0", id: 0, method: "elicitform/ask", params: {
      notes: { server: { id: "Server via Chat (chat.example)" }, openLink: false, queue: { position: 1, total: 1 } },
      requests: [{ params: JSON.stringify({ ...params, _meta, notes, requests: [] }) }],
    },
  }]);
});

test("B30 a server that the host does not name is never called by the host's name alone", async (t) => {
  const cases: [what: string, hostInfo: unknown, origin: string, want: string][] = [
    ["title and place", hostInfo, ORIGIN, "Server via Chat (chat.example)"],
    ["name and place", { name: "chat-app" }, "http://127.0.0.1:8080", "Server via chat-app (http://127.0.0.1:8080)"],
    ["an opaque origin, whatever it says", hostInfo, "null", "Server via an unknown page"],
    ["an opaque origin that names a site", { title: "bank.example", name: "https://bank.example" }, "null", "Server via an unknown page"],
    ["an app has an origin as well", hostInfo, "app://window", "Server via Chat (app://window)"],
    ["no name", {}, ORIGIN, "Server via chat.example"],
    ["an empty name", { title: " \n", name: "" }, ORIGIN, "Server via chat.example"],
    ["nothing at all", undefined, "null", "Server via an unknown page"],
    ["a name that reorders", { name: "a\u202eb\nc" }, ORIGIN, "Server via ab c (chat.example)"],
    ["a name that pushes the place away", { name: "x".repeat(5000) }, ORIGIN, `Server via ${"x".repeat(40)}… (chat.example)`],
    ["a place whose end is far away", hostInfo, `https://${"bank.example.".repeat(9)}evil.example`, "Server via Chat (….bank.example.bank.example.evil.example)"],
  ];
  for (const [what, info, origin, want] of cases) {
    await t.test(what, async () => {
      const { received, say } = start({ hostInfo: info }, origin);
      await say(create({ message: "m" }));
      assert.deepEqual(serverOf(received[0]), { id: want });
    });
  }
});

test("P11 a host can name the server in its context, and change that", async () => {
  const { received, say, answer } = start({ hostInfo, hostContext: { "elicitform/server": { id: "weather.example", title: "Weather" } } });
  const serverAt = async (id: number): Promise<unknown> => {
    received.length = 0;
    await say({ ...create({ message: "m" }), id });
    answer(id, { action: "decline" });
    return serverOf(received[0]);
  };
  const changed = "ui/notifications/host-context-changed";
  assert.deepEqual(await serverAt(1), { id: "weather.example (chat.example)", title: "Weather" });
  await say({ jsonrpc: "2.0", method: changed, params: { theme: "dark", "elicitform/server": { id: "other" } } });
  assert.deepEqual(received.at(-1).params, {});
  assert.deepEqual(await serverAt(2), { id: "other (chat.example)" });
  await say({ jsonrpc: "2.0", method: changed, params: { "elicitform/server": null } });
  assert.deepEqual(await serverAt(3), { id: "Server via Chat (chat.example)" });
});

test("P11 the host's origin stands beside the server that it names, whatever that name is", async () => {
  const cases: [id: unknown, origin: string, want: string][] = [
    ["weather.example", "http://127.0.0.1:8080", "weather.example (http://127.0.0.1:8080)"],
    ["weather.example", "app://window", "weather.example (app://window)"],
    ["bank.example (bank.example)", ORIGIN, "bank.example (bank.example) (chat.example)"],
    ["x".repeat(5000), ORIGIN, `${"x".repeat(64)}… (chat.example)`],
    ["bank.example\n\u202e", ORIGIN, "bank.example (chat.example)"],
    ["bank.example", `https://bank.example.${"a".repeat(60)}.evil.example`, `bank.example (…${"a".repeat(26)}.evil.example)`],
    // An opaque origin identifies nobody, and any page could give that name.
    ["bank.example", "null", "Server via an unknown page"],
    [" ", "null", "Server via an unknown page"],
    [7, ORIGIN, "Server via Chat (chat.example)"],
  ];
  for (const [id, origin, want] of cases) {
    const { received, say } = start({ hostInfo, hostContext: { "elicitform/server": { id } } }, origin);
    await say(create({ message: "m" }));
    const named = serverOf(received[0]) as { id: string };
    assert.equal(named.id, want);
    assert.ok([...named.id].length <= 80, named.id);
  }
});

test("links are opened by a host that can", async () => {
  const { channel, received, sent, say } = start({ hostInfo, hostCapabilities: { openLinks: {} } });
  await say(create({ mode: "url", message: "m", url: "https://example.com/" }));
  assert.equal(received[0].params.notes.openLink, true);
  const link = { jsonrpc: "2.0", id: "link", method: "ui/open-link", params: { url: "https://example.com/" } };
  channel.send(JSON.stringify(link));
  assert.deepEqual(sent, [[link, ORIGIN]]);
  const opened = { jsonrpc: "2.0", id: "link", result: {} };
  await say(opened);
  assert.deepEqual(received[1], opened);
});

test("answers go to the origin of the host, as objects; notifications for the host package stay here", async () => {
  const { channel, sent, say, display } = start({ hostInfo });
  await say(create({ message: "m" }));
  channel.send('{"jsonrpc":"2.0","method":"elicitform/ready","params":{}}');
  const accept = '{"jsonrpc":"2.0","id":0,"result":{"responses":[{"result":{"action":"accept","content":{"__proto__":"own"}}}]}}';
  display.post(accept);
  // After the first answer the request has ended, so the second answer is dropped.
  display.post(accept);
  assert.equal(sent.length, 1);
  const [message, target] = sent[0]!;
  assert.equal(target, ORIGIN);
  assert.equal(JSON.stringify(message), '{"jsonrpc":"2.0","id":0,"result":{"action":"accept","content":{"__proto__":"own"}}}');
  assert.equal(Object.getOwnPropertyDescriptor(message.result.content, "__proto__")?.value, "own");

  const opaque = start({ hostInfo }, "null");
  await opaque.say(create({ message: "m" }));
  opaque.answer(0, { action: "decline" });
  assert.equal(opaque.sent[0]?.[1], "*");
});

test("N32 several requests are shown one after the other, and each answer is confirmed to the program", async () => {
  const { received, sent, say, answer } = start({ hostInfo });
  void say({ ...create({ message: "first" }), id: "a" });
  await say({ ...create({ message: "second" }), id: 7 });
  assert.deepEqual(received.map((message) => requestIn(message).message), ["first"]);
  assert.deepEqual(received[0].params.notes.queue, { position: 1, total: 2 });
  answer("a", { action: "decline" });
  assert.deepEqual(received.slice(1).map((message) => message.id ? requestIn(message).message : [message.method, message.params.requestId]), [["elicitform/received", "a"], "second"]);
  answer(7, { action: "cancel" });
  assert.deepEqual(sent.map(([message]) => [message.id, message.result.action]), [["a", "decline"], [7, "cancel"]]);
});

test("B34 an open request that is sent again stays, and another one under its id is rejected", async () => {
  for (const hasProgram of [true, false]) {
    const { sent, say, answer, display } = start({ hostInfo }, ORIGIN, hasProgram);
    await say(create({ message: "Subscribe?" }));
    await say(create({ message: "Subscribe?" }));
    assert.equal(sent.length, 0);
    await say(create({ message: "Unsubscribe?" }));
    assert.deepEqual(sent.splice(0).map(([{ id, error }]) => [id, error]), [
      [0, { code: -32602, message: "The id is in use", data: { "elicitform/code": "invalid-request", "elicitform/reason": "id-in-use" } }],
    ]);
    if (hasProgram) {
      answer(0, { action: "decline" });
    } else {
      display.decide(display.current!, "decline");
    }
    await say(create({ message: "Subscribe?" }));
    const declined = { jsonrpc: "2.0", id: 0, result: { action: "decline" } };
    assert.deepEqual(sent.map(([message]) => message), [declined, declined]);
    await say(create({ message: "Unsubscribe?" }));
    assert.equal(display.current?.message, "Unsubscribe?");
  }
});

test("B33 a request that is withdrawn gets no answer, whether it is shown or waits", async () => {
  const { received, sent, say, display } = start({ hostInfo });
  await say({ ...create({ message: "shown" }), id: 1 });
  await say({ ...create({ message: "waiting" }), id: 2 });
  for (const requestId of [2, 1]) {
    await say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
  }
  assert.deepEqual(received.map(({ method, params }) => [method, params.queue?.total]), [
    ["elicitform/ask", undefined], ["elicitform/queue", 2], ["elicitform/queue", 1], ["notifications/cancelled", undefined],
  ]);
  assert.equal(display.current, undefined);
  assert.deepEqual(sent, []);
});

test("the program learns the end of an opened page", async () => {
  const { received, say, answer } = start({ hostInfo });
  const page = { mode: "url", message: "m", url: "https://example.com/", elicitationId: "e" };
  const complete = { jsonrpc: "2.0", method: "notifications/elicitation/complete", params: { elicitationId: "e" } };
  await say({ ...create(page), id: 1 });
  answer(1, { action: "accept" });
  await say(complete);
  await say(complete);
  const completions = received.filter(({ method }) => method === "elicitform/completed");
  assert.deepEqual(completions.map(({ params }) => params), [{ requestId: 1, elicitationId: "e" }]);
});

test("an opened page is shown again when nothing else is to be shown, or the program learns its end with the name of its server", async () => {
  const { channel, received, say, answer } = start({ hostInfo });
  const page = (elicitationId: string): object => ({ mode: "url", message: elicitationId, url: "https://example.com/", elicitationId });
  const server = { id: "Server via Chat (chat.example)" };
  for (const [id, name] of [[0, "first"], [1, "second"]] as const) {
    await say({ ...create(page(name)), id });
    answer(id, { action: "accept" });
  }
  await say({ ...create({ message: "m" }), id: 2 });
  await say({ jsonrpc: "2.0", method: "notifications/elicitation/complete", params: { elicitationId: "second" } });
  assert.deepEqual(received.at(-1).params, { requestId: 1, elicitationId: "second", server });
  answer(2, { action: "decline" });
  channel.send('{"jsonrpc":"2.0","method":"elicitform/closed","params":{}}');
  assert.deepEqual([received.at(-1).method, received.at(-1).params], [
    "elicitform/wait", { requestId: 0, notes: { server, openLink: false }, requests: [{ params: JSON.stringify(page("first")) }] },
  ]);
});

test("B36 when the program ends, open and later requests are answered with an error", async () => {
  const internal = { code: -32603, message: "The form stopped working", data: { "elicitform/code": "internal" } };
  for (const hasProgram of [true, false]) {
    const { sent, say, display } = start({ hostInfo }, ORIGIN, hasProgram);
    for (const id of [1, 2, 3]) {
      await say({ ...create({ message: "m" }), id });
    }
    assert.equal(display.crash(), true);
    await say({ ...create({ message: "m" }), id: 4 });
    await say({ jsonrpc: "2.0", id: 5, method: "ping" });
    assert.deepEqual(sent.map(([{ id, error, result }]): unknown[] => [id, error ?? result]), [[1, internal], [2, internal], [3, internal], [4, internal], [5, {}]]);
  }
});

test("B36 when the program gives up, the person still decides what is shown; the others get an error", async () => {
  const { channel, sent, say, display } = start({ hostInfo });
  for (const id of [1, 2]) {
    await say({ ...create({ message: "m" }), id });
  }
  const shown = display.detach()!;
  channel.giveUp();
  assert.deepEqual(sent.map(([{ id, error }]) => [id, error.code]), [[2, -32603]]);
  display.decide(shown, "decline");
  await say({ ...create({ message: "m" }), id: 3 });
  assert.deepEqual(sent.slice(1).map(([{ id, error, result }]) => [id, error?.code ?? result.action]), [[1, "decline"], [3, -32603]]);
});

test("B45 of a flood of requests each gets an answer", async () => {
  const { received, sent, say } = start({ hostInfo });
  const all = Array.from({ length: 2000 }, (_, id) => say({ ...create({ message: "m" }), id }));
  await Promise.all(all);
  assert.equal(received.length, 1);
  // 100 of the 2,000 requests are shown or wait.
  assert.equal(sent.length, 1900);
  assert.ok(sent.every(([{ error }]) => error.code === -32603));
});

test("our own methods are unknown here, whatever their server", async () => {
  const { received, sent, say } = start({ hostInfo });
  await say({ jsonrpc: "2.0", id: 5, method: "elicitform/ask", params: { notes: { server: { id: "Your Bank" } }, requests: [] } });
  await say({ jsonrpc: "2.0", method: "elicitform/received", params: { requestId: 0 } });
  assert.deepEqual(received, []);
  assert.deepEqual(sent, [[{ jsonrpc: "2.0", id: 5, error: { code: -32601, message: "Method not found" } }, ORIGIN]]);
});

test("messages that do not come from the host are ignored", async (t) => {
  const good = create({ message: "m" });
  const cases: [what: string, data: unknown, change: object][] = [
    ["B1 another window", good, { source: {} }],
    ["B1 no window", good, { source: null }],
    ["B2 another origin", good, { origin: "https://evil.example" }],
    ["B2 the opaque origin", good, { origin: "null" }],
    ["B3 a connect", { elicitform: "connect", nonce: "n" }, { ports: [{}] }],
    ["B5 text", JSON.stringify(good), {}],
    ["B5 an array", [good], {}],
    ["B5 null", null, {}],
    ["B5 another version", { ...good, jsonrpc: "1.0" }, {}],
    ["B44 inherited members", Object.create(good), {}],
  ];
  for (const [what, data, change] of cases) {
    await t.test(what, async () => {
      const { received, sent, say } = start({ hostInfo });
      await say(data, change);
      assert.deepEqual([received, sent], [[], []]);
    });
  }
});

test("a request that cannot be handed over arrives as the reason", async (t) => {
  const cycle: { [name: string]: unknown } = { message: "m" };
  cycle["self"] = cycle;
  let deep: unknown = {};
  for (let i = 0; i < 100_000; i++) {
    deep = { deep };
  }
  const cases: [what: string, params: unknown, reason: string][] = [
    ["B5 a cycle", cycle, "not-json"],
    ["B5 what JSON has no text for", { message: 1n }, "not-json"],
    ["B5 too large", { message: "x".repeat(300_000) }, "too-large"],
    ["B6 too deep", { message: "m", deep }, "too-deep"],
  ];
  for (const [what, params, reason] of cases) {
    await t.test(what, async () => {
      const { received, say } = start({ hostInfo });
      await say(create(params));
      assert.deepEqual(received[0].params.requests, [{ rejected: reason }]);
      assert.deepEqual(serverOf(received[0]), { id: "Server via Chat (chat.example)" });
      assert.equal(received[0].id, 0);
    });
  }
});

test("B5 params that are not an object cross unchanged, for the program to reject", async () => {
  for (const [params, request] of [
    [[], { params: "[]" }], [undefined, { params: "null" }], ["x", { params: '"x"' }],
    // A message over the limit is not forwarded.
    [{ message: "é".repeat(140_000) }, { rejected: "too-large" }],
  ]) {
    const { received, say } = start({ hostInfo });
    await say(create(params));
    assert.deepEqual(received[0].params.requests, [request]);
  }
});

test("other messages that cannot be handed over are dropped", async () => {
  const { received, say } = start({ hostInfo });
  await say({ jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: { text: "x".repeat(300_000) } } });
  await say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1n } });
  assert.deepEqual(received, []);
});
