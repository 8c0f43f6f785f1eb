import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApprovalResult } from "../../bridge/host/types.js";
import type { ElicitOptions, ElicitRequestParams, ElicitResult } from "../../bridge/host/types.js";
import { acpApproval, acpCapabilities, acpElicitation, acpHandler, acpReply } from "./acp.js";
import { AdapterError } from "./answers.js";

// The shapes follow the protocol's page on elicitation and its design document
// (agentclientprotocol/agent-client-protocol, August 2026); the texts are ours.
const inSession = (more: object) => ({ sessionId: "sess-1", mode: "form", message: "How?", ...more });
const form = (properties: unknown, more: object = {}) => inSession({ requestedSchema: { type: "object", properties, ...more } });
const rejected = (code: string, reason: string, key?: string) => (error: unknown) => {
  assert.ok(error instanceof AdapterError);
  assert.deepEqual([error.code, error.reason, error.key], [code, reason, key]);
  return true;
};

test("what a client says of itself names both modes", () => {
  assert.deepEqual(acpCapabilities, { elicitation: { form: {}, url: {} } });
});

test("a choice of a session is a form", () => {
  const properties = { strategy: { type: "string", enum: ["careful", "fast"], default: "careful" } };
  assert.deepEqual(acpElicitation(form(properties, { required: ["strategy"] })), {
    scope: { sessionId: "sess-1" },
    params: { mode: "form", message: "How?", requestedSchema: { type: "object", properties, required: ["strategy"] } },
  });
});

test("options keep their titles and descriptions, and properties their order and rules", () => {
  const properties = {
    way: { type: "string", title: "Way", oneOf: [{ const: "a", title: "A", description: "The first" }, { const: "b", title: "B" }], default: "b" },
    name: { type: "string", minLength: 1, maxLength: 20, pattern: "^[a-z]+$", default: "ada" },
    count: { type: "integer", minimum: 1, maximum: 9, default: 2 },
    share: { type: "number", default: 0.5 },
    tests: { type: "boolean", default: true },
    parts: { type: "array", minItems: 1, maxItems: 2, items: { anyOf: [{ const: "x", title: "X" }, { const: "y", title: "Y" }] }, default: ["x"] },
    tags: { type: "array", items: { type: "string", enum: ["p", "q"] } },
    host: { type: "string", format: "ipv4" },
  };
  const { params } = acpElicitation(form(properties));
  assert.equal(JSON.stringify(params.requestedSchema), JSON.stringify({ type: "object", properties }));
});

test("questions of coding agents keep their markers, descriptions and previews", () => {
  const other = { type: "string", title: "Other" };
  for (const properties of [
    {
      question_0: {
        type: "string", title: "Parser",
        oneOf: [{ const: "Pratt", title: "Pratt", _meta: { "_claude/askUserQuestionOption": { description: "Fast", preview: "parse(0)" } } }],
      },
      question_0_custom: { ...other, _meta: { _askUserQuestionCustomAnswer: { questionId: "question_0", isCustomAnswer: true } } },
    },
    {
      question_0: { type: "array", title: "Checks", description: "Which ones?", items: { anyOf: [{ const: "lint", title: "Lint", description: "Quick" }] } },
      question_0_custom: { ...other, _meta: { _askUserQuestionCustomAnswer: { questionId: "question_0", isCustomAnswer: true } } },
    },
    {
      scope: { type: "string", title: "Scope", description: "How far?", enum: ["file"], _meta: { codex: { isOther: true, isSecret: false } } },
      scope__other: { ...other, _meta: { codex: { questionId: "scope", isOtherAnswer: true, isSecret: true } } },
    },
    {
      scope: { type: "string", title: "How far?", description: "Scope", enum: ["file", "None of the above"] },
      scope_note: { ...other, _meta: { codex: { questionId: "scope", role: "user_note" } } },
    },
  ]) {
    assert.deepEqual(acpElicitation(form(properties)).params, {
      mode: "form", message: "How?", requestedSchema: { type: "object", properties },
    });
  }
});

test("a page of another request keeps its id", () => {
  const request = { requestId: 12, mode: "url", elicitationId: "e-1", url: "https://id.example/", message: "Sign in" };
  assert.deepEqual(acpElicitation(request), {
    scope: { requestId: 12 },
    params: { mode: "url", message: "Sign in", url: "https://id.example/", elicitationId: "e-1" },
  });
});

