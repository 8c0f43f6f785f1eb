import assert from "node:assert/strict";
import { test } from "node:test";
import { tick } from "../message/test/clock.js";
import { type ChildWindow, handshake, type HostAnswer } from "./handshake.js";

const initialize = { jsonrpc: "2.0", id: "start", method: "ui/initialize", params: {} };
const response = { jsonrpc: "2.0", id: "start", result: { hostInfo: { name: "Chat" } } };

function start(allowed: string[] = []): {
  sent: any[];
  parent: object;
  receive(event: object): void;
  isListening(): boolean;
  /** Lets a second pass. Reports whether the frame has sent something. */
  second(): boolean;
  result: Promise<HostAnswer>;
} {
  const sent: any[] = [];
  let listener: ((event: MessageEvent) => void) | undefined;
  const parent = { postMessage: (message: unknown) => sent.push(message) };
  const view: ChildWindow = {
    parent,
    addEventListener: (_type, added) => (listener = added),
    removeEventListener: () => (listener = undefined),
  };
  const result = handshake(view, { words: { de: "words.de.json" }, wasm: "elicitform.wasm", bytes: 5 }, initialize, allowed);
  const second = (): boolean => {
    const before = sent.length;
    tick(1000);
    return sent.length > before;
  };
  return { sent, parent, result, receive: (event) => listener?.(event as MessageEvent), isListening: () => listener !== undefined, second };
}

test("takes the port of the parent that repeats the nonce, then stops listening", async () => {
  const { sent, parent, result, receive, isListening } = start();
  assert.equal(sent.length, 2);
  assert.equal(sent[0].elicitform, "hello");
  assert.deepEqual([sent[0].words, sent[0].wasm, sent[0].bytes], [{ de: "words.de.json" }, "elicitform.wasm", 5]);
  assert.match(sent[0].nonce, /^[0-9a-f]{32}$/);
  assert.deepEqual(sent[0].first.map(JSON.parse), [initialize, { jsonrpc: "2.0", method: "ui/notifications/initialized" }]);
  const port = {};
  receive({ source: parent, origin: "https://chat.example", data: { elicitform: "connect", nonce: sent[0].nonce }, ports: [port] });
  assert.deepEqual(await result, { port });
  assert.equal(isListening(), false);
  assert.equal(sent.length, 2);
});

test("B37 repeats its hello while nobody answers, but not for ever", async () => {
  const { sent, parent, result, receive, second } = start();
  second();
  assert.deepEqual(sent[2], sent[0]);
  receive({ source: parent, origin: "https://chat.example", data: { elicitform: "connect", nonce: sent[0].nonce }, ports: [{}] });
  await result;
  assert.equal(second(), false);

  const unanswered = start();
  for (let seconds = 0; unanswered.second(); seconds++) {
    assert.ok(seconds < 60);
  }
});

test("N32 takes the response of a parent that is an MCP Apps host, then stops listening", async () => {
  const { sent, parent, result, receive, isListening } = start();
  assert.deepEqual(sent[1], initialize);
  receive({ source: parent, origin: "https://chat.example", data: response, ports: [] });
  assert.deepEqual(await result, { response, origin: "https://chat.example" });
  assert.equal(isListening(), false);
});

test("B3 the first answer counts, whichever it is", async (t) => {
  const port = {};
  for (const first of ["connect", "response"]) {
    await t.test(first, async () => {
      const { sent, parent, result, receive } = start();
      const connect = { data: { elicitform: "connect", nonce: sent[0].nonce }, ports: [port] };
      const answers = [connect, { data: response, ports: [] }];
      for (const answer of first === "connect" ? answers : answers.reverse()) {
        receive({ source: parent, origin: "https://chat.example", ...answer });
      }
      assert.deepEqual(await result, first === "connect" ? { port } : { response, origin: "https://chat.example" });
    });
  }
});

test("ignores every other message", async (t) => {
  const cases: [what: string, change: (good: Record<string, any>) => void][] = [
    ["B1 another window", (event) => (event["source"] = {})],
    ["B1 no window", (event) => (event["source"] = null)],
    ["B2 an origin that is not allowed", (event) => (event["origin"] = "https://evil.example")],
    ["B2 the opaque origin", (event) => (event["origin"] = "null")],
    ["another nonce", (event) => (event["data"].nonce = "x")],
    ["another message", (event) => (event["data"].elicitform = "hello")],
    ["not an object", (event) => (event["data"] = "connect")],
    ["B44 inherited members", (event) => (event["data"] = Object.create(event["data"]))],
    ["no port", (event) => (event["ports"] = [])],
    ["two ports", (event) => (event["ports"] = [{}, {}])],
    ["B1 a response of another window", (event) => Object.assign(event, { source: {}, data: response })],
    ["B2 a response of an origin that is not allowed", (event) => Object.assign(event, { origin: "https://evil.example", data: response })],
    ["B4 a request", (event) => (event["data"] = { jsonrpc: "2.0", id: "start", method: "elicitation/create", params: {} })],
    ["the response to another request", (event) => (event["data"] = { ...response, id: 1 })],
    ["an error", (event) => (event["data"] = { jsonrpc: "2.0", id: "start", error: { code: -32601, message: "what?" } })],
    ["a response as text", (event) => (event["data"] = JSON.stringify(response))],
    ["a response that inherits its result", (event) => (event["data"] = Object.create(response))],
  ];
  for (const [what, change] of cases) {
    await t.test(what, () => {
      const { sent, parent, receive, isListening } = start(["https://chat.example"]);
      const event = { source: parent, origin: "https://chat.example", data: { elicitform: "connect", nonce: sent[0].nonce }, ports: [{}] };
      change(event);
      receive(event);
      assert.equal(isListening(), true);
    });
  }
});
