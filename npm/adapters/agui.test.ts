import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApprovalResult } from "../../bridge/host/types.js";
import { aguiApproval, aguiElicitation, type AguiInterrupt, aguiRound } from "./agui.js";
import { AdapterError } from "./answers.js";

// The shapes follow the protocol's own page docs/concepts/interrupts.mdx
// (ag-ui-protocol/ag-ui, August 2026) and its fixtures; the texts are ours.
const approved = { type: "object", properties: { approved: { type: "boolean" } }, required: ["approved"] };
const approval = { id: "int-1", reason: "tool_call", message: "Send the letter?", toolCallId: "tc-1", responseSchema: approved };
const now = (): number => Date.parse("2026-05-01T00:00:00Z");
const rejected = (code: string, reason: string, key?: string) => (error: unknown) => {
  assert.ok(error instanceof AdapterError);
  assert.deepEqual([error.name, error.code, error.reason, error.key], ["AdapterError", code, reason, key]);
  return true;
};
// The value of an agent need not have the shape.
const asInterrupt = (interrupt: unknown): AguiInterrupt => interrupt as AguiInterrupt;

test("an approval of interrupts.mdx goes out as the protocol wants it", () => {
  const { params, deadline, resume } = aguiElicitation(approval);
  assert.deepEqual(params, { mode: "form", message: "Send the letter?", requestedSchema: approved });
  assert.equal(deadline, undefined);
  assert.deepEqual(resume({ action: "accept", content: { approved: true } }), { interruptId: "int-1", status: "resolved", payload: { approved: true } });
  assert.deepEqual(resume({ action: "cancel" }), { interruptId: "int-1", status: "cancelled" });
});

test("a decline is what the chat says, and an error where it says nothing", () => {
  assert.throws(() => aguiElicitation(approval).resume({ action: "decline" }), rejected("invalid-reply", "decline", "int-1"));
  const denied = aguiElicitation(approval, { declined: ({ reason }) => ({ approved: false, reason }) });
  assert.deepEqual(denied.resume({ action: "decline" }), { interruptId: "int-1", status: "resolved", payload: { approved: false, reason: "tool_call" } });
  assert.deepEqual(aguiElicitation(approval, { declined: "cancelled" }).resume({ action: "decline" }), { interruptId: "int-1", status: "cancelled" });
});

test("the input form of interrupts.mdx keeps order, rules and date", () => {
  const responseSchema = {
    type: "object",
    properties: { unit: { type: "string", enum: ["box", "pallet"] }, count: { type: "integer", minimum: 1 }, weight: { type: "number" } },
    required: ["unit", "count"],
  };
  const interrupt = { id: "int-9", reason: "input_required", message: "How much?", responseSchema, expiresAt: "2026-05-01T00:10:00Z" };
  const { params, deadline, resume } = aguiElicitation(interrupt, { now });
  assert.equal(JSON.stringify(params.requestedSchema), JSON.stringify(responseSchema));
  assert.equal(deadline?.toISOString(), "2026-05-01T00:10:00.000Z");
  assert.deepEqual(resume({ action: "accept", content: { unit: "box", count: 2 } }), {
    interruptId: "int-9", status: "resolved", payload: { unit: "box", count: 2 },
  });
  assert.throws(() => resume({ action: "accept", content: { unit: "box" } }), rejected("invalid-reply", "incomplete", "count"));
  assert.throws(() => resume(JSON.parse('{"action":"accept","content":null}')), rejected("invalid-reply", "no-content"));
});

test("an edit that nobody has to make is left out, and one that is required is rejected", () => {
  const properties = { approved: { type: "boolean" }, editedArgs: { type: "object", properties: { to: { type: "string" } } } };
  const { params } = aguiElicitation({ ...approval, responseSchema: { type: "object", properties, required: ["approved"] } });
  assert.deepEqual(params.requestedSchema, { type: "object", properties, required: ["approved"] });
  assert.throws(
    () => aguiElicitation({ ...approval, responseSchema: { type: "object", properties, required: ["editedArgs"] } }),
    rejected("invalid-request", "nested-object", "editedArgs"),
  );
});

