import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ACTIONS, Policy, type Step } from "./policy.js";

const { cases } = JSON.parse(readFileSync("relay/testdata/policy.json", "utf8"));
const covered = new Set<string>();

function decide(policy: Policy, { at, call, hear }: any): Step {
  return call ? policy.nextCall(at)
    : hear ? policy.handleVerdict(at, { state: hear.state, deadline: hear.deadline ?? 0 }, hear.chance ?? 0.5)
    : policy.handleFailure(at);
}

for (const { name, task, keyed, deadline, poll, steps } of cases) {
  test(name, () => {
    const policy = new Policy(task ?? "elicit", Boolean(keyed), deadline, poll ?? 5000);
    for (const [i, { is, ...step }] of steps.entries()) {
      if (step.leave) {
        assert.equal(policy.isPast(step.at), step.leave.past, `step ${i + 1}`);
        continue;
      }
      const { action, durationMs } = decide(policy, step);
      covered.add(action);
      assert.deepEqual([action, Math.round(durationMs)], is, `step ${i + 1}: ${JSON.stringify(step)}`);
    }
  });
}

test("every action has a case", () => {
  assert.deepEqual(ACTIONS.filter((action) => !covered.has(action)), []);
  assert.deepEqual([...covered].filter((action) => !(ACTIONS as readonly string[]).includes(action)), []);
});
