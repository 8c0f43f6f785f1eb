import assert from "node:assert/strict";
import { test } from "node:test";
import { aguiElicitation, type AguiInterrupt, aguiRound } from "./agui.js";
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
