// Tests that a host can check answers before anything is settled.

import assert from "node:assert/strict";
import { test } from "node:test";
import { rest, setTime, tick } from "../message/test/clock.js";
import { answer, asks, type FakePort, server, type Setup, start } from "./test/fake.js";
import type { AnswerProblem, ElicitContent, ElicitOptions } from "./types.js";

const form = { message: "Where?", requestedSchema: { type: "object", properties: { city: { type: "string" } } } };
const problem: AnswerProblem[] = [{ name: "city", message: "Not served." }];

const send = (port: FakePort, content: ElicitContent = { city: "Graz" }, id = 1): void => answer(port, id, { action: "accept", content });
const refused = (port: FakePort): unknown[] => port.messages("elicitform/refused").map(({ params }) => params);
const received = (port: FakePort): number => port.messages("elicitform/received").length;
const ends = ({ events }: Setup): string[] => events.map((event) => event.type).filter((type) => ["settled", "error", "withdrawn", "expired"].includes(type));

interface Checked extends Setup {
  port: FakePort;
  /** The arguments of each check. */
  calls: unknown[][];
  /** Settles the checks, in order. */
  found: ((problems: AnswerProblem[]) => void)[];
  outcome: Promise<string>;
}

/** Asks, with a check that waits for the test. */
async function startChecked(options: Partial<ElicitOptions> = {}, more: Parameters<typeof start>[0] = {}): Promise<Checked> {
  const setup = start(more);
  const port = setup.frame.open();
  const calls: unknown[][] = [];
  const found: Checked["found"] = [];
  const outcome = setup.host
    .elicit(form, { server, check: (...args) => (calls.push(args), new Promise((resolve) => found.push(resolve))), ...options })
    .then((result) => JSON.stringify(result), (error) => String(error.code));
  await rest();
  return { ...setup, port, calls, found, outcome };
}

test("E12 what the host refuses goes back to the fields, and nothing is settled", async () => {
  const setup = await startChecked();
  const { port, calls, found, outcome } = setup;
  send(port);
  await rest();
  assert.deepEqual(calls, [[{ city: "Graz" }, undefined, undefined]]);
  assert.deepEqual([received(port), ends(setup)], [0, []]);
  found[0]!(problem);
  await rest();
  assert.deepEqual(refused(port), [{ requestId: 1, problems: problem }]);
  assert.deepEqual([received(port), ends(setup)], [0, []]);
  send(port, { city: "Linz" });
  await rest();
  assert.deepEqual(calls[1], [{ city: "Linz" }, undefined, undefined]);
  found[1]!([]);
  assert.equal(await outcome, '{"action":"accept","content":{"city":"Linz"}}');
  assert.deepEqual([received(port), refused(port).length, ends(setup)], [1, 1, ["settled"]]);
});

test("E12 what was sent is what is handed on, whatever the check does to its copy", async () => {
  const setup = await startChecked({
    check: async (content) => {
      content["city"] = "Wien";
      return [];
    },
  });
  send(setup.port);
  assert.equal(await setup.outcome, '{"action":"accept","content":{"city":"Graz"}}');
});

test("E12 nothing is checked that is declined, cancelled or malformed", async () => {
  for (const [result, outcome] of [
    [{ action: "decline" }, '{"action":"decline"}'], [{ action: "cancel" }, '{"action":"cancel"}'],
    [{ action: "accept", content: { other: 1 } }, "internal"], [5, "internal"],
  ] as const) {
    const setup = await startChecked();
    answer(setup.port, 1, result);
    assert.equal(await setup.outcome, outcome);
    assert.deepEqual(setup.calls, []);
  }
});

test("E12 a check that throws, gives nonsense or hangs settles nothing, and can be tried again", async (t) => {
  const broken: [what: string, check: () => unknown][] = [
    ["throws", () => { throw new Error("no"); }],
    ["rejects", () => Promise.reject(new Error("no"))],
    ["nothing", async () => undefined],
    ["no problem", async () => [null]],
    ["no message", async () => [{ name: "city", message: 5n }]],
    ["no list", async () => ({ length: 0 })],
    ["hangs", () => new Promise(() => {})],
  ];
  for (const [what, check] of broken) {
    await t.test(what, async () => {
      let works = false;
      const setup = await startChecked({ check: (() => (works ? Promise.resolve([]) : check())) as never });
      send(setup.port);
      await rest();
      tick(30_000);
      await rest();
      assert.deepEqual(refused(setup.port), [{ requestId: 1 }]);
      const errors = setup.events.filter((event) => event.type === "error");
      assert.deepEqual(errors.map(({ code, reason }) => [code, reason]), [["internal", "check-failed"]]);
      assert.equal(received(setup.port), 0);
      works = true;
      send(setup.port);
      assert.equal(await setup.outcome, '{"action":"accept","content":{"city":"Graz"}}');
      assert.equal(ends(setup).filter((type) => type === "settled").length, 1);
    });
  }
});