test("a value that is no object is asked for as one field, and comes back alone", () => {
  for (const [schema, value] of [
    [{ type: "string", minLength: 2 }, "ab"],
    [{ type: "integer" }, 0],
    [{ type: "boolean" }, false],
    [{ type: "array", items: { type: "string", enum: ["a", "b"] } }, ["a"]],
    [{ type: "string", oneOf: [{ const: "a", title: "A" }] }, "a"],
  ] as const) {
    const { params, resume } = aguiElicitation({ ...approval, responseSchema: schema });
    assert.deepEqual(params.requestedSchema, { type: "object", properties: { value: schema }, required: ["value"] });
    assert.deepEqual(resume({ action: "accept", content: { value: value as string } }), { interruptId: "int-1", status: "resolved", payload: value });
  }
  const { params } = aguiElicitation({ ...approval, responseSchema: { enum: ["a", "b"] } });
  assert.deepEqual(params.requestedSchema, { type: "object", properties: { value: { type: "string", enum: ["a", "b"] } }, required: ["value"] });
});

test("what cannot be asked is an error", async (t) => {
  const cases: [what: string, interrupt: unknown, reason: string, key?: string][] = [
    ["no interrupt", null, "no-id"],
    ["a text", "int-1", "no-id"],
    ["an id of another type", { ...approval, id: 5 }, "no-id"],
    ["an inherited id", Object.create(approval), "no-id"],
    ["only id and reason, as in sdks/fixtures/null-omission.json", { id: "a", reason: "confirmation" }, "no-message", "a"],
    ["a message of another type", { ...approval, message: 5 }, "no-message", "int-1"],
    ["no schema", { id: "a", reason: "confirmation", message: "?" }, "no-schema", "a"],
    ["a boolean schema", { ...approval, responseSchema: true }, "not-a-schema"],
    ["a list", { ...approval, responseSchema: [] }, "not-a-schema"],
    ["an empty schema", { ...approval, responseSchema: {} }, "unsupported-schema"],
    ["a schema that stands elsewhere", { ...approval, responseSchema: { $ref: "#/$defs/a" } }, "unsupported-schema"],
    ["an object in several ways", { ...approval, responseSchema: { ...approved, anyOf: [{}] } }, "unsupported-schema"],
    ["free lists", { ...approval, responseSchema: { type: "array", items: { type: "string" } } }, "unsupported-schema"],
    ["null properties", { ...approval, responseSchema: { type: "object", properties: null } }, "not-a-schema"],
    ["required of another type", { ...approval, responseSchema: { ...approved, required: "approved" } }, "not-a-schema"],
    ["a required property that is not there", { ...approval, responseSchema: { ...approved, required: ["toString"] } }, "unsupported-property", "toString"],
    ["a request of another protocol inside", { ...approval, metadata: { langgraph: { raw: { type: "mcp_elicitation" } } } }, "mcp-elicitation", "int-1"],
  ];
  for (const [what, interrupt, reason, key] of cases) {
    await t.test(what, () => assert.throws(() => aguiElicitation(asInterrupt(interrupt)), rejected("invalid-request", reason, key)));
  }
});

test("nothing is asked or submitted past its date", () => {
  let time = now();
  const interrupt = { ...approval, expiresAt: "2026-05-01T00:10:00Z" };
  const { resume } = aguiElicitation(interrupt, { now: () => time });
  time = Date.parse("2026-05-01T00:10:00Z");
  assert.throws(() => resume({ action: "accept", content: { approved: true } }), rejected("expired", "expired", "int-1"));
  assert.throws(() => aguiElicitation(interrupt, { now: () => time }), rejected("expired", "expired", "int-1"));
  assert.equal(aguiElicitation({ ...approval, expiresAt: "soon" }).deadline, undefined);
});

test("three approvals of interrupts.mdx in parallel: one entry for each, in order", () => {
  const three = ["c", "a", "b"].map((id, at) => ({ ...approval, id, expiresAt: `2026-05-01T00:${30 - at}:00Z` }));
  const round = aguiRound(three, { now });
  assert.deepEqual(Object.keys(round.requests), ["c", "a", "b"]);
  assert.deepEqual(round.requests["a"], { method: "elicitation/create", params: { mode: "form", message: approval.message, requestedSchema: approved } });
  assert.equal(round.deadline?.toISOString(), "2026-05-01T00:28:00.000Z");
  const yes = { action: "accept", content: { approved: true } } as const;
  assert.deepEqual(round.resume({ a: { action: "cancel" }, b: yes, c: yes }), [
    { interruptId: "c", status: "resolved", payload: { approved: true } },
    { interruptId: "a", status: "cancelled" },
    { interruptId: "b", status: "resolved", payload: { approved: true } },
  ]);
  assert.throws(() => round.resume({ a: yes, b: yes }), rejected("invalid-reply", "no-answer", "c"));
  assert.throws(() => round.resume({ a: yes, b: yes, c: yes, d: yes }), rejected("invalid-reply", "unknown-id", "d"));
  assert.throws(() => round.resume(JSON.parse('{"a":{},"b":{},"c":{}}')), rejected("invalid-reply", "no-action", "c"));
});

