// Asks a person on another device with the package, as a server and a page together: both
// halves of the relay, without a network. It prints nothing when all is well.

import assert from "node:assert/strict";
import { ElicitationError, elicitationHandler } from "elicitform";
import { connectRelay, createRelay, memoryStore } from "elicitform/relay";
import { nodeListener } from "elicitform/relay/node";
import { redisStore } from "elicitform/relay/redis";

assert.equal(typeof redisStore(/** a client */ {}).ask, "function");
const relay = createRelay({ secret: "a secret that nobody else knows", store: memoryStore("consumer") });
assert.equal(typeof nodeListener(relay.handle), "function");
const { handle } = relay;
globalThis.fetch = (url, init) => handle(new Request(url, { ...init, keepalive: false }));

const forms = {
  elicit: async (params, { check }) => {
    const content = { city: JSON.parse(params).message };
    if (content.city === "unaskable") {
      throw new ElicitationError("invalid-request", { reason: "not-a-schema" });
    }
    assert.deepEqual(await check(content), []);
    return { action: "accept", content };
  },
  elicitAll: async () => ({}),
  complete() {},
};
const connection = connectRelay("https://chat.example/relay", forms, { token: () => relay.token("chat") });
const server = { id: "weather.example" };
const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const ask = (message) => elicitationHandler(relay.host("chat"), { server })({ params: { message, requestedSchema: schema } });
assert.deepEqual(await ask("Graz"), { action: "accept", content: { city: "Graz" } });
// The handlers know the errors of the relay: there is one class of them.
await assert.rejects(ask("unaskable"), { code: -32602 });
await assert.rejects(relay.elicit("[]", { server, session: "chat" }), (error) => error instanceof ElicitationError);
connection.close();
await relay.close();
