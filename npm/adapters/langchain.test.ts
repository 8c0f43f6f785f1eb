import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApprovalResult } from "../../bridge/host/types.js";
import { isMcpElicitation, langchainApprovals, langchainResume, langchainRound } from "./langchain.js";
import { AdapterError } from "./answers.js";

// The shapes follow langchain.mcp.elicitation (Python, langchain 1.5) and
// elicitation.ts of @langchain/mcp-adapters (its main branch, August 2026); the texts are ours.
const schema = { type: "object", properties: { confirm: { type: "boolean", title: "Confirm" } }, required: ["confirm"] };
const python = (...requests: unknown[]) => ({ type: "mcp_elicitation", tool_name: "deploy", requests });
const javascript = (requests: unknown) => ({ type: "mcp_elicitation", server: "ops", tool: "deploy", arguments: { to: "prod" }, requests });
const pythonForm = { key: "confirmation", message: "Go on?", mode: "form", requested_schema: schema };
const pythonPage = { key: "login", message: "Sign in", mode: "url", url: "https://id.example/" };
const rejected = (code: string, reason: string, key?: string) => (error: unknown) => {
  assert.ok(error instanceof AdapterError);
  assert.deepEqual([error.code, error.reason, error.key], [code, reason, key]);
  return true;
};

test("Python: a form and a page are a round in the order of the list", () => {
  const { requests, text, tool, server, arguments: args, resume } = langchainRound(python(pythonForm, pythonPage));
  assert.deepEqual(requests, {
    confirmation: { method: "elicitation/create", params: { mode: "form", message: "Go on?", requestedSchema: schema } },
    login: { method: "elicitation/create", params: { mode: "url", message: "Sign in", url: "https://id.example/" } },
  });
  assert.deepEqual(JSON.parse(text), requests);
  assert.deepEqual([tool, server, args], ["deploy", undefined, undefined]);
  const answers = { confirmation: { action: "accept", content: { confirm: true } }, login: { action: "accept" } } as const;
  assert.deepEqual(resume(answers), { responses: answers });
  assert.deepEqual(resume({ login: { action: "cancel" }, confirmation: { action: "decline" } }), { responses: { confirmation: { action: "decline" }, login: { action: "cancel" } } });
});

test("JavaScript: the requests are an object, and a mode may be missing", () => {
  const { requests, tool, server, arguments: args, resume } = langchainRound(javascript({ confirmation: { message: "Go on?", requestedSchema: schema } }));
  assert.deepEqual(requests, { confirmation: { method: "elicitation/create", params: { mode: "form", message: "Go on?", requestedSchema: schema } } });
  assert.deepEqual([tool, server, args], ["deploy", "ops", { to: "prod" }]);
  assert.deepEqual(langchainResume("int-1", resume({ confirmation: { action: "accept", content: { confirm: false } } })), {
    "int-1": { responses: { confirmation: { action: "accept", content: { confirm: false } } } },
  });
});

test("two interrupts are resumed by their ids, one at a time or together", () => {
  const [first, second] = ["a", "b"].map((key) => langchainRound(javascript({ [key]: { message: key, requestedSchema: schema } })));
  const one = langchainResume("int-1", first!.resume({ a: { action: "decline" } }));
  const both = { ...one, ...langchainResume("int-2", second!.resume({ b: { action: "cancel" } })) };
  assert.deepEqual(both, { "int-1": { responses: { a: { action: "decline" } } }, "int-2": { responses: { b: { action: "cancel" } } } });
});

test("the text keeps the order where an object cannot", () => {
  const { text, resume } = langchainRound(python({ ...pythonForm, key: "10" }, { ...pythonForm, key: "9" }, { ...pythonForm, key: "__proto__" }));
  assert.deepEqual([...text.matchAll(/"(10|9|__proto__)":/g)].map(([, key]) => key), ["10", "9", "__proto__"]);
  const answered = resume(JSON.parse(`{"10":{"action":"cancel"},"9":{"action":"cancel"},"__proto__":{"action":"decline"}}`));
  assert.deepEqual(Object.entries(answered.responses).map(([key, { action }]) => [key, action]), [["9", "cancel"], ["10", "cancel"], ["__proto__", "decline"]]);
});

test("the answer for a page has no content, whatever the result has", () => {
  const { resume } = langchainRound(python(pythonPage));
  assert.deepEqual(resume({ login: { action: "accept", content: { a: 1 } } }), { responses: { login: { action: "accept" } } });
});

test("what comes by way of AG-UI is the same value", () => {
  const interrupt = { id: "i", reason: "tool_call", metadata: { langgraph: { raw: python(pythonForm) } } };
  assert.ok(isMcpElicitation(interrupt.metadata.langgraph.raw));
  assert.equal(langchainRound(interrupt.metadata.langgraph.raw).tool, "deploy");
});