test("approvals without words and schema, as on the same page, need those of the chat", () => {
  const bare = [{ id: "__proto__", reason: "tool_call" }, { id: "b", reason: "tool_call" }];
  assert.throws(() => aguiRound(bare, { message: "Go on?" }), rejected("invalid-request", "no-schema", "__proto__"));
  const round = aguiRound(bare, { message: "Go on?", responseSchema: approved });
  assert.deepEqual(Object.keys(round.requests), ["__proto__", "b"]);
  assert.throws(() => round.resume({}), rejected("invalid-reply", "no-answer", "__proto__"));
});

test("a round that is none is an error", () => {
  assert.throws(() => aguiRound([]), rejected("invalid-request", "no-interrupts"));
  assert.throws(() => aguiRound(asInterrupt({}) as never), rejected("invalid-request", "no-interrupts"));
  assert.throws(() => aguiRound([approval, approval]), rejected("invalid-request", "duplicate-id", "int-1"));
});

// Each resume entry below passes ResumeEntrySchema, and each interrupt InterruptSchema, of @ag-ui/core 1.0.0.
const server = { id: "agent" };
const messages = [
  { id: "m-1", role: "user", content: "Write to Ada" },
  { id: "m-2", role: "assistant", toolCalls: [
    { id: "tc-0", type: "function", function: { name: "readBook", arguments: "" } },
    { id: "tc-1", type: "function", function: { name: "sendEmail", arguments: '{"to":"a@b.com","subject":"Hi"}' } },
  ] },
];
const called = { name: "sendEmail", arguments: { to: "a@b.com", subject: "Hi" } };
const resolved = (interruptId: string, payload: unknown) => ({ interruptId, status: "resolved", payload });

test("the minimal tool approval of interrupts.mdx shows the call that the messages have", () => {
  const { approval: shown, deadline, resume } = aguiApproval(approval, { server, messages });
  assert.deepEqual(shown, { server, tool: called, message: "Send the letter?" });
  assert.equal(deadline, undefined);
  assert.deepEqual(resume({ action: "accept", scope: "once" }), resolved("int-1", { approved: true }));
  assert.deepEqual(resume({ action: "decline" }), resolved("int-1", { approved: false }));
  assert.deepEqual(resume({ action: "cancel" }), { interruptId: "int-1", status: "cancelled" });
});

test("the schema says whether the arguments may be changed, and the payload replaces them all", () => {
  const editedArgs = { type: "object", properties: { to: { type: "string", format: "email" }, subject: { type: "string" } } };
  const responseSchema = { type: "object", properties: { approved: { type: "boolean" }, editedArgs }, required: ["approved"] };
  const { approval: shown, resume } = aguiApproval({ ...approval, responseSchema }, { server, messages });
  assert.deepEqual(shown.editable, editedArgs);
  const edited = { to: "c@d.com", subject: "Hi" };
  assert.deepEqual(resume({ action: "accept", scope: "once", arguments: edited }), resolved("int-1", { approved: true, editedArgs: edited }));
  assert.deepEqual(resume({ action: "accept", scope: "once" }), resolved("int-1", { approved: true }));

  // The schema allows a change, but does not describe it: the chat may know the tool's own schema.
  const bare = { ...responseSchema, properties: { approved: { type: "boolean" }, editedArgs: { type: "object" } } };
  const blind = aguiApproval({ ...approval, responseSchema: bare }, { server, messages });
  assert.equal(blind.approval.editable, undefined);
  assert.deepEqual(blind.resume({ action: "accept", scope: "once", arguments: edited }), resolved("int-1", { approved: true, editedArgs: edited }));
});

