import assert from "node:assert/strict";
import { test } from "node:test";
import { ElicitationError } from "../../bridge/host/errors.js";
import { FakeTransport } from "../../bridge/host/test/faketransport.js";
import { interceptElicitations } from "../../bridge/host/intercept.js";
import { rest, settle } from "../../bridge/message/test/clock.js";
import type { ElicitRequestParams, FormHostEvent } from "../../bridge/host/types.js";
import { fakeHost, type Answer, ScriptError } from "./testing.js";

const server = { id: "weather.example" };
const schema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2, maxLength: 5, pattern: "^[A-Z]" }, email: { type: "string", format: "email" }, day: { type: "string", format: "date" },
    age: { type: "integer", minimum: 0, maximum: 120 }, share: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, size: { type: "string", enum: ["S", "M"] },
    seat: { oneOf: [{ const: "w", title: "Window" }, { const: "a" }] }, extras: { type: "array", items: { enum: ["cot", "bike"] }, maxItems: 1 },
    yes: { type: ["boolean", "null"] }, tags: { type: "array", items: { type: "string" }, minItems: 1 }, named: { $ref: "#/$defs/named" }, fixed: { const: "x" },
  },
  $defs: { named: { type: "string", enum: ["b", "c"] } },
};
const params: ElicitRequestParams = { message: "A question", requestedSchema: schema };
const page = { mode: "url", message: "Sign in", url: "https://login.example/", elicitationId: "e1" };

test("every kind of answer is given as it stands in the script, in the order of the questions", async () => {
  const content = { fixed: "x", name: "Ada", email: "ada@example.com", day: "2026-02-28", age: 36, share: 0.5, size: "M", seat: "w", extras: ["cot"], yes: false, tags: ["a", "a"], named: "b" };
  const host = fakeHost([content, {}]);
  const result = await host.elicit(params, { server });
  assert.deepEqual(result, { action: "accept", content });
  assert.deepEqual(Object.keys((result as { content: object }).content), Object.keys(schema.properties));
  assert.deepEqual(await host.elicit(params, { server }), { action: "accept", content: {} });
  host.verify();
});

test("results and events have receipts, as those of a real host", async () => {
  for (const outcome of ["receipt", undefined] as const) {
    const host = fakeHost([{ name: "Ada" }, "decline", "never"], { outcome });
    const { receipt } = await host.elicit(params, { server });
    assert.deepEqual([receipt!.title, receipt!.outcome, receipt!.language], ["Answers sent · weather.example", "accept", "en"]);
    assert.equal((await host.elicit(params, { server })).receipt!.title, "You declined this request · weather.example");
    const controller = new AbortController();
    const withdrawn = host.elicit(params, { server, signal: controller.signal });
    await rest();
    controller.abort();
    await assert.rejects(withdrawn);
    assert.deepEqual(host.events.flatMap((event) => (event.type === "outcome" ? [event.receipt.outcome] : [])), ["accept", "decline", "withdrawn"]);
  }
});

test("approvals are allowed and declined by the buttons that they have", async () => {
  const call = { server, tool: { name: "save", arguments: { a: "1" } }, editable: { properties: { a: { type: "string" } } }, reason: true };
  const options = [{ id: "y", name: "Yes", kind: "allow_once" as const }, { id: "n", name: "Never", kind: "reject_always" as const }];
  for (const [approval, answer, want] of [
    [call, { action: "accept", scope: "once" }, { action: "accept", scope: "once" }],
    [call, { action: "accept", scope: "once", arguments: { a: "2" } }, { action: "accept", scope: "once", arguments: { a: "2" } }],
    [call, "decline", { action: "decline" }], [call, { action: "decline", reason: "no" }, { action: "decline", reason: "no" }],
    [call, "cancel", { action: "cancel" }], [{ ...call, options }, { action: "accept", id: "y" }, { action: "accept", scope: "once", id: "y" }],
    [{ ...call, options }, { action: "decline", id: "n" }, { action: "decline", id: "n" }],
    [call, { action: "accept", scope: "always" }, undefined], [{ server, tool: call.tool }, { action: "decline", reason: "no" }, undefined],
    [{ server, tool: call.tool }, { action: "accept", scope: "once", arguments: { a: "2" } }, undefined], [{ ...call, options }, { action: "decline", id: "y" }, undefined],
  ] as const) {
    const host = fakeHost([answer as Answer]);
    if (want) {
      assert.deepEqual(await host.approve(approval), want);
      assert.equal(host.asked[0]!.params["tool"] !== undefined, true);
    } else {
      await assert.rejects(host.approve(approval), ScriptError);
    }
  }
});

