import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkAnswer } from "./answer.js";
import type { Round } from "./roundbody.js";

const { cases } = JSON.parse(readFileSync("relay/testdata/rules.json", "utf8"));

const makeRound = (property: string, root = ""): Round => ({
  server: { id: "s" },
  requests: [{ params: `{"message":"m","requestedSchema":{"type":"object","properties":{"p":${property}}${root && `,${root}`}}}` }],
});

for (const { property, root, answers } of cases) {
  test(`the rules of ${property}`, () => {
    for (const [answer, message] of answers) {
      const { problems, text } = checkAnswer(makeRound(property, root), `[{"result":{"action":"accept","content":{"p":${answer}}}}]`);
      assert.deepEqual(problems.map((problem) => problem.message), message ? [message] : [], answer);
      assert.ok(message || text === `{"responses":[{"result":{"action":"accept","content":{"p":${answer}}}}]}`, `${answer}: the answer is kept as it was written`);
    }
  });
}
