// The doors of the package in Node, where there is no page.

import assert from "node:assert/strict";
import { aguiElicitation, aguiRound, DoorError } from "elicitform/agui";

assert.equal(typeof document, "undefined");
const schema = { type: "object", properties: { approved: { type: "boolean" } }, required: ["approved"] };
const interrupt = { id: "a", reason: "tool_call", message: "Go on?", responseSchema: schema };
const yes = { action: "accept", content: { approved: true } };
assert.deepEqual(aguiElicitation(interrupt).resume(yes), { interruptId: "a", status: "resolved", payload: { approved: true } });
assert.deepEqual(aguiRound([interrupt]).resume({ a: yes }), [{ interruptId: "a", status: "resolved", payload: { approved: true } }]);
assert.throws(() => aguiRound([]), DoorError);
