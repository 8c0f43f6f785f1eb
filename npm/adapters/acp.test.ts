import assert from "node:assert/strict";
import { test } from "node:test";
import type { ElicitOptions, ElicitRequestParams, ElicitResult } from "../../bridge/host/types.js";
import { acpCapabilities, acpElicitation, acpHandler, acpReply } from "./acp.js";
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
