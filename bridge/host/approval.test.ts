import assert from "node:assert/strict";
import { test } from "node:test";
import { rest } from "../message/test/clock.js";
import type { Approval, ElicitRequestParams } from "./types.js";
import { asks, type FakePort, type SentRound, start } from "./test/fake.js";

const server = { id: "linear" };
const tool = { name: "save_comment", title: "Save comment", arguments: { issue: "ENG-42", notify: true, labels: ["a", "b"] } };

const answer = (port: FakePort, result: object, id = 1): void => port.sayJson({ id, result: { responses: [{ result }] } });

/** Asks, and returns the promise with what the frame gets. */
async function ask(approval: Partial<Approval> = {}): Promise<{ port: FakePort; result: Promise<unknown>; notes: unknown; params: any }> {
  const { host, frame } = start();
  const port = frame.open();
  const result = host.approve({ server, tool, ...approval });
  result.catch(() => {});
  await rest();
  const [{ requests, notes }] = asks(port) as [SentRound];
  return { port, result, notes, params: JSON.parse((requests[0] as { params: string }).params) };
}

test("an approval is a round of the host's own, with all arguments in their order", async () => {
  const { port, result, notes, params } = await ask({ scopes: ["always", "once"], message: "For the reporter", reason: true });
  assert.deepEqual(notes, {
    server, queue: { position: 1, total: 1 }, drafts: true, openLink: false, shortReview: false, approval: true,
  });
  assert.deepEqual(params, {
    message: "For the reporter", reason: true, choices: [{ kind: "once" }, { kind: "always" }, { kind: "reject" }],
    tool: { name: "save_comment", title: "Save comment", readOnly: false },
    arguments: [
      { name: "issue", text: "ENG-42" }, { name: "notify", text: "true", json: true }, { name: "labels", text: '[\n  "a",\n  "b"\n]', json: true },
    ],
  });
  answer(port, { action: "accept", choice: 1 });
  assert.deepEqual(await result, { action: "accept", scope: "always" });
});

test("the agent's options come back by their ids, and allowing for always is never first", async () => {
  const options: Approval["options"] = [
    { id: "x", name: "Always", kind: "allow_always" }, { id: "n", name: "No", kind: "reject_once" },
    { id: "y", name: "Yes", kind: "allow_once" }, { id: "never", name: "Never", kind: "reject_always" }, { id: "z", name: "This session", kind: "allow_always" },
  ];
  const { port, result, params } = await ask({ options });
  assert.deepEqual(params.choices.map(({ id }: { id: string }) => id), ["y", "x", "z", "n", "never"]);
  answer(port, { action: "accept", choice: 2 });
  assert.deepEqual(await result, { action: "accept", scope: "always", id: "z" });
  const onlyAlways = await ask({ options: options.slice(0, 1) });
  assert.deepEqual(onlyAlways.params.choices.map(({ kind }: { kind: string }) => kind), ["reject", "always"]);
  const onlyNever = await ask({ options: options.slice(2, 4) });
  assert.deepEqual(onlyNever.params.choices.map(({ kind }: { kind: string }) => kind), ["once", "reject", "reject_always"]);
  const declined = await ask({ options, reason: true });
  answer(declined.port, { action: "decline", choice: 4, reason: "no" });
  assert.deepEqual(await declined.result, { action: "decline", id: "never", reason: "no" });
});

test("only a button that was offered is a decision", async (t) => {
  for (const result of [
    { action: "accept" }, { action: "accept", choice: 1 }, { action: "accept", choice: 7 }, { action: "accept", choice: "0" }, { action: "decline" },
    { action: "decline", choice: 0 }, { action: "accept", choice: "length" }, { action: "allow", choice: 0 }, {},
  ]) {
    await t.test(JSON.stringify(result), async () => {
      const { port, result: settled } = await ask();
      answer(port, result);
      await assert.rejects(settled, { code: "internal", reason: "malformed-result" });
    });
  }
  const cancelled = await ask();
  answer(cancelled.port, { action: "cancel" });
  assert.deepEqual(await cancelled.result, { action: "cancel" });
});

test("changed arguments replace those of the schema, and all others stay", async () => {
  const editable = { type: "object", properties: { issue: { type: "string" }, note: { type: "string" } } };
  const { port, result, params } = await ask({ editable });
  assert.deepEqual(params.requestedSchema.properties, { issue: { type: "string", default: "ENG-42" }, note: { type: "string" } });
  answer(port, { action: "accept", choice: 0, content: { issue: null, note: "later" } });
  assert.deepEqual(await result, { action: "accept", scope: "once", arguments: { notify: true, labels: ["a", "b"], note: "later" } });
  const fixed = await ask();
  answer(fixed.port, { action: "accept", choice: 0, content: { issue: "other" } });
  assert.deepEqual(await fixed.result, { action: "accept", scope: "once" });
});

