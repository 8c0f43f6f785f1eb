import assert from "node:assert/strict";
import { test } from "node:test";
import { AppsChannel } from "./apps.js";
import type { ChildWindow } from "./handshake.js";

const ORIGIN = "https://chat.example";

interface Talk {
  channel: AppsChannel;
  /** What the program would get, parsed, without what it gets at the start. */
  heard: any[];
  /** What it gets at the start. */
  begin: unknown[];
  /** What the host got, with the origin that it was meant for. */
  said: [message: any, target: string][];
  say(data: unknown, change?: object): void;
}

function start(result: object = {}, origin = ORIGIN): Talk {
  let listener: ((event: MessageEvent) => void) | undefined;
  const said: [any, string][] = [];
  const parent = { postMessage: (message: unknown, target: string) => said.push([message, target]) };
  const view: ChildWindow = {
    parent,
    addEventListener: (_type, added) => (listener = added),
    removeEventListener: () => assert.fail("it goes on listening"),
  };
  const response = { jsonrpc: "2.0", id: "start", result };
  const channel = new AppsChannel(view, { response, origin }, (host) => `Server via ${host}`);
  const received: unknown[] = [];
  channel.listen((data) => received.push(data));
  const begin = received.splice(0);
  const heard: any[] = [];
  const say = (data: unknown, change: object = {}): void => {
    listener?.({ source: parent, origin, data, ports: [], ...change } as unknown as MessageEvent);
    heard.push(...received.splice(0).map((text) => JSON.parse(String(text))));
  };
  return { channel, heard, begin, said, say };
}

const hostInfo = { name: "chat-app", title: "Chat", version: "1" };
const create = (params: unknown): object => ({ jsonrpc: "2.0", id: 0, method: "elicitation/create", params });
const askerOf = (message: any): unknown => message.params._meta["elicitform/server"];

test("N32 the program gets the context first, without what it has no use for, and is fetched by the frame", () => {
  const variables = { "--font-sans": "serif" };
  const { begin } = start({
    hostInfo,
    hostCapabilities: { experimental: { "elicitform/received": {} } },
    hostContext: { theme: "dark", locale: "de", styles: { variables, css: { fonts: "x" } }, toolInfo: { tool: { name: "t" } } },
  });
  assert.equal(begin.length, 2);
  assert.deepEqual(JSON.parse(String(begin[0])), {
    jsonrpc: "2.0", id: "start", result: { hostContext: { locale: "de", theme: "dark", styles: { variables } } },
  });
  assert.equal(begin[1], null);
});

test("B42 a host without a language gets the browser's", () => {
  const { begin } = start({ hostInfo });
  const { locale } = JSON.parse(String(begin[0])).result.hostContext;
  assert.equal(locale, globalThis.navigator?.language ?? "en");
});

test("N32 P11 a request loses what the server wrote under our names, and nothing else", () => {
  const { heard, say } = start({ hostInfo });
  const params = JSON.parse('{"message":"m","requestedSchema":{"type":"object","properties":{"__proto__":{"type":"string"}}},"__proto__":1}');
  const _meta = {
    progressToken: 1,
    "elicitform/server": { id: "Your Bank" },
    "elicitform/focus": true,
    "elicitform/rejected": "not-json",
    "elicitform/drafts": true,
  };
  say(create({ ...params, _meta }));
  assert.equal(heard.length, 1);
  assert.equal(
    JSON.stringify(heard[0]),
    JSON.stringify(create({
      ...params,
      _meta: { progressToken: 1, "elicitform/server": { id: "Server via Chat (chat.example)" } },
    })),
  );
  say({ jsonrpc: "2.0", method: "notifications/elicitation/complete", params: { elicitationId: "e", _meta: { "elicitform/requestId": 1, kept: 2 } } });
  assert.deepEqual(heard[1].params, { elicitationId: "e", _meta: { kept: 2 } });
});

test("B30 a server that the host does not name is never called by the host's name alone", async (t) => {
  const cases: [what: string, hostInfo: unknown, origin: string, want: string][] = [
    ["title and place", hostInfo, ORIGIN, "Server via Chat (chat.example)"],
    ["name and place", { name: "chat-app" }, "http://127.0.0.1:8080", "Server via chat-app (http://127.0.0.1:8080)"],
    ["an opaque origin says nothing", hostInfo, "null", "Server via Chat"],
    ["nor does the scheme of an application", hostInfo, "app://window", "Server via Chat"],
    ["no name", {}, ORIGIN, "Server via chat.example"],
    ["an empty name", { title: " \n", name: "" }, ORIGIN, "Server via chat.example"],
    ["nothing at all", undefined, "null", "Server via MCP host"],
    ["a name that reorders", { name: "a\u202eb\nc" }, "null", "Server via ab c"],
    ["a name that pushes the place away", { name: "x".repeat(5000) }, ORIGIN, `Server via ${"x".repeat(60)}… (chat.example)`],
  ];
  for (const [what, info, origin, want] of cases) {
    await t.test(what, () => {
      const { heard, say } = start({ hostInfo: info }, origin);
      say(create({ message: "m" }));
      assert.deepEqual(askerOf(heard[0]), { id: want });
    });
  }
});