test("the agent's additions to a request stay", () => {
  const _meta = { codex_approval_kind: "mcp_tool_call", codex: { autoResolutionMs: 60_000 } };
  assert.deepEqual(acpElicitation({ ...form({}), _meta }).params["_meta"], _meta);
  const page = { requestId: 1, mode: "url", elicitationId: "e", url: "https://id.example/", message: "Sign in", _meta };
  assert.deepEqual(acpElicitation(page).params["_meta"], _meta);
  assert.equal("_meta" in acpElicitation({ ...form({}), _meta: "x" }).params, false);
});

test("null is the id of a request where there is no session", () => {
  assert.deepEqual(acpElicitation({ requestId: null, mode: "form", message: "?", requestedSchema: {} }).scope, { requestId: null });
  assert.deepEqual(acpElicitation({ ...form({}), sessionId: null, requestId: "r" }).scope, { requestId: "r" });
});

test("null is the same as absent", () => {
  const option = { const: "a", title: "A" };
  const requestedSchema = { type: "object", properties: { way: { type: "string", oneOf: [option] }, parts: { type: "array", items: { anyOf: [option] } } } };
  const nulls = inSession({
    toolCallId: null, requestId: null, _meta: null,
    requestedSchema: {
      type: "object", title: null, description: null, required: null, _meta: null,
      properties: {
        way: { type: "string", title: null, pattern: null, enum: null, default: null, oneOf: [{ ...option, description: null, _meta: null }] },
        parts: { type: "array", minItems: null, default: null, items: { enum: null, anyOf: [{ ...option, description: null }] } },
      },
    },
  });
  assert.deepEqual(acpElicitation(nulls), acpElicitation(inSession({ requestedSchema })));
  assert.deepEqual(acpElicitation(nulls).params.requestedSchema, requestedSchema);
});

test("a type that is missing or wrong is an object, and missing properties are none", () => {
  for (const requestedSchema of [{}, { type: null }, { type: "array" }, { type: 5 }]) {
    assert.deepEqual(acpElicitation(inSession({ requestedSchema })).params.requestedSchema, { type: "object", properties: {} });
  }
});

test("names of properties may be any", () => {
  const { params } = acpElicitation(form(JSON.parse(`{"__proto__":{"type":"string"},"constructor":{"type":"boolean"}}`)));
  assert.deepEqual(Object.keys((params.requestedSchema as { properties: object }).properties), ["__proto__", "constructor"]);
});

test("what this version does not know is rejected, not shown as something else", async (t) => {
  const cases: [what: string, request: unknown, reason: string, key?: string][] = [
    ["nothing", undefined, "no-params"],
    ["no scope", { mode: "form", message: "?", requestedSchema: {} }, "no-scope"],
    ["two scopes", { ...form({}), requestId: 1 }, "two-scopes"],
    ["a scope of another type", { ...form({}), sessionId: 5 }, "no-scope"],
    ["no mode", { ...form({}), mode: undefined }, "no-mode"],
    ["a mode that is null", { ...form({}), mode: null }, "no-mode"],
    ["a mode of somebody's own", { ...form({}), mode: "_voice" }, "unsupported-mode"],
    ["no message", { ...form({}), message: null }, "no-message"],
    ["no schema", inSession({}), "no-schema"],
    ["properties that are null", form(null), "no-properties"],
    ["a property of somebody's own", form({ colour: { type: "_color" } }), "unsupported-property", "colour"],
    ["a property without a type", form({ a: { enum: ["x"] } }), "unsupported-property", "a"],
    ["a nested object", form({ a: { type: "object" } }), "unsupported-property", "a"],
    ["items of another type", form({ a: { type: "array", items: { type: "_thing", enum: ["x"] } } }), "unsupported-property", "a"],
    ["a list of anything", form({ a: { type: "array", items: { type: "string" } } }), "unsupported-property", "a"],
    ["a page without an address", { sessionId: "s", mode: "url", message: "?", elicitationId: "e" }, "no-url"],
    ["a page without an id", { sessionId: "s", mode: "url", message: "?", url: "https://a.example/" }, "no-id"],
  ];
  for (const [what, request, reason, key] of cases) {
    await t.test(what, () => assert.throws(() => acpElicitation(request), rejected("invalid-request", reason, key)));
  }
});

test("replies are what the person decided, and _meta only what the host adds", () => {
  assert.deepEqual(acpReply({ action: "accept", content: { a: [] } }), { action: "accept", content: { a: [] } });
  assert.deepEqual(acpReply({ action: "accept" }), { action: "accept" });
  assert.deepEqual(acpReply({ action: "decline" }), { action: "decline" });
  assert.deepEqual(acpReply({ action: "cancel" }, { trace: 1 }), { action: "cancel", _meta: { trace: 1 } });
  assert.deepEqual(acpReply({ action: "decline", content: { a: 1 } } as never), { action: "decline" });
  assert.throws(() => acpReply({ action: "maybe" } as never), rejected("invalid-reply", "no-action"));
});

