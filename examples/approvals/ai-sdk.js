// A tool of the AI SDK needs an approval. The model is the SDK's own test double.

import assert from "node:assert/strict";
import { generateText, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { z } from "zod";
import { aiSdkApproval } from "elicitform/adapters";
import { fakeHost } from "elicitform/testing";

const host = fakeHost([{ action: "decline", reason: "Keep it" }]);

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const says = (part, reason) => ({ content: [part], finishReason: { unified: reason }, usage, warnings: [] });
const input = JSON.stringify({ path: "/tmp/notes" });
const model = new MockLanguageModelV4({
  doGenerate: [
    says({ type: "tool-call", toolCallId: "call-1", toolName: "delete_file", input }, "tool-calls"),
    says({ type: "text", text: "I keep it." }, "stop"),
  ],
});
const inputSchema = z.object({ path: z.string() });
const tools = { delete_file: tool({ description: "Deletes a file", inputSchema, execute: () => assert.fail("nobody has allowed it") }) };
const chat = (messages) => generateText({ model, tools, toolApproval: { delete_file: "user-approval" }, messages });

const prompt = { role: "user", content: "Clean up" };
const { content, response } = await chat([prompt]);
const responses = [];
for (const part of content.filter(({ type }) => type === "tool-approval-request")) {
  const { approval, id, reply } = aiSdkApproval(part, { server: { id: "file-agent" } });
  responses.push({ type: "tool-approval-response", approvalId: id, ...reply(await host.approve(approval)) });
}
const { text } = await chat([prompt, ...response.messages, { role: "tool", content: responses }]);
assert.equal(text, "I keep it.");
const [{ output }] = model.doGenerateCalls[1].prompt.at(-1).content;
assert.deepEqual(output, { type: "execution-denied", reason: "Keep it" });
host.verify();
