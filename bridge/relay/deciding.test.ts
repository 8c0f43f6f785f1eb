import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Deciding, DECISIONS, type Next } from "./deciding.js";

// The Go half passes the same cases.
const { cases } = JSON.parse(readFileSync("relay/testdata/policy.json", "utf8"));
const decided = new Set<string>();

function decide(deciding: Deciding, { at, call, hear }: any): Next {
  return call ? deciding.call(at)
    : hear ? deciding.hear(at, { state: hear.state, deadline: hear.deadline ?? 0 }, hear.chance ?? 0.5)
    : deciding.fail(at);
}

for (const { name, task, keyed, deadline, poll, steps } of cases) {
  test(name, () => {
    const deciding = new Deciding(task ?? "elicit", Boolean(keyed), deadline, poll ?? 5000);
    for (const [i, { is, ...step }] of steps.entries()) {
      if (step.leave) {
        assert.equal(deciding.past(step.at), step.leave.past, `step ${i + 1}`);
        continue;
      }
      const { what, time } = decide(deciding, step);
      decided.add(what);
      assert.deepEqual([what, Math.round(time)], is, `step ${i + 1}: ${JSON.stringify(step)}`);
    }
  });
}

// A decision without a case is a fault.
test("every decision has a case", () => {
  assert.deepEqual([...DECISIONS].filter((one) => !decided.has(one)), []);
  assert.deepEqual([...decided].filter((one) => !(DECISIONS as readonly string[]).includes(one)), []);
});