test("the handler asks once, with the options of the scope and the signal of the request", async () => {
  const calls: [ElicitRequestParams | string, ElicitOptions][] = [];
  const host = {
    elicit(params: ElicitRequestParams | string, options: ElicitOptions): Promise<ElicitResult> {
      calls.push([params, options]);
      return Promise.resolve({ action: "decline" });
    },
  };
  const { signal } = new AbortController();
  const handler = acpHandler(host, (scope) => ({ server: { id: "sessionId" in scope ? scope.sessionId : "agent" } }));
  assert.deepEqual(await handler({ params: form({}), signal }), { action: "decline" });
  assert.deepEqual(calls, [[{ mode: "form", message: "How?", requestedSchema: { type: "object", properties: {} } }, { signal, server: { id: "sess-1" } }]]);
  await assert.rejects(handler({ params: {}, signal }), rejected("invalid-request", "no-scope"));
  assert.equal(calls.length, 1);
});

// As version 2.4.0 of @agentclientprotocol/sdk sends them, by both of its versions of the protocol.
const options = [
  { optionId: "always", name: "Always", kind: "allow_always" },
  { optionId: "session", name: "For this session", kind: "allow_always" },
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
  { optionId: "never", name: "Never", kind: "reject_always" },
];
const server = { id: "code-agent" };
const bash = { toolCallId: "call-1", name: "bash", title: "Run the tests", kind: "execute", status: "pending", rawInput: { command: "npm test" } };
const permission = (more: object = {}) => ({ sessionId: "sess-1", toolCall: bash, options, ...more });

test("a request for permission is an approval with the agent's own options", () => {
  assert.deepEqual(acpApproval(permission(), { server }).approval, {
    server,
    tool: { name: "bash", title: "Run the tests", arguments: { command: "npm test" } },
    options: [
      { id: "always", name: "Always", kind: "allow_always" },
      { id: "session", name: "For this session", kind: "allow_always" },
      { id: "yes", name: "Yes", kind: "allow_once" },
      { id: "no", name: "No", kind: "reject_once" },
      { id: "never", name: "Never", kind: "reject_always" },
    ],
  });
});

test("a permission has the outcome that the person chose, and options of one kind are told apart by their ids", () => {
  const { reply } = acpApproval(permission(), { server });
  const selected = (optionId: string) => ({ outcome: { outcome: "selected", optionId } });
  assert.deepEqual(reply({ action: "accept", scope: "always", id: "always" }), selected("always"));
  assert.deepEqual(reply({ action: "accept", scope: "always", id: "session" }), selected("session"));
  assert.deepEqual(reply({ action: "accept", scope: "once", id: "yes" }), selected("yes"));
  assert.deepEqual(reply({ action: "decline", id: "never" }), selected("never"));
  assert.deepEqual(reply({ action: "cancel" }), { outcome: { outcome: "cancelled" } });
});

test("a decline without an option is the only one that rejects once, otherwise cancelled", () => {
  const declined = (kinds: string[]) => {
    const few = kinds.map((kind, at) => ({ optionId: `o${at}`, name: "?", kind }));
    return acpApproval(permission({ options: few }), { server }).reply({ action: "decline" }).outcome;
  };
  assert.deepEqual(declined(["allow_once", "reject_once", "reject_always"]), { outcome: "selected", optionId: "o1" });
  for (const kinds of [["allow_once"], ["allow_once", "reject_always"], ["reject_once", "reject_once"]]) {
    assert.deepEqual(declined(kinds), { outcome: "cancelled" });
  }
});

test("what the agent has sent before is shown, and the request wins", () => {
  const asked: string[] = [];
  const toolCall = (id: string) => (asked.push(id), { ...bash, title: "Tests", rawInput: { command: "npm run all" } });
  const tool = (update: object) => acpApproval(permission({ toolCall: { toolCallId: "call-1", ...update } }), { server, toolCall }).approval.tool;
  assert.deepEqual(tool({ status: "pending", title: null, rawInput: null }), { name: "bash", title: "Tests", arguments: { command: "npm run all" } });
  assert.deepEqual(tool({ rawInput: { command: "rm -r x" } }).arguments, { command: "rm -r x" });
  assert.deepEqual(asked, ["call-1", "call-1"]);
  assert.deepEqual(acpApproval(permission(), { server, toolCall: () => undefined }).approval.tool.name, "bash");
});

