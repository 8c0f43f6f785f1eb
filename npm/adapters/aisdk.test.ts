import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApprovalResult } from "../../bridge/host/types.js";
import { aiSdkApproval } from "./aisdk.js";
import { AdapterError } from "./answers.js";

// The shapes are those of version 7.0.173 of ai; toolModelMessageSchema takes each response.
const server = { id: "agent" };
const toolCall = { type: "tool-call", toolCallId: "c1", toolName: "delete_file", input: { path: "/tmp/a" } };
const ofResult = { type: "tool-approval-request", approvalId: "aitxt-1", toolCall, reason: "It deletes" };
const ofMessage = (more: object = {}) => ({
  type: "tool-delete_file", toolCallId: "c1", state: "approval-requested", input: { path: "/tmp/a" },
  approval: { id: "aitxt-1", requestReason: "It deletes" }, ...more,
});
const rejected = (code: string, reason: string, key?: string) => (error: unknown) => {
  assert.ok(error instanceof AdapterError);
  assert.deepEqual([error.code, error.reason, error.key], [code, reason, key]);
  return true;
};

test("a request in a result and one in a message are the same approval", () => {
  const approval = { server, tool: { name: "delete_file", arguments: { path: "/tmp/a" } }, message: "It deletes", reason: true };
  for (const part of [ofResult, ofMessage(), ofMessage({ type: "dynamic-tool", toolName: "delete_file" })]) {
    const shown = aiSdkApproval(part, { server });
    assert.deepEqual([shown.approval, shown.id], [approval, "aitxt-1"]);
  }
});

test("the title is shown beside the name, and input that is not an object as it is", () => {
  const { tool } = aiSdkApproval(ofMessage({ title: "Delete", input: "/tmp/a" }), { server }).approval;
  assert.deepEqual(tool, { name: "delete_file", title: "Delete", arguments: { input: "/tmp/a" } });
  assert.deepEqual(aiSdkApproval(ofMessage({ input: null }), { server }).approval.tool, { name: "delete_file" });
});

test("a response has the reason of a decline", () => {
  const { reply } = aiSdkApproval(ofResult, { server });
  assert.deepEqual(reply({ action: "accept", scope: "once" }), { approved: true });
  assert.deepEqual(reply({ action: "decline" }), { approved: false });
  assert.deepEqual(reply({ action: "decline", reason: "Not that one" }), { approved: false, reason: "Not that one" });
});

test("a part that is no request, or that a policy has answered, is an error", async (t) => {
  const cases: [what: string, part: unknown, reason: string, key?: string][] = [
    ["nothing", undefined, "not-an-approval"],
    ["a text", { type: "text", text: "?" }, "not-an-approval"],
    ["a call that needs no approval", ofMessage({ state: "input-available", approval: undefined }), "not-an-approval"],
    ["a request that has its response", ofMessage({ state: "approval-responded", approval: { id: "a", approved: true } }), "not-an-approval"],
    ["the policy's own answer in a result", { ...ofResult, isAutomatic: true }, "not-an-approval"],
    ["the policy's own answer in a message", ofMessage({ approval: { id: "a", isAutomatic: true } }), "not-an-approval"],
    ["no id", ofMessage({ approval: {} }), "no-id"],
    ["only the id of the call, as in a model message", { type: ofResult.type, approvalId: "a", toolCallId: "c1" }, "no-tool-call", "a"],
    ["a call without a name", { ...ofResult, toolCall: { ...toolCall, toolName: undefined } }, "no-name"],
    ["a dynamic tool without a name", ofMessage({ type: "dynamic-tool" }), "no-name"],
  ];
  for (const [what, part, reason, key] of cases) {
    await t.test(what, () => assert.throws(() => aiSdkApproval(part, { server }), rejected("invalid-request", reason, key)));
  }
});

test("a decision that a response cannot carry is an error", () => {
  const { reply } = aiSdkApproval(ofResult, { server });
  assert.throws(() => reply({ action: "cancel" }), rejected("invalid-reply", "cancel", "aitxt-1"));
  assert.throws(() => reply({ action: "accept", scope: "once", arguments: {} }), rejected("invalid-reply", "edited", "aitxt-1"));
  assert.throws(() => reply({} as ApprovalResult), rejected("invalid-reply", "no-action", "aitxt-1"));
});