test("E12 whatever the host finds comes back in one message that the frame reads", async (t) => {
  const cyclic: { cyclic?: object } = {};
  cyclic.cyclic = cyclic;
  const cases: { [what: string]: [problems: unknown[], wanted: (problems: { name?: string; message?: string }[]) => boolean] } = {
    "very many": [Array.from({ length: 5000 }, () => ({ name: "city", message: "字".repeat(5000) })), (problems) => problems.length === 100 && problems[0]!.message!.length > 500],
    "members that have no JSON": [[{ ...problem[0], when: 1n, cyclic }], (problems) => problems[0]!.message === problem[0]!.message],
  };
  for (const [what, [problems, wanted]] of Object.entries(cases)) {
    await t.test(what, async () => {
      const setup = await startChecked();
      send(setup.port);
      await rest();
      setup.found[0]!(problems as AnswerProblem[]);
      await rest();
      const texts = setup.port.sent.filter((text): text is string => String(text).includes("elicitform/refused"));
      assert.equal(texts.length, 1);
      assert.ok(Buffer.byteLength(texts[0]!) <= 256 * 1024);
      assert.ok(wanted(JSON.parse(texts[0]!).params.problems), texts[0]!.slice(0, 200));
      send(setup.port);
      await rest();
      setup.found[1]!([]);
      assert.equal(await setup.outcome, '{"action":"accept","content":{"city":"Graz"}}');
    });
  }
});

test("E12 D4 whatever ends the request while the host looks ends it once, and the answers are not used", async (t) => {
  const endings: { [what: string]: [end: (setup: Checked, stop: AbortController) => void, outcome: string] } = {
    withdrawn: [(_, stop) => stop.abort(), String(DOMException.ABORT_ERR)],
    disposed: [({ host }) => host.dispose(), "disposed"],
    declined: [({ port }) => answer(port, 1), '{"action":"decline"}'],
    failed: [({ port }) => port.sayJson({ id: 1, error: {} }), "internal"],
    expired: [() => tick(20_000), "expired"],
  };
  for (const [what, [end, outcome]] of Object.entries(endings)) {
    for (const problems of [[], problem]) {
      await t.test(`${what}, then ${problems.length} problems`, async () => {
        const stop = new AbortController();
        const setup = await startChecked({ signal: stop.signal, deadline: Date.now() + 20_000, check: () => new Promise((resolve) => setup.found.push(resolve)) });
        send(setup.port);
        await rest();
        end(setup, stop);
        assert.equal(await setup.outcome, outcome);
        const before = ends(setup);
        setup.found[0]!(problems);
        await rest();
        assert.deepEqual(ends(setup), before);
        assert.deepEqual(refused(setup.port), []);
      });
    }
  }
});

test("E12 P17 answers that are found right too late are worth nothing", async () => {
  const setup = await startChecked({ deadline: Date.now() + 1000 });
  send(setup.port);
  await rest();
  setTime(Date.now() + 1000);
  setup.found[0]!([]);
  assert.equal(await setup.outcome, "expired");
  assert.deepEqual(ends(setup), ["expired"]);
});

test("E12 the same answers that come again meanwhile are looked at once", async () => {
  const setup = await startChecked();
  const { port, calls, found } = setup;
  send(port);
  send(port);
  send(port, { city: "Linz" });
  await rest();
  assert.equal(calls.length, 1);
  found[0]!([]);
  assert.equal(await setup.outcome, '{"action":"accept","content":{"city":"Graz"}}');
  send(port);
  assert.equal(received(port), 2, "late ones are confirmed");
});

test("E12 N24 a frame that loads again meanwhile asks again, with the draft", async () => {
  const items = new Map<string, string>();
  const drafts = { getItem: (name: string) => items.get(name) ?? null, setItem: (name: string, value: string) => void items.set(name, value), removeItem: (name: string) => void items.delete(name) };
  const setup = await startChecked({}, { drafts });
  setup.port.sayJson({ method: "elicitform/draft", params: { requestId: 1, draft: { city: "Graz" } } });
  send(setup.port);
  await rest();
  const newPort = setup.frame.open();
  assert.deepEqual(asks(newPort)[0]!.notes["draft"], { city: "Graz" });
  setup.found[0]!([]);
  await rest();
  assert.deepEqual([ends(setup), received(newPort), refused(newPort)], [[], 0, []]);
  send(newPort, { city: "Linz" });
  await rest();
  setup.found[1]!([]);
  assert.equal(await setup.outcome, '{"action":"accept","content":{"city":"Linz"}}');
  assert.equal(items.size, 0);
});

test("E12 P18 of a round each accepted form is checked under its key", async () => {
  const { host, frame } = start();
  const port = frame.open();
  const request = { method: "elicitation/create", params: form };
  const calls: unknown[][] = [];
  let problems = problem;
  const result = host.elicitAll({ a: request, b: request, c: request, d: { method: "elicitation/create", params: { mode: "url", message: "", url: "https://a.example/" } } }, {
    server,
    check: async (...args) => (calls.push(args), args[1] === "c" ? problems : []),
  });
  await rest();
  const decided = { a: { action: "accept", content: { city: "Graz" } }, b: { action: "decline" }, c: { action: "accept", content: {} }, d: { action: "accept" } };
  const respond = (): void => port.sayJson({ id: 1, result: { responses: Object.entries(decided).map(([key, result]) => ({ key, result })) } });
  respond();
  await rest();
  assert.deepEqual(calls, [[{ city: "Graz" }, "a", undefined], [{}, "c", undefined]]);
  assert.deepEqual(refused(port), [{ requestId: 1, problems: [{ key: "c", ...problem[0] }] }]);
  problems = [];
  respond();
  assert.deepEqual(await result, decided);
});