test("an answer that nobody could give is a mistake of the test", async (t) => {
  const cases: [answer: unknown, says: RegExp][] = [
    [{ nome: "Ada" }, /no question "nome". There are: \["name","email"/],
    [{ name: 5 }, /"name": 5 breaks "type" of {"type":"string",/], [{ name: "ada" }, /"pattern" of .*"\^\[A-Z\]"/], [{ name: "A" }, /"minLength" of .*"minLength":2/],
    [{ name: "Adalbert" }, /"maxLength" of .*"maxLength":5/], [{ email: "ada" }, /"format" of .*"email"/], [{ day: "tomorrow" }, /"format" of .*"date"/],
    [{ age: 1.5 }, /"type" of .*"integer"/], [{ age: -1 }, /"minimum" of .*"minimum":0/], [{ age: 121 }, /"maximum" of .*"maximum":120/],
    [{ share: 1 }, /"exclusiveMaximum" of .*"exclusiveMaximum":1/], [{ share: Number.NaN }, /"type" of .*"number"/], [{ size: "L" }, /"enum" of .*\["S","M"\]/],
    [{ seat: "Window" }, /"enum" of .*"w".*"a"/], [{ extras: ["cot", "bike"] }, /"maxItems" of .*"maxItems":1/], [{ extras: ["car"] }, /"enum" of .*\["cot","bike"\]/],
    [{ extras: "cot" }, /"type" of .*"array"/], [{ yes: "yes" }, /"type" of .*"boolean"/], [{ tags: [] }, /"minItems" of .*"minItems":1/],
    [{ tags: [1] }, /"type" of .*"array"/], [{ named: "a" }, /"enum" of .*\["b","c"\]/], [{ fixed: "y" }, /"enum" of {"const":"x"}/], [{ name: null }, /"type" of/],
    [{ name: ["Ada"] }, /"type" of/], ["open", /is no answer to a form/], ["accept", /is no answer to a form/],
  ];
  for (const [answer, says] of cases) {
    await t.test(JSON.stringify(answer), async () => {
      const host = fakeHost([answer as Answer]);
      const mistake = (error: unknown): boolean => error instanceof ScriptError && says.test(error.message);
      await assert.rejects(host.elicit(params, { server }), mistake);
      await assert.rejects(host.elicit(params, { server }), mistake);
      assert.throws(() => host.verify(), mistake);
    });
  }
});

test("a required question has to be answered, and a page only be opened", async () => {
  const required = fakeHost([{}]);
  await assert.rejects(required.elicit({ ...params, requestedSchema: { ...schema, required: ["name"] } }, { server }), /"name" has to be answered/);
  await assert.rejects(fakeHost([{}]).elicit(page, { server }), /it asks to open a page/);
  await assert.rejects(fakeHost(["open"]).elicit({ ...page, url: "javascript:alert(1)" }, { server }), /the form does not open javascript:alert\(1\)/);
  await assert.rejects(fakeHost(["open"]).elicit({ ...page, url: "login" }, { server }), /login is no address/);
  assert.deepEqual(await fakeHost(["decline"]).elicit({ ...page, url: "login" }, { server }), { action: "decline" });
});

test("a script that is too short or too long is told", async () => {
  const short = fakeHost(["decline"]);
  await short.elicit(params, { server });
  await assert.rejects(short.elicit(params, { server }), /no answer left for "A question", after 1/);
  const long = fakeHost(["decline", { name: "Ada" }]);
  await long.elicit(params, { server });
  assert.throws(() => long.verify(), /nobody has asked for 1 of the 2 answers: \[{"name":"Ada"}\]/);
});

test("a function looks at each question, and its own errors come out where the chat asks", async () => {
  const host = fakeHost(async ({ params, options, key }) => {
    if (params.message === "odd") {
      throw new RangeError("odd");
    }
    return key === undefined ? { name: options.server.id.slice(0, 1).toUpperCase() + "da" } : key === "b" ? "decline" : {};
  });
  assert.deepEqual(await host.elicit(JSON.stringify({ ...params, _meta: { theirs: 1 } }), { server }), { action: "accept", content: { name: "Wda" } });
  assert.deepEqual(host.asked[0]!.params, { ...params, _meta: { theirs: 1 } });
  const part = { method: "elicitation/create", params: { message: "" } };
  assert.deepEqual(await host.elicitAll({ a: part, b: part, c: { method: "roots/list" } }, { server }), { a: { action: "accept", content: {} }, b: { action: "decline" } });
  assert.deepEqual(host.asked.slice(1).map(({ key }) => key), ["a", "b"]);
  await assert.rejects(host.elicit({ message: "odd" }, { server }), RangeError);
  assert.throws(() => host.verify(), RangeError);
});

test("what nobody answers stays open until it is withdrawn, is late or is disposed of", async () => {
  const host = fakeHost(() => "never");
  const { signal } = new AbortController();
  const withdrawn = new AbortController();
  const reason = new Error("The server has changed its mind.");
  const first = assert.rejects(host.elicit(params, { server, signal: withdrawn.signal }), (error) => error === reason);
  withdrawn.abort(reason);
  await first;
  await assert.rejects(host.elicit(params, { server, signal: AbortSignal.abort(reason) }), (error) => error === reason);
  await assert.rejects(settle(host.elicit(params, { server, deadline: Date.now() + 60_000 })), { code: "expired" });
  const last = assert.rejects(host.elicit(params, { server, signal }), { code: "disposed" });
  host.dispose();
  await last;
  host.verify();
});

test("an answer that comes too late is none", async () => {
  let late: (answer: Answer) => void = () => {};
  const host = fakeHost(({ params }) => (params.message === "first" ? new Promise<Answer>((resolve) => (late = resolve)) : "decline"));
  const withdrawn = new AbortController();
  const first = host.elicit({ message: "first" }, { server, signal: withdrawn.signal });
  await rest();
  withdrawn.abort();
  late({});
  await assert.rejects(first, { name: "AbortError" });
  assert.deepEqual(await host.elicit({ message: "second" }, { server }), { action: "decline" });
  host.verify();
});

test("an error that no person decides about rejects as such an error", async () => {
  const host = fakeHost([new ElicitationError("load-failed", { reason: "blocked" }), new ElicitationError("expired")]);
  await assert.rejects(host.elicit(params, { server }), { name: "ElicitationError", code: "load-failed", reason: "blocked", rpcCode: -32603 });
  await assert.rejects(host.elicit(params, { server }), { code: "expired" });
  assert.deepEqual(host.events.map(({ type }) => type), ["ready", "shown", "error", "shown", "expired"]);
});

test("the check sees the answers, and the person is told what it found", async () => {
  const events: unknown[] = [];
  const host = fakeHost(({ problems }) => {
    events.push(problems);
    return { name: problems.length > 0 || events.length > 2 ? "Bob" : "Ada" };
  });
  const contents: unknown[] = [];
  const check = async (content: object): Promise<{ name: string; message: string }[]> => {
    contents.push(content);
    if (contents.length === 2) {
      throw new Error("no network");
    }
    return contents.length === 1 ? [{ name: "name", message: "Taken" }] : [];
  };
  assert.deepEqual(await host.elicit(params, { server, check }), { action: "accept", content: { name: "Bob" } });
  assert.deepEqual(events, [[], [{ name: "name", message: "Taken" }], []]);
  assert.deepEqual(contents, [{ name: "Ada" }, { name: "Bob" }, { name: "Bob" }]);
  assert.deepEqual(host.events.filter(({ type }) => type === "error").map((event) => "reason" in event && event.reason), ["check-failed"]);
});

test("pages are opened by the chat where it does so, and a page that it does not open was not agreed to", async () => {
  const opened: string[] = [];
  const openLink = (url: string): void => {
    opened.push(url);
    if (opened.length === 1) {
      throw new Error("blocked");
    }
  };
  const host = fakeHost(["open", "done"], { openLink, outcome: "hidden" });
  assert.deepEqual(await host.elicit(page, { server }), { action: "accept" });
  assert.deepEqual(opened, [page.url, page.url]);
  host.verify();
  assert.deepEqual(host.events.map((event) => ("how" in event ? event.how : event.type)), ["ready", "shown", "settled", "outcome", "person", "closed"]);
});

test("the listener of the chat is told, and a change of the context is kept", async () => {
  const events: FormHostEvent[] = [];
  const host = fakeHost([{ name: "Ada" }], { onEvent: (event) => events.push(event), outcome: "hidden" });
  await host.ready;
  host.setContext({ locale: "de" });
  host.setContext({ theme: "dark" });
  assert.deepEqual(host.context, { locale: "de", theme: "dark" });
  await host.elicit(params, { server });
  assert.deepEqual(events.map(({ type }) => type), ["ready", "shown", "settled", "audit", "outcome", "closed"]);
  assert.deepEqual(host.events, events);
});

test("between a client and its server it answers, is told of withdrawals and of finished pages, and rejects what no form can show", async () => {
  const host = fakeHost([{ name: "Ada" }, "open", "never"]);
  const raw = new FakeTransport();
  const transport = interceptElicitations(raw, host, { server });
  transport.onmessage = () => {};
  await transport.start();
  for (const [id, asked] of Object.entries({ a: params, b: page, c: undefined, d: { mode: "voice", message: "" }, e: params })) {
    raw.receive({ id, method: "elicitation/create", params: asked });
    await rest();
  }
  raw.receive({ method: "notifications/elicitation/complete", params: { elicitationId: "e1" } });
  raw.receive({ method: "notifications/cancelled", params: { requestId: "e" } });
  await rest();
  assert.deepEqual(raw.sent.map(({ id, result, error }) => [id, result ?? error.code]), [
    ["a", { action: "accept", content: { name: "Ada" } }], ["b", { action: "accept" }], ["c", -32602], ["d", -32602],
  ]);
  assert.deepEqual(host.events.map(({ type }) => type).filter((type) => type === "finished" || type === "withdrawn"), ["finished", "withdrawn"]);
  host.verify();
});
