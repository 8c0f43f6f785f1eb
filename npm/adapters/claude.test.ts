import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApprovalResult } from "../../bridge/host/types.js";
import type { ElicitContent } from "../../bridge/host/types.js";
import { AdapterError } from "./answers.js";
import { claudeApproval, claudeQuestions } from "./claude.js";

// As version 0.3.332 of @anthropic-ai/claude-agent-sdk calls canUseTool, and takes its result. The form is that of
// @agentclientprotocol/claude-agent-acp 0.101.0, with the marker that it sends to some clients only.
const options = { server: { id: "claude" } };
const input = { command: "npm test", description: "Run the tests" };
const rule = { type: "addRules", rules: [{ toolName: "Bash", ruleContent: "npm test:*" }], behavior: "allow", destination: "localSettings" };
const context = {
  signal: new AbortController().signal, title: "Claude wants to run npm test", displayName: "Run", description: "Runs the tests",
  decisionReason: "This command requires approval", toolUseID: "toolu_1", requestId: "r-1",
};
const once = { action: "accept", scope: "once" } as const;
const rejected = (code: string, reason: string, key?: string) => (error: unknown) => {
  assert.ok(error instanceof AdapterError);
  assert.deepEqual([error.code, error.reason, error.key], [code, reason, key]);
  return true;
};

test("a call of canUseTool is an approval, and its result says what the person decided", () => {
  const { approval, reply } = claudeApproval("Bash", input, context, options);
  assert.deepEqual(approval, {
    server: { id: "claude" },
    tool: { name: "Bash", title: "Run", description: "Runs the tests", arguments: input },
    message: "Claude wants to run npm test\n\nThis command requires approval",
    reason: true,
  });
  assert.deepEqual(reply(once), { behavior: "allow", updatedInput: input });
  assert.deepEqual(reply({ ...once, arguments: { command: "npm run lint" } }), { behavior: "allow", updatedInput: { command: "npm run lint" } });
  assert.deepEqual(reply({ action: "decline", reason: "Not now" }), { behavior: "deny", message: "Not now" });
  assert.deepEqual(reply({ action: "decline" }), { behavior: "deny", message: "The person declined this tool call." });
});

test("suggestions that allow this tool are a scope, and come back with it", () => {
  const scopes = { session: "session", userSettings: "always", projectSettings: "always", localSettings: "always" } as const;
  for (const [destination, scope] of Object.entries(scopes)) {
    const suggestions = [{ ...rule, destination }];
    const { approval, reply } = claudeApproval("Bash", input, { ...context, suggestions }, options);
    assert.deepEqual(approval.scopes, ["once", scope]);
    assert.deepEqual(reply({ action: "accept", scope }), { behavior: "allow", updatedInput: input, updatedPermissions: suggestions });
    assert.deepEqual(reply(once), { behavior: "allow", updatedInput: input });
  }
  const both = [{ ...rule, destination: "session" }, rule];
  assert.deepEqual(claudeApproval("Bash", input, { ...context, suggestions: both }, options).approval.scopes, ["once", "always"]);
});

test("suggestions that allow more than the tool are no scope, and never come back", () => {
  const wider: object[][] = [
    [],
    [{ type: "setMode", mode: "acceptEdits", destination: "session" }],
    [rule, { type: "addDirectories", directories: ["/home"], destination: "session" }],
    [{ ...rule, rules: [...rule.rules, { toolName: "Edit" }] }],
    [{ ...rule, rules: [] }],
    [{ ...rule, behavior: "deny" }],
    [{ ...rule, type: "replaceRules" }],
    [{ ...rule, destination: "cliArg" }],
  ];
  for (const suggestions of wider) {
    const { approval, reply } = claudeApproval("Bash", input, { ...context, suggestions }, options);
    assert.equal(approval.scopes, undefined);
    assert.deepEqual(reply({ action: "accept", scope: "session" }), { behavior: "allow", updatedInput: input });
    assert.deepEqual(reply({ action: "accept", scope: "always" }), { behavior: "allow", updatedInput: input });
  }
  for (const forced of [{ suppressAlwaysAllowRule: true }, { matchedAskRule: { source: "userSettings", toolName: "Bash" } }]) {
    assert.equal(claudeApproval("Bash", input, { ...context, suggestions: [rule], ...forced }, options).approval.scopes, undefined);
  }
});

test("a person who decided nothing is an error, unless the chat says what that means", () => {
  const cancel = { action: "cancel" } as const;
  const reply = (more: object) => claudeApproval("Bash", input, context, { ...options, ...more }).reply(cancel);
  assert.throws(() => reply({}), rejected("invalid-reply", "cancel", "Bash"));
  assert.deepEqual(reply({ cancelled: "deny" }), { behavior: "deny", message: "The person did not decide.", interrupt: false });
  assert.deepEqual(reply({ cancelled: "interrupt" }), { behavior: "deny", message: "The person did not decide.", interrupt: true });
  assert.throws(() => claudeApproval("Bash", input, context, options).reply({} as ApprovalResult), rejected("invalid-reply", "no-action", "Bash"));
  assert.throws(() => claudeApproval("AskUserQuestion", input, context, options), rejected("invalid-request", "not-an-approval", "AskUserQuestion"));
  assert.throws(() => claudeApproval("", input, context, options), rejected("invalid-request", "no-name"));
});

