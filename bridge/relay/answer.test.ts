import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkAnswer } from "./answer.js";

// The Go half reads the same cases.
const { cases } = JSON.parse(readFileSync("relay/testdata/answers.json", "utf8"));

const sorted = (refusals: object[]): string[] => refusals.map((refusal) => JSON.stringify(Object.entries(refusal).sort())).sort();

for (const { name, round, responses, problems } of cases) {
  test(`the shape of an answer: ${name}`, () => {
    const found = checkAnswer(round, JSON.stringify(responses));
    assert.deepEqual(sorted(found.refusals), sorted(problems));
    if (problems.length === 0) {
      const kept = round.requests.map(({ key }: any) => {
        const { action, content } = responses.find((one: any) => one.key === key).result;
        return { ...(key && { key }), result: content === undefined ? { action } : { action, content } };
      });
      assert.deepEqual(JSON.parse(found.text), { responses: kept });
    }
  });
}