test("whatever the input is, it is shown whole, and a diff in place of a missing one", () => {
  const shown = (update: object) => acpApproval(permission({ toolCall: { toolCallId: "c", title: "Edit a.ts", ...update } }), { server }).approval.tool;
  const content = [{ type: "diff", path: "/a.ts", oldText: "1", newText: "2" }];
  const locations = [{ path: "/a.ts" }];
  assert.deepEqual(shown({ content, locations }), { name: "Edit a.ts", arguments: { content, locations } });
  assert.deepEqual(shown({ content, rawInput: {} }).arguments, { content });
  assert.deepEqual(shown({ content, rawInput: { path: "/a.ts" } }).arguments, { path: "/a.ts" });
  assert.deepEqual(shown({ rawInput: "rm -r x" }).arguments, { rawInput: "rm -r x" });
  assert.deepEqual(shown({ rawInput: ["rm", "x"] }).arguments, { rawInput: ["rm", "x"] });
  assert.deepEqual(shown({ rawInput: {} }).arguments, {});
  assert.deepEqual(shown({}), { name: "Edit a.ts" });
});

test("version 2 asks about a tool call or a command, with a title and a description", () => {
  const two = (subject: object, description: unknown) =>
    acpApproval({ sessionId: "s", title: "Run it?", description, subject, options }, { server }).approval;
  const call = two({ type: "tool_call", toolCall: bash }, null);
  assert.deepEqual([call.tool.name, call.message], ["bash", "Run it?"]);
  const command = two({ type: "command", command: "npm test", cwd: "/work", terminalId: null }, "It takes a minute.");
  assert.deepEqual(command.tool, { name: "command", arguments: { command: "npm test", cwd: "/work" } });
  assert.equal(command.message, "Run it?\n\nIt takes a minute.");
});

test("a permission that cannot be asked is an error, and so is a reply that cannot be sent", async (t) => {
  const [yes] = options.slice(2);
  const cases: [what: string, request: unknown, reason: string, key?: string][] = [
    ["nothing", null, "no-params"],
    ["no options", permission({ options: undefined }), "no-options"],
    ["an empty list", permission({ options: [] }), "no-options"],
    ["an option without an id", permission({ options: [{ ...yes, optionId: "" }] }), "no-id"],
    ["an option without a name", permission({ options: [{ ...yes, name: null }] }), "no-name", "yes"],
    ["a kind of somebody's own", permission({ options: [{ ...yes, kind: "_allow_twice" }] }), "unknown-kind", "yes"],
    ["an inherited kind", permission({ options: [Object.create(yes!)] }), "no-id"],
    ["two options of one id", permission({ options: [yes, yes] }), "duplicate-id"],
    ["no tool call", permission({ toolCall: undefined }), "no-name"],
    ["neither a name nor a title", permission({ toolCall: { toolCallId: "c", rawInput: {} } }), "no-name"],
  ];
  for (const [what, request, reason, key] of cases) {
    await t.test(what, () => assert.throws(() => acpApproval(request, { server }), rejected("invalid-request", reason, key)));
  }
  const { reply } = acpApproval(permission(), { server });
  const replies: [what: string, result: unknown, reason: string, key?: string][] = [
    ["another action", { action: "maybe" }, "no-action"],
    ["no option", { action: "accept", scope: "once" }, "unknown-option"],
    ["an option of another request", { action: "accept", scope: "once", id: "x" }, "unknown-option", "x"],
    ["an accept by an option that rejects", { action: "accept", scope: "once", id: "no" }, "unknown-option", "no"],
    ["a decline by an option that allows", { action: "decline", id: "yes" }, "unknown-option", "yes"],
    ["changed arguments", { action: "accept", scope: "once", id: "yes", arguments: { command: "ls" } }, "edited"],
  ];
  for (const [what, result, reason, key] of replies) {
    await t.test(what, () => assert.throws(() => reply(result as ApprovalResult), rejected("invalid-reply", reason, key)));
  }
});

test("a page that has put members on Object.prototype does not answer for the person", () => {
  const prototype = Object.prototype as { [name: string]: unknown };
  Object.assign(prototype, { id: "yes", action: "accept", rawInput: { command: "rm" } });
  try {
    const { approval, reply } = acpApproval(permission({ toolCall: { toolCallId: "c", title: "T" } }), { server });
    assert.equal(approval.tool.arguments, undefined);
    assert.throws(() => reply({} as ApprovalResult), rejected("invalid-reply", "no-action"));
    assert.throws(() => reply({ action: "accept", scope: "once" }), rejected("invalid-reply", "unknown-option"));
  } finally {
    for (const name of ["id", "action", "rawInput"]) {
      delete prototype[name];
    }
  }
});
