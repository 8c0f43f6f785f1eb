// Uses the package without a page, as on a server: an object that forwards requests
// replaces the host. It prints nothing when all is well.

import assert from "node:assert/strict";
import { ElicitationError, elicitationHandler, elicitRequired, interceptElicitations, retryRequired, URL_ELICITATION_REQUIRED } from "elicitform";

for (const name of ["window", "document", "location"]) {
  assert.equal(name in globalThis, false, `this is no page, but has a ${name}`);
}

const server = { id: "weather.example" };
const params = { message: "Where?", requestedSchema: { type: "object", properties: { city: { type: "string" } } } };
const accepted = { action: "accept", content: { city: "Graz" } };
const completed = [];
const person = {
  elicit: async () => accepted,
  elicitAll: async (requests) => Object.fromEntries(Object.keys(requests).map((key) => [key, accepted])),
  complete: (server, elicitationId) => completed.push(`${server.id} ${elicitationId}`),
};

// The server asks, requires input before its answer, and finishes a page.
const sent = [];
const received = [];
const transport = { start: async () => {}, close: async () => {}, send: async (message) => void sent.push(message) };
const between = interceptElicitations(transport, person, { server });
between.onmessage = (message) => received.push(message);
await between.start();
transport.onmessage({ jsonrpc: "2.0", id: 0, method: "elicitation/create", params });
transport.onmessage({ jsonrpc: "2.0", method: "notifications/elicitation/complete", params: { elicitationId: "e1" } });
await between.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "book" } });
transport.onmessage({ jsonrpc: "2.0", id: 1, result: { resultType: "input_required", inputRequests: { a: { method: "elicitation/create", params } } } });
await new Promise(setImmediate);
assert.deepEqual(sent.find(({ id }) => id === 0)?.result, accepted);
assert.deepEqual(sent.at(-1).params, { name: "book", inputResponses: { a: accepted }, requestState: undefined });
assert.deepEqual(completed, ["weather.example e1"]);
assert.deepEqual(received.map(({ method }) => method), ["notifications/elicitation/complete"]);

// The functions that take such an object beside the transport.
assert.deepEqual(await elicitationHandler(person, { server })({ params }), accepted);
const required = { code: URL_ELICITATION_REQUIRED, data: { elicitations: [{ mode: "url", url: "https://a.example/", elicitationId: "e2" }] } };
assert.equal(await elicitRequired(person, required, { server }), "retry");
await assert.rejects(elicitRequired(person, {}, { server }), ElicitationError);
let calls = 0;
const call = async () => (calls++ === 0 ? Promise.reject(required) : "done");
assert.equal(await retryRequired(person, call, { server }), "done");
