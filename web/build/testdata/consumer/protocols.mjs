// The code of docs/protocols.md, through whole elicitations.

import assert from "node:assert/strict";
import { fakeHost } from "elicitform/testing";
import {
  approvalResponse, approvedEntry, canUseTool, clientCapabilities, commandFor, createElicitation, requestPermission, resumeOf,
  reviewedCommand,
} from "./documented.mjs";

const schema = { type: "object", properties: { approved: { type: "boolean" } }, required: ["approved"] };
const interrupt = { reason: "tool_call", message: "Send it?", responseSchema: schema };
const forms = fakeHost([{ approved: true }, "decline", { value: "blue" }, { approved: true }, "done", "decline"]);
assert.deepEqual(await resumeOf(forms, [{ ...interrupt, id: "a" }, { ...interrupt, id: "b" }, { ...interrupt, id: "c", responseSchema: { type: "string" } }]), [
  { interruptId: "a", status: "resolved", payload: { approved: true } },
  { interruptId: "b", status: "resolved", payload: { approved: false } },
  { interruptId: "c", status: "resolved", payload: "blue" },
]);

const requests = [
  { key: "sure", mode: "form", message: "Send it?", requested_schema: schema },
  { key: "login", mode: "url", message: "Sign in", url: "https://id.example/" },
];
assert.deepEqual(await commandFor(forms, { id: "i", value: { type: "mcp_elicitation", tool_name: "send", requests } }), {
  resume: { i: { responses: { sure: { action: "accept", content: { approved: true } }, login: { action: "accept" } } } },
});

assert.deepEqual(clientCapabilities, { elicitation: { form: {}, url: {} } });
const params = { sessionId: "s", mode: "form", message: "Send it?", requestedSchema: { properties: schema.properties, required: null } };
assert.deepEqual(await createElicitation(forms)({ params, signal: new AbortController().signal }), { action: "decline" });
forms.verify();

// Each approval is allowed once, by the first option if there are any.
const shown = [];
const person = {
  async approve({ tool, options }) {
    shown.push(tool);
    return { action: "accept", scope: "once", ...(options && { id: options[0].id }) };
  },
  elicit: async () => ({ action: "accept", content: { question_0: "Pratt" } }),
};
const tool = { name: "send", arguments: { to: "ada" } };
const messages = [{ toolCalls: [{ id: "c", type: "function", function: { name: "send", arguments: '{"to":"ada"}' } }] }];
assert.deepEqual(await approvedEntry(person, { id: "a", reason: "tool_call", toolCallId: "c" }, { messages }), {
  interruptId: "a", status: "resolved", payload: { approved: true },
});
const reviewConfigs = [{ actionName: "send", allowedDecisions: ["approve"] }];
const review = { actionRequests: [{ name: "send", args: { to: "ada" } }], reviewConfigs };
assert.deepEqual(await reviewedCommand(person, { id: "i", value: review }), { resume: { i: { decisions: [{ type: "approve" }] } } });
const calls = new Map([["c", { toolCallId: "c", name: "send", rawInput: { to: "ada" } }]]);
const permission = { sessionId: "s", toolCall: { toolCallId: "c" }, options: [{ optionId: "y", name: "Yes", kind: "allow_once" }] };
assert.deepEqual(await requestPermission(person, calls)({ params: permission }), { outcome: { outcome: "selected", optionId: "y" } });
const part = { type: "tool-send", state: "approval-requested", input: { to: "ada" }, approval: { id: "p" } };
assert.deepEqual(await approvalResponse(person, part), { id: "p", approved: true });
assert.deepEqual(await canUseTool(person)("send", { to: "ada" }, {}), { behavior: "allow", updatedInput: { to: "ada" } });
assert.deepEqual(shown, [tool, tool, tool, tool, tool]);
const questions = [{ question: "Which parser?", header: "Parser", options: [{ label: "Pratt" }] }];
assert.deepEqual((await canUseTool(person)("AskUserQuestion", { questions }, {})).updatedInput.answers, { "Which parser?": "Pratt" });
