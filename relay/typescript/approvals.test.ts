import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseExact } from "../../bridge/message/exact.js";
import { checkAnswer, isSameAnswer } from "./answer.js";
import { isApproval } from "./approvals.js";

const { approvals, decisions } = JSON.parse(readFileSync("relay/testdata/approvals.json", "utf8"));

for (const { name, approval, good } of approvals) {
  test(`an approval: ${name}`, () => assert.equal(isApproval(parseExact(approval)), good));
}

const sort = (problems: { name: string }[]): { name: string }[] => problems.toSorted((a, b) => (a.name < b.name ? -1 : 1));

for (const { name, approval, result, problems, stored } of decisions) {
  test(`a decision: ${name}`, () => {
    const responses = `[{"result":${result}}]`;
    const checked = checkAnswer({ server: { id: "s" }, requests: [{ params: approval, approval: true }] }, responses);
    assert.deepEqual(sort(checked.problems), sort(problems));
    if (stored) {
      assert.deepEqual(JSON.parse(checked.text), { responses: [{ result: stored }] });
    }
    if (problems.length === 0 && !result.includes("_meta")) {
      assert.ok(isSameAnswer(checked.text, responses));
    }
  });
}
