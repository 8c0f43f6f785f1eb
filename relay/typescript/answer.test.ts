import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readReceipt } from "../../bridge/host/receipt.js";
import { checkAnswer } from "./answer.js";

const { cases } = JSON.parse(readFileSync("relay/testdata/answers.json", "utf8"));

test("a receipt of a device is bounded, and has the members of a receipt alone", () => {
  const { cases } = JSON.parse(readFileSync("relay/testdata/receipts.json", "utf8"));
  for (const { name, receipt, want } of cases) {
    assert.deepEqual(readReceipt(receipt) ?? null, want, name);
    const { text } = checkAnswer({ server: { id: "s" }, requests: [{ params: '{"message":"m"}' }] }, '[{"result":{"action":"decline"}}]', receipt);
    assert.deepEqual(JSON.parse(text), { responses: [{ result: { action: "decline" } }], ...(want && { receipt: want }) }, name);
  }
});

const sort = (found: object[]): string[] => found.map((problem) => JSON.stringify(Object.entries(problem).sort())).sort();

for (const { name, round, responses, problems } of cases) {
  test(`the shape of an answer: ${name}`, () => {
    const checked = checkAnswer(round, JSON.stringify(responses));
    assert.deepEqual(sort(checked.problems), sort(problems));
    if (problems.length === 0) {
      const answers = round.requests.map(({ key }: any) => {
        const { action, content } = responses.find((response: any) => response.key === key).result;
        return { ...(key && { key }), result: content === undefined ? { action } : { action, content } };
      });
      assert.deepEqual(JSON.parse(checked.text), { responses: answers });
    }
  });
}
