import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Asking, DECISIONS, insist, type Next } from "./deciding.js";

// The Go half passes the same cases.
const { cases } = JSON.parse(readFileSync("relay/testdata/asking.json", "utf8"));
const decided = new Set<string>();

function decide(asking: Asking, { at, call, hear, fail, leave, insist: said }: any): Next {
  return call ? asking.call(at)
    : hear ? asking.hear(at, { state: hear.state, deadline: hear.deadline ?? 0 }, hear.chance ?? 0.5)
    : fail ? asking.fail(at)
    : leave ? asking.leave(at)
    : insist(at, said.end, said.said || undefined);
}

for (const { name, keyed, deadline, poll, steps } of cases) {
  test(name, () => {
    const asking = new Asking(Boolean(keyed), deadline, poll ?? 5000);
    for (const [i, { is, ...step }] of steps.entries()) {
      const { what, time } = decide(asking, step);
      decided.add(what);
      assert.deepEqual([what, Math.round(time)], is, `step ${i + 1}: ${JSON.stringify(step)}`);
    }
  });
}

// Whoever adds a decision adds a case.
test("every decision has a case", () => {
  assert.deepEqual([...DECISIONS].filter((one) => !decided.has(one)), []);
  assert.deepEqual([...decided].filter((one) => !(DECISIONS as readonly string[]).includes(one)), []);
});
