// Tests the `_meta` that a host adds to the replies that the package sends for it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { rest } from "../message/test/clock.js";
import { FakeTransport } from "./test/faketransport.js";
import { elicitationHandler } from "./handler.js";
import { interceptElicitations } from "./intercept.js";
import type { Elicitor, ElicitOptions, ElicitResult } from "./types.js";

const params = { message: "Where?", requestedSchema: { type: "object", properties: { city: { type: "string" } } } };
const request = { method: "elicitation/create", params };
const inputRequests = { a: request, b: request };
const accepted: ElicitResult = { action: "accept", content: { city: "Graz" } };
const results: Record<string, ElicitResult> = { a: accepted, b: { action: "decline" } };
const person: Elicitor = { elicit: async () => accepted, elicitAll: async () => results, complete() {} };

/**
 * Returns the JSON of each reply that this function extends. The keys name the code that sends the
 * reply.
 */
async function sent(replyMeta?: ElicitOptions["replyMeta"]): Promise<{ [way: string]: string }> {
  const options = { server: { id: "weather.example" }, ...(replyMeta ? { replyMeta } : {}) };
  const raw = new FakeTransport();
  const transport = interceptElicitations(raw, person, options);
  await transport.start();
  const last = async (): Promise<string> => {
    await rest();
    const { id: _, ...message } = raw.sent.at(-1);
    return JSON.stringify(message);
  };
  raw.receive({ id: "r", ...request });
  const create = await last();
  await transport.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "x" } });
  raw.receive({ id: 1, result: { resultType: "input_required", inputRequests } });
  const round = await last();
  raw.receive({ method: "notifications/tasks", params: { taskId: "t", status: "input_required", inputRequests: { a: request } } });
  const task = await last();
  return { create, round, task, handler: JSON.stringify(await elicitationHandler(person, options)({ params })) };
}

test("P10 without a function of the host a reply is the result and nothing else", async () => {
  const result = JSON.stringify(accepted);
  const bare = {
    create: `{"jsonrpc":"2.0","result":${result}}`,
    round: `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"x","inputResponses":{"a":${result},"b":{"action":"decline"}}}}`,
    task: `{"jsonrpc":"2.0","method":"tasks/update","params":{"_meta":{},"taskId":"t","inputResponses":{"a":${result}}}}`,
    handler: result,
  };
  assert.deepEqual(await sent(), bare);
  assert.deepEqual(await sent(() => undefined), bare, "nor with one that adds nothing");
});

test("P10 what the host adds stands in the _meta of each reply, and changes nothing else", async () => {
  const calls: unknown[] = [];
  const replies = await sent((result, key) => {
    calls.push([result.action, key]);
    // A change of the argument must not reach the server.
    Object.assign(("content" in result && result.content) || {}, { city: "Linz" });
    return key === "b" ? undefined : { "chat.example/by": "person" };
  });
  const result = JSON.stringify({ ...accepted, _meta: { "chat.example/by": "person" } });
  assert.deepEqual(replies, {
    create: `{"jsonrpc":"2.0","result":${result}}`,
    round: `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"x","inputResponses":{"a":${result},"b":{"action":"decline"}}}}`,
    task: `{"jsonrpc":"2.0","method":"tasks/update","params":{"_meta":{},"taskId":"t","inputResponses":{"a":${result}}}}`,
    handler: result,
  });
  assert.deepEqual(calls, [["accept", undefined], ["accept", "a"], ["decline", "b"], ["accept", "a"], ["accept", undefined]]);
});

test("P10 a function of the host that throws makes the reply an error", async () => {
  const raw = new FakeTransport();
  const options = { server: { id: "weather.example" }, replyMeta: (): never => { throw new Error("no ledger"); } };
  await interceptElicitations(raw, person, options).start();
  raw.receive({ id: "r", ...request });
  await rest();
  assert.deepEqual(raw.sent, [{ jsonrpc: "2.0", id: "r", error: { code: -32603, message: "no ledger" } }]);
  await assert.rejects(elicitationHandler(person, options)({ params }), { message: "no ledger" });
});