test("other values are rejected, and never guessed at", async (t) => {
  const without = ({ ...object }: object, name: string) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
  const cases: [what: string, value: unknown, reason: string, key?: string][] = [
    ["nothing", undefined, "not-mcp-elicitation"],
    ["a text", "mcp_elicitation", "not-mcp-elicitation"],
    ["a review of a tool call", { action_requests: [], review_configs: [] }, "not-mcp-elicitation"],
    ["the shape of an early draft", { type: "mcp_elicitation", mode: "form", server: "ops", message: "?", response_schema: schema }, "not-mcp-elicitation"],
    ["no tool", without(python(pythonForm), "tool_name"), "not-mcp-elicitation"],
    ["the tool of the other language", { ...python(pythonForm), tool_name: undefined, tool: "deploy" }, "not-mcp-elicitation"],
    ["requests of another type", { ...python(), requests: "x" }, "not-mcp-elicitation"],
    ["no requests in Python", python(), "no-requests"],
    ["no requests in JavaScript", javascript({}), "no-requests"],
    ["the same key twice", python(pythonForm, pythonForm), "duplicate-key", "confirmation"],
    ["no key", python(without(pythonForm, "key")), "no-key"],
    ["no message", python(without(pythonForm, "message")), "no-message", "confirmation"],
    ["no mode in Python", python(without(pythonForm, "mode")), "unsupported-mode", "confirmation"],
    ["another mode", javascript({ a: { mode: "voice", message: "?" } }), "unsupported-mode", "a"],
    ["no schema", javascript({ a: { message: "?" } }), "no-schema", "a"],
    ["the schema's name of the other language", python({ ...without(pythonForm, "requested_schema"), requestedSchema: schema }), "no-schema", "confirmation"],
    ["no address", python(without(pythonPage, "url")), "no-url", "login"],
    ["null", javascript({ a: null }), "no-message", "a"],
  ];
  for (const [what, value, reason, key] of cases) {
    await t.test(what, () => assert.throws(() => langchainRound(value), rejected("invalid-request", reason, key)));
  }
});

test("a reply that the adapters would reject is not made", async (t) => {
  const { resume } = langchainRound(python(pythonForm, pythonPage));
  const login = { action: "accept" };
  const cases: [what: string, responses: unknown, reason: string, key?: string][] = [
    ["nothing", undefined, "no-answers"],
    ["one answer missing", { login }, "no-answer", "confirmation"],
    ["one answer too many", { login, confirmation: { action: "cancel" }, x: { action: "cancel" } }, "unknown-key", "x"],
    ["another action", { login, confirmation: { action: "yes" } }, "no-action", "confirmation"],
    ["an accepted form without answers", { login, confirmation: { action: "accept" } }, "no-content", "confirmation"],
  ];
  for (const [what, responses, reason, key] of cases) {
    await t.test(what, () => assert.throws(() => resume(responses as never), rejected("invalid-reply", reason, key)));
  }
  assert.throws(() => langchainResume("", { responses: {} }), rejected("invalid-reply", "no-id"));
});

// As humanInTheLoopMiddleware of langchain 1.5.14 (JavaScript) and HumanInTheLoopMiddleware of its main branch for Python (September
// 2026) interrupt. JavaScript knows no "respond". Python sends no schema of the arguments, although its type has one.
const agent = { server: { id: "agent" } };
const argsSchema = { type: "object", properties: { to: { type: "string" } }, required: ["to"] };
const description = 'Tool execution requires approval\n\nTool: send_mail\nArgs: {\n  "to": "ada@example.com"\n}';
const all = ["approve", "edit", "reject", "respond"];
const reviewed = (allowedDecisions: string[], more: object = {}) => ({
  actionRequests: [{ name: "send_mail", args: { to: "ada@example.com" }, description }],
  reviewConfigs: [{ actionName: "send_mail", allowedDecisions, ...more }],
});
const reviewedByPython = (allowed_decisions: string[]) => ({
  action_requests: [{ name: "send_mail", args: { to: "ada@example.com" }, description }],
  review_configs: [{ action_name: "send_mail", allowed_decisions }],
});
const once = { action: "accept", scope: "once" } as const;
const edited = { name: "send_mail", args: { to: "bo@example.com" } };
const decide = (value: unknown, result: ApprovalResult, declined?: "reject" | "respond") =>
  langchainApprovals(value, { ...agent, declined }).approvals[0]!.reply(result);