test("B6 hostile arguments reach the screen whole, in bounded pieces", async () => {
  let nested: unknown = "end";
  for (let i = 0; i < 100; i++) {
    nested = { [`level ${i}`]: nested };
  }
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`n${i}`, i]));
  assert.match((await ask({ tool: { name: "t", arguments: { nested } } })).params.arguments[0].text, /"end"/);
  const { params } = await ask({ tool: { name: "t", arguments: many } });
  assert.deepEqual([params.arguments.length, JSON.parse(params.arguments[0].text)], [1, many]);
  const odd = JSON.parse('{"__proto__":{"x":1},"constructor":"c"}');
  assert.deepEqual((await ask({ tool: { name: "t", arguments: odd } })).params.arguments.map(({ name }: { name: string }) => name), ["__proto__", "constructor"]);
  const large = await ask({ tool: { name: "t", arguments: { text: "x".repeat(200_000) } } });
  assert.equal(large.params.arguments[0].text.length, 200_000);
});

test("a mistake of the page is a TypeError", async () => {
  const { host } = start();
  for (const wrong of [
    undefined, {}, { server, tool: {} }, { server, tool, scopes: [] }, { server, tool, scopes: ["once", "forever"] }, { server, tool, scopes: ["forever"] }, { server, tool, options: [] }, { tool },
    { server, tool, options: [{ id: "a", name: "A", kind: "allow" }] }, { server, tool, options: [{ id: "a", name: "A", kind: "constructor" }] },
    { server, tool, options: Array.from({ length: 21 }, (_, i) => ({ id: `${i}`, name: "A", kind: "allow_once" })) },
  ]) {
    await assert.rejects(host.approve(wrong as never), TypeError, JSON.stringify(wrong));
  }
});

test("Decline all is for the approvals of this server that wait, and for nothing else", async () => {
  const { host, frame, events } = start();
  const port = frame.open();
  const first = host.approve({ server, tool });
  const waiting = [host.approve({ server, tool }), host.approve({ server, tool })];
  const foreign = host.approve({ server: { id: "github" }, tool });
  await rest();
  const form = host.elicit({ message: "m" }, { server });
  await rest();
  answer(port, { action: "decline", choice: 1, all: true });
  assert.deepEqual(await Promise.all([first, ...waiting]), Array(3).fill({ action: "decline" }));
  await rest();
  const open = asks(port).at(-1) as unknown as { notes: { server: object } };
  assert.deepEqual(open.notes.server, { id: "github" });
  answer(port, { action: "accept", choice: 0 }, 4);
  assert.deepEqual(await foreign, { action: "accept", scope: "once" });
  assert.deepEqual(events.flatMap((event) => (event.type === "settled" ? [event.action] : [])), ["decline", "decline", "decline", "accept"]);
  assert.deepEqual(events.flatMap((event) => (event.type === "shown" ? [event.id] : [])), [1, 4]);
  form.catch(() => {});
});

const codex = (persist?: unknown, more: object = {}): ElicitRequestParams => ({
  message: "Allow linear to run save_comment?", requestedSchema: { type: "object", properties: {} }, ...more,
  _meta: { codex_approval_kind: "mcp_tool_call", persist, tool_title: "Save comment", tool_params: { issue: "ENG-42" } },
});
const scoped = {
  requestedSchema: {
    type: "object", required: ["persist"],
    properties: { persist: { type: "string", default: "once", oneOf: ["once", "session"].map((scope) => ({ const: scope, title: scope })) } },
  },
};

test("Codex's request for leave is an approval if its server is the agent, and its answer has the scope", async () => {
  for (const [params, kinds, choice, want] of [
    [codex(), ["once", "reject"], 0, { action: "accept", content: {} }],
    [codex("session"), ["once", "session", "reject"], 1, { action: "accept", content: {}, _meta: { persist: "session" } }],
    [codex(["session", "always"]), ["once", "session", "always", "reject"], 2, { action: "accept", content: {}, _meta: { persist: "always" } }],
    [codex("always", scoped), ["once", "session", "reject"], 1, { action: "accept", content: { persist: "session" } }],
    [JSON.stringify(codex()), ["once", "reject"], 0, { action: "accept", content: {} }],
    [codex(), ["once", "reject"], 1, { action: "decline" }],
  ] as const) {
    const { host, frame } = start();
    const port = frame.open();
    const result = host.elicit(params, { server: { id: "Codex", agent: true } });
    await rest();
    const sent = JSON.parse((asks(port)[0] as unknown as { requests: { params: string }[] }).requests[0]!.params);
    assert.deepEqual(sent.choices.map(({ kind }: { kind: string }) => kind), kinds);
    assert.deepEqual([sent.tool, sent.arguments], [{ name: "Save comment", title: "Save comment", readOnly: false }, [{ name: "issue", text: "ENG-42" }]]);
    answer(port, { action: want.action, choice });
    assert.deepEqual(await result, want);
  }
});

test("another server, and another kind of request, gets no approval", async () => {
  const question = { properties: { persist: { type: "string" }, name: { type: "string" } } };
  for (const [params, agent] of [
    [codex(), false], [codex(), undefined], [codex(undefined, { requestedSchema: question }), true],
    [{ ...codex(), _meta: { codex_approval_kind: "tool_suggestion" } }, true], [{ message: "m" }, true],
  ] as const) {
    const { host, frame } = start();
    const port = frame.open();
    const result = host.elicit(params, { server: { id: "Codex", agent } });
    await rest();
    const [round] = asks(port) as unknown as [{ notes: object; requests: { params: string }[] }];
    assert.equal("approval" in round.notes, false);
    assert.equal(round.requests[0]!.params, JSON.stringify(params));
    answer(port, { action: "decline" });
    assert.deepEqual(await result, { action: "decline" });
  }
});
