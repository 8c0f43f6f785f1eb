// The code of docs/protocols.md, through whole elicitations.

import assert from "node:assert/strict";
import { fakeHost } from "elicitform/testing";
import { clientCapabilities, commandFor, createElicitation, resumeOf } from "./documented.mjs";

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
