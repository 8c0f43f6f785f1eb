// A chat runs Claude Code by the Claude Agent SDK. A process in memory takes the place of Claude Code, which needs a model.

import assert from "node:assert/strict";
import { query } from "@anthropic-ai/claude-agent-sdk";
import { claudeApproval, claudeQuestions } from "elicitform/adapters";
import { answers, spawnClaude } from "./claude-code.js";
import { fakeHost } from "elicitform/testing";

const host = fakeHost([{ action: "accept", scope: "always" }, { action: "decline", reason: "Not today" }, { question_0: "Pratt" }]);
const server = { id: "claude" };

async function canUseTool(tool, input, context) {
  const { signal } = context;
  if (tool === "AskUserQuestion") {
    const { params, reply } = claudeQuestions(input, { cancelled: "interrupt" });
    return reply(await host.elicit(params, { server, signal }));
  }
  const { approval, reply } = claudeApproval(tool, input, context, { server, cancelled: "interrupt" });
  return reply(await host.approve(approval, { signal }));
}

for await (const message of query({ prompt: "Go", options: { canUseTool, ...spawnClaude } })) {
  assert.equal(message.type, "result");
}
const [allowed, denied, asked] = answers;
assert.deepEqual([allowed.behavior, allowed.updatedPermissions[0].rules[0].ruleContent], ["allow", "npm test:*"]);
assert.deepEqual([denied.behavior, denied.message], ["deny", "Not today"]);
assert.deepEqual(asked.updatedInput.answers, { "Which parser should stay?": "Pratt" });
host.verify();