test("P11 a host can name the server in its context, and change that", () => {
  const { heard, say } = start({ hostInfo, hostContext: { "elicitform/server": { id: "weather.example", title: "Weather" } } });
  say(create({ message: "m" }));
  assert.deepEqual(askerOf(heard[0]), { id: "weather.example", title: "Weather" });
  say({ jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: { theme: "dark", "elicitform/server": { id: "other" } } });
  assert.deepEqual(heard[1].params, { theme: "dark" });
  say(create({ message: "m" }));
  assert.deepEqual(askerOf(heard[2]), { id: "other" });
  say({ jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: { "elicitform/server": null } });
  say(create({ message: "m" }));
  assert.deepEqual(askerOf(heard[4]), { id: "Server via Chat (chat.example)" });
});

test("links are opened by a host that can", () => {
  const { channel, heard, said, say } = start({ hostInfo, hostCapabilities: { openLinks: {} } });
  say(create({ mode: "url", message: "m", url: "https://example.com/" }));
  assert.equal(heard[0].params._meta["elicitform/openLink"], true);
  const link = { jsonrpc: "2.0", id: "link", method: "ui/open-link", params: { url: "https://example.com/" } };
  channel.send(JSON.stringify(link));
  assert.deepEqual(said, [[link, ORIGIN]]);
  const opened = { jsonrpc: "2.0", id: "link", result: {} };
  say(opened);
  assert.deepEqual(heard[1], opened);
});

test("answers go to the origin of the host, as objects; what only the host package knows stays here", () => {
  const { channel, said } = start({ hostInfo });
  channel.send('{"jsonrpc":"2.0","method":"elicitform/ready","params":{}}');
  channel.send('{"jsonrpc":"2.0","id":0,"result":{"action":"accept","content":{"__proto__":"own"}}}');
  assert.equal(said.length, 1);
  const [message, target] = said[0]!;
  assert.equal(target, ORIGIN);
  assert.equal(Object.getOwnPropertyDescriptor(message.result.content, "__proto__")?.value, "own");

  const opaque = start({ hostInfo }, "null");
  opaque.channel.send('{"jsonrpc":"2.0","id":0,"result":{"action":"decline"}}');
  assert.equal(opaque.said[0]?.[1], "*");
});

test("our own methods are unknown here, from whoever they come", () => {
  const { heard, said, say } = start({ hostInfo });
  say({ jsonrpc: "2.0", id: 5, method: "elicitform/round", params: { requests: [] } });
  say({ jsonrpc: "2.0", method: "elicitform/received", params: { requestId: 0 } });
  assert.deepEqual(heard, []);
  assert.deepEqual(said, [[{ jsonrpc: "2.0", id: 5, error: { code: -32601, message: "Method not found" } }, ORIGIN]]);
});

test("what does not come from the host is not heard", async (t) => {
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
    await t.test(what, () => {
      const { heard, said, say } = start({ hostInfo });
      say(data, change);
      assert.deepEqual([heard, said], [[], []]);
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
    ["B5 too large", { message: "é".repeat(140_000) }, "too-large"],
    ["B5 an array", [], "not-an-object"],
    ["B5 nothing", undefined, "not-an-object"],
    ["B6 too deep", { message: "m", deep }, "too-deep"],
  ];
  for (const [what, params, reason] of cases) {
    await t.test(what, () => {
      const { heard, say } = start({ hostInfo });
      say(create(params));
      assert.deepEqual(heard[0].params._meta, {
        "elicitform/server": { id: "Server via Chat (chat.example)" }, "elicitform/rejected": reason,
      });
      assert.equal(heard[0].id, 0);
    });
  }
});

test("other messages that cannot be handed over are dropped", () => {
  const { heard, say } = start({ hostInfo });
  say({ jsonrpc: "2.0", method: "ui/notifications/tool-input", params: { arguments: { text: "x".repeat(300_000) } } });
  say({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1n } });
  assert.deepEqual(heard, []);
});
