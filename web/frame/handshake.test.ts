import assert from "node:assert/strict";
import { test } from "node:test";
import { handshake, type HandshakeWindow } from "./handshake.js";

function start(allowed: string[] = []): {
  said: any[];
  parent: object;
  hear(event: object): void;
  listening(): boolean;
  result: Promise<MessagePort>;
} {
  const said: any[] = [];
  let listener: ((event: MessageEvent) => void) | undefined;
  const parent = { postMessage: (message: unknown) => said.push(message) };
  const view: HandshakeWindow = {
    parent,
    addEventListener: (_type, added) => (listener = added),
    removeEventListener: () => (listener = undefined),
  };
  const result = handshake(view, "elicitform.wasm", allowed);
  return { said, parent, result, hear: (event) => listener?.(event as MessageEvent), listening: () => listener !== undefined };
}

test("takes the port of the parent that repeats the nonce, then stops listening", async () => {
  const { said, parent, result, hear, listening } = start();
  assert.equal(said.length, 1);
  assert.equal(said[0].elicitform, "hello");
  assert.equal(said[0].wasm, "elicitform.wasm");
  assert.match(said[0].nonce, /^[0-9a-f]{32}$/);
  const port = {};
  hear({ source: parent, origin: "https://chat.example", data: { elicitform: "connect", nonce: said[0].nonce }, ports: [port] });
  assert.equal(await result, port);
  assert.equal(listening(), false);
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
  ];
  for (const [what, change] of cases) {
    await t.test(what, () => {
      const { said, parent, hear, listening } = start(["https://chat.example"]);
      const event = { source: parent, origin: "https://chat.example", data: { elicitform: "connect", nonce: said[0].nonce }, ports: [{}] };
      change(event);
      hear(event);
      assert.equal(listening(), true);
    });
  }
});
