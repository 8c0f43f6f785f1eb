import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkAnswer } from "./answer.js";

// The Go half reads the same cases.
const { cases } = JSON.parse(readFileSync("relay/testdata/answers.json", "utf8"));

const sorted = (problems: object[]): string[] => problems.map((problem) => JSON.stringify(Object.entries(problem).sort())).sort();

for (const { name, question, result, problems } of cases) {
  test(`the shape of an answer: ${name}`, () => {
    const found = checkAnswer(question, JSON.stringify(result));
    assert.deepEqual(sorted(found.problems), sorted(problems));
    if (problems.length === 0) {
      const parts = (kept: any): any[] => (question.kind === "one" ? [kept] : Object.keys(JSON.parse(question.requests)).map((key) => kept[key]));
      const kept = parts(JSON.parse(found.text));
      parts(result).forEach(({ action, content }, i) => assert.deepEqual(kept[i], content === undefined ? { action } : { action, content }));
    }
  });
}
