// The adapters of the package in Node, where there is no page.

import assert from "node:assert/strict";
import { acpElicitation, acpReply, AdapterError, aguiElicitation, aguiRound, langchainResume, langchainRound } from "elicitform/adapters";

assert.equal(typeof document, "undefined");
const schema = { type: "object", properties: { approved: { type: "boolean" } }, required: ["approved"] };
const interrupt = { id: "a", reason: "tool_call", message: "Go on?", responseSchema: schema };
const yes = { action: "accept", content: { approved: true } };
assert.deepEqual(aguiElicitation(interrupt).resume(yes), { interruptId: "a", status: "resolved", payload: { approved: true } });
assert.deepEqual(aguiRound([interrupt]).resume({ a: yes }), [{ interruptId: "a", status: "resolved", payload: { approved: true } }]);
assert.throws(() => aguiRound([]), AdapterError);

const request = { sessionId: "s", mode: "form", message: "Go on?", requestedSchema: schema };
assert.deepEqual(acpElicitation(request), { params: { mode: "form", message: "Go on?", requestedSchema: schema }, scope: { sessionId: "s" } });
assert.deepEqual(acpReply(yes), yes);
const round = langchainRound({ type: "mcp_elicitation", tool_name: "t", requests: [{ key: "k", mode: "form", message: "Go on?", requested_schema: schema }] });
assert.deepEqual(langchainResume("i", round.resume({ k: yes })), { i: { responses: { k: yes } } });