const parser = {
  question: "Which parser should stay?", header: "Parser", multiSelect: false,
  options: [{ label: "Recursive descent", description: "Simple, slow", preview: "expr()\n  term()" }, { label: "Pratt", description: "Fast" }],
};
const checks = { question: "Which checks?", header: "Checks", multiSelect: true, options: [{ label: "Lint" }, { label: "Types, all" }] };
const own = (questionId: string) => ({
  type: "string", title: "Other", _meta: { _askUserQuestionCustomAnswer: { questionId, isCustomAnswer: true } },
});

test("one question is the message, with options, a preview and an answer of one's own", () => {
  assert.deepEqual(claudeQuestions({ questions: [parser] }).params, {
    mode: "form",
    message: "Which parser should stay?",
    requestedSchema: {
      type: "object",
      properties: {
        question_0: {
          type: "string", title: "Parser",
          oneOf: [
            {
              const: "Recursive descent", title: "Recursive descent", description: "Simple, slow",
              _meta: { "_claude/askUserQuestionOption": { preview: "expr()\n  term()" } },
            },
            { const: "Pratt", title: "Pratt", description: "Fast" },
          ],
        },
        question_0_custom: own("question_0"),
      },
    },
  });
});

test("several questions have their own words, and their answers come back by these", () => {
  const questions = [parser, checks];
  const { params, reply } = claudeQuestions({ questions, metadata: { source: "remember" } });
  const { properties } = params.requestedSchema as { properties: { [name: string]: object } };
  assert.deepEqual(Object.keys(properties), ["question_0", "question_0_custom", "question_1", "question_1_custom"]);
  assert.deepEqual(properties["question_1"], {
    type: "array", title: "Checks", description: "Which checks?",
    items: { anyOf: [{ const: "Lint", title: "Lint" }, { const: "Types, all", title: "Types, all" }] },
  });
  const answered = (content: ElicitContent) => {
    const permission = reply({ action: "accept", content });
    return permission.behavior === "allow" ? permission.updatedInput : undefined;
  };
  assert.deepEqual(answered({ question_0: "Pratt", question_1: ["Lint", "Types, all"], question_1_custom: ' a "b" ' }), {
    questions, metadata: { source: "remember" },
    answers: { "Which parser should stay?": "Pratt", "Which checks?": 'Lint, "Types, all", "a \\"b\\""' },
  });
  assert.deepEqual(answered({ question_0_custom: "Neither, both", question_1: [] })!["answers"], { "Which parser should stay?": "Neither, both" });
  assert.deepEqual(answered({ question_1_custom: "None, thanks" })!["answers"], { "Which checks?": '"None, thanks"' });
  const noted = answered({ question_0: "Pratt", question_0_custom: "for now" })!;
  assert.deepEqual(noted["answers"], { "Which parser should stay?": "Pratt" });
  assert.deepEqual(noted["annotations"], { "Which parser should stay?": { notes: "for now" } });
});

test("a decline skips the questions, and a cancel is what the chat says", () => {
  const { reply } = claudeQuestions({ questions: [parser] });
  assert.deepEqual(reply({ action: "decline" }), { behavior: "allow", updatedInput: { questions: [parser], answers: {} } });
  assert.throws(() => reply({ action: "cancel" }), rejected("invalid-reply", "cancel", "AskUserQuestion"));
  const stops = claudeQuestions({ questions: [parser] }, { cancelled: "interrupt" });
  assert.deepEqual(stops.reply({ action: "cancel" }), { behavior: "deny", message: "The person did not decide.", interrupt: true });
});

test("questions that cannot be asked are an error", async (t) => {
  const cases: [what: string, input: object, reason: string, key?: string][] = [
    ["no questions", {}, "no-requests"],
    ["an empty list", { questions: [] }, "no-requests"],
    ["a question without words", { questions: [parser, { ...parser, question: undefined }] }, "no-message", "1"],
    ["the same question twice", { questions: [parser, parser] }, "duplicate-key", "Which parser should stay?"],
    ["no options", { questions: [{ ...parser, options: undefined }] }, "no-options", "question_0"],
    ["an option without a label", { questions: [{ ...parser, options: [{ description: "?" }] }] }, "no-name", "question_0"],
  ];
  for (const [what, questions, reason, key] of cases) {
    await t.test(what, () => assert.throws(() => claudeQuestions({ ...questions }), rejected("invalid-request", reason, key)));
  }
});
