import assert from "node:assert/strict";
import { test } from "node:test";
import { isMcpElicitation, langchainResume, langchainRound } from "./langchain.js";
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