test("the parallel approvals of the same page have neither message nor schema", () => {
  const { approval: shown, resume } = aguiApproval({ id: "i-1", reason: "tool_call", toolCallId: "tc-0" }, { server, messages });
  assert.deepEqual(shown, { server, tool: { name: "readBook" } });
  assert.deepEqual(resume({ action: "accept", scope: "once" }), resolved("i-1", { approved: true }));
});

test("a confirmation without a schema is answered by a boolean, as the page's table says, unless the chat knows better", () => {
  const confirmation = { id: "i-2", reason: "confirmation", message: "Go on?" };
  const { approval: shown, resume } = aguiApproval(confirmation, { server });
  assert.deepEqual(shown, { server, tool: { name: "confirmation" }, message: "Go on?" });
  assert.deepEqual(resume({ action: "accept", scope: "once" }), resolved("i-2", true));
  assert.deepEqual(resume({ action: "decline" }), resolved("i-2", false));
  const known = aguiApproval(confirmation, { server, responseSchema: approved });
  assert.deepEqual(known.resume({ action: "decline" }), resolved("i-2", { approved: false }));
  assert.equal(aguiApproval({ id: "i", reason: "confirmation" }, { server, message: "Sure?" }).approval.message, "Sure?");
});

test("arguments that are not an object are shown as they are", () => {
  for (const [text, shown] of [["", undefined], ["{}", {}], ['{"to":', { arguments: '{"to":' }], ["[1]", { arguments: "[1]" }]]) {
    const odd = [{ toolCalls: [{ id: "tc-1", function: { name: "sendEmail", arguments: text } }] }];
    assert.deepEqual(aguiApproval(approval, { server, messages: odd }).approval.tool.arguments, shown);
  }
});

test("an approval that cannot be asked is an error, and so is an answer past its date", async (t) => {
  const cases: [what: string, interrupt: unknown, reason: string, key?: string][] = [
    ["nothing", null, "no-id"],
    ["a request for input", { id: "a", reason: "input_required", message: "?", responseSchema: approved }, "not-an-approval", "a"],
    ["a reason of somebody's own", { id: "a", reason: "mastra:workflow_suspend", message: "?" }, "not-an-approval", "a"],
    ["no tool call", { id: "a", reason: "tool_call" }, "no-tool-call", "a"],
    ["a tool call of another run", { ...approval, toolCallId: "tc-9" }, "no-tool-call", "tc-9"],
    ["a tool call without a name", { ...approval, toolCallId: "tc-2" }, "no-name"],
    ["a confirmation without words", { id: "a", reason: "confirmation" }, "no-message", "a"],
    ["a schema without approved", { ...approval, responseSchema: { type: "object", properties: {} } }, "not-an-approval", "int-1"],
    ["a schema of a text", { ...approval, responseSchema: { type: "string" } }, "not-an-approval", "int-1"],
    ["approved as a text", { ...approval, responseSchema: { type: "object", properties: { approved: { type: "string" } } } }, "not-an-approval", "int-1"],
    ["another property that is required", { ...approval, responseSchema: { ...approved, required: ["approved", "seal"] } }, "unsupported-property", "seal"],
    ["a request of another protocol inside", { ...approval, metadata: { langgraph: { raw: { type: "mcp_elicitation" } } } }, "mcp-elicitation", "int-1"],
  ];
  const withoutName = [...messages, { toolCalls: [{ id: "tc-2", function: { arguments: "{}" } }] }];
  for (const [what, interrupt, reason, key] of cases) {
    const ask = () => aguiApproval(asInterrupt(interrupt), { server, messages: withoutName });
    await t.test(what, () => assert.throws(ask, rejected("invalid-request", reason, key)));
  }
  assert.throws(() => aguiApproval(approval, { server }), rejected("invalid-request", "no-tool-call", "tc-1"));
  const { resume } = aguiApproval(approval, { server, messages });
  assert.throws(() => resume({ action: "accept", scope: "once", arguments: {} }), rejected("invalid-reply", "edited", "int-1"));
  assert.throws(() => resume({} as ApprovalResult), rejected("invalid-reply", "no-action", "int-1"));

  let time = now();
  const late = aguiApproval({ ...approval, expiresAt: "2026-05-01T00:10:00Z" }, { server, messages, now: () => time });
  assert.equal(late.deadline?.toISOString(), "2026-05-01T00:10:00.000Z");
  time = late.deadline!.getTime();
  assert.throws(() => late.resume({ action: "decline" }), rejected("expired", "expired", "int-1"));
});