test("JavaScript: a review is an approval for each tool call, and its decisions are in their order", () => {
  const value = reviewed(["approve", "edit", "reject"], { argsSchema });
  value.actionRequests.push({ name: "read_mail", args: { to: "7" }, description: "Read it" });
  value.reviewConfigs.push({ actionName: "read_mail", allowedDecisions: ["approve"] });
  const { approvals, resume } = langchainApprovals(value, agent);
  assert.deepEqual(approvals.map(({ approval }) => approval), [
    { ...agent, tool: { name: "send_mail", arguments: { to: "ada@example.com" } }, message: description, editable: argsSchema, reason: true },
    { ...agent, tool: { name: "read_mail", arguments: { to: "7" } }, message: "Read it", reason: false },
  ]);
  assert.deepEqual(langchainResume("int-1", resume([{ ...once, arguments: { to: "bo@example.com" } }, once])), {
    "int-1": { decisions: [{ type: "edit", editedAction: edited }, { type: "approve" }] },
  });
});

test("Python: the same with its own names, and without a schema of the arguments", () => {
  const { approvals, resume } = langchainApprovals(reviewedByPython(all), agent);
  assert.deepEqual(approvals[0]!.approval, {
    ...agent, tool: { name: "send_mail", arguments: { to: "ada@example.com" } }, message: description, reason: true,
  });
  assert.deepEqual(resume([{ ...once, arguments: { to: "bo@example.com" } }]), { decisions: [{ type: "edit", edited_action: edited }] });
});

test("a decline is a rejection with its reason, or an answer in place of the tool's", () => {
  const wrong = { action: "decline", reason: "Wrong address" } as const;
  assert.deepEqual(decide(reviewed(["approve", "reject"]), wrong), { type: "reject", message: "Wrong address" });
  assert.deepEqual(decide(reviewed(["approve", "reject"]), { action: "decline" }), { type: "reject" });
  assert.deepEqual(decide(reviewedByPython(all), wrong), { type: "reject", message: "Wrong address" });
  assert.deepEqual(decide(reviewedByPython(all), wrong, "respond"), { type: "respond", message: "Wrong address" });
  assert.deepEqual(decide(reviewedByPython(["approve", "respond"]), wrong), { type: "respond", message: "Wrong address" });
});

test("where only an edit runs the tool, an accept without a change is one", () => {
  assert.deepEqual(decide(reviewed(["edit", "reject"]), once), { type: "edit", editedAction: { ...edited, args: { to: "ada@example.com" } } });
});

test("a review config is that of the same place, or else that of the same name", () => {
  const reviewConfigs = [{ actionName: "other", allowedDecisions: ["reject"] }, { actionName: "send_mail", allowedDecisions: all }];
  const value = { ...reviewed(["approve"]), reviewConfigs };
  assert.deepEqual(decide(value, { action: "decline" }), { type: "reject" });
});

test("a review that cannot be asked is an error, and so is a decision that is not allowed", async (t) => {
  const cases: [what: string, value: unknown, reason: string, key?: string][] = [
    ["nothing", undefined, "not-an-approval"],
    ["an elicitation", python(pythonForm), "not-an-approval"],
    ["the shape of one approval a call", { type: "tool_approval", tool_call_id: "c", name: "send_mail", args: {}, description }, "not-an-approval"],
    ["no tool calls", { actionRequests: [], reviewConfigs: [] }, "no-requests"],
    ["no review config", { ...reviewed(all), reviewConfigs: undefined }, "no-review", "send_mail"],
    ["the review config of another tool", { ...reviewed(all), reviewConfigs: [{ actionName: "x", allowedDecisions: all }] }, "no-review", "send_mail"],
    ["the names of the other language", { ...reviewed(all), reviewConfigs: reviewedByPython(all).review_configs }, "no-review", "send_mail"],
    ["only an answer", reviewedByPython(["respond"]), "no-decision", "send_mail"],
    ["no decisions", reviewed([]), "no-decision", "send_mail"],
    ["a tool without a name", { actionRequests: [{ args: {} }], reviewConfigs: [{ allowedDecisions: all }] }, "no-name"],
  ];
  for (const [what, value, reason, key] of cases) {
    await t.test(what, () => assert.throws(() => langchainApprovals(value, agent), rejected("invalid-request", reason, key)));
  }
  const replies: [what: string, allowed: string[], result: unknown, reason: string][] = [
    ["decided nothing", all, { action: "cancel" }, "cancel"],
    ["no action", all, {}, "no-action"],
    ["an edit", ["approve", "reject"], { ...once, arguments: {} }, "edited"],
    ["an approval", ["reject"], once, "no-decision"],
    ["a decline", ["approve", "edit"], { action: "decline" }, "decline"],
    ["an answer without a text", ["approve", "respond"], { action: "decline" }, "no-reason"],
  ];
  for (const [what, allowed, result, reason] of replies) {
    await t.test(what, () => assert.throws(() => decide(reviewed(allowed), result as ApprovalResult), rejected("invalid-reply", reason, "send_mail")));
  }
  const { resume } = langchainApprovals(reviewed(all), agent);
  assert.throws(() => resume([]), rejected("invalid-reply", "no-answer", "0"));
  assert.throws(() => resume([once, once]), rejected("invalid-reply", "unknown-key", "1"));
});
