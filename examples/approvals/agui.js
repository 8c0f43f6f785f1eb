// A run of AG-UI has stopped at a tool call. The schemas of the protocol check what comes and what goes.

import assert from "node:assert/strict";
import { InterruptSchema, MessageSchema, RunAgentInputSchema } from "@ag-ui/core/schemas";
import { aguiApproval } from "elicitform/adapters";
import { fakeHost } from "elicitform/testing";

const edited = { to: "ada@example.com", subject: "Hello" };
const host = fakeHost([{ action: "accept", scope: "once", arguments: edited }]);

const editedArgs = { type: "object", properties: { to: { type: "string", format: "email" }, subject: { type: "string" } } };
const interrupt = InterruptSchema.parse({
  id: "int-1",
  reason: "tool_call",
  toolCallId: "call-1",
  message: "Send the letter?",
  responseSchema: { type: "object", properties: { approved: { type: "boolean" }, editedArgs }, required: ["approved"] },
});
const messages = [MessageSchema.parse({
  id: "m-1",
  role: "assistant",
  toolCalls: [{ id: "call-1", type: "function", function: { name: "sendEmail", arguments: '{"to":"ada@example.com","subject":"Hi"}' } }],
})];

const { approval, deadline, resume } = aguiApproval(interrupt, { server: { id: "shop-agent" }, messages });
assert.deepEqual(approval.tool.arguments, { to: "ada@example.com", subject: "Hi" });

const input = RunAgentInputSchema.parse({
  threadId: "t", runId: "r-2", state: {}, messages, tools: [], context: [], forwardedProps: {},
  resume: [resume(await host.approve(approval, { deadline }))],
});
assert.deepEqual(input.resume, [{ interruptId: "int-1", status: "resolved", payload: { approved: true, editedArgs: edited } }]);
host.verify();
