import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checkAnswer } from "./answer.js";
import type { Round } from "./round.js";

// The Go half reads the same cases.
const { cases } = JSON.parse(readFileSync("relay/testdata/rules.json", "utf8"));

const asking = (property: string, root = ""): Round => ({
  server: { id: "s" },
  requests: [{ params: `{"message":"m","requestedSchema":{"type":"object","properties":{"p":${property}}${root && `,${root}`}}}` }],
});

for (const { property, root, answers } of cases) {
  test(`the rules of ${property}`, () => {
    for (const [answer, message] of answers) {
      const { refusals, text } = checkAnswer(asking(property, root), `[{"result":{"action":"accept","content":{"p":${answer}}}}]`);
      assert.deepEqual(refusals.map((refusal) => refusal.message), message ? [message] : [], answer);
      assert.ok(message || text === `{"responses":[{"result":{"action":"accept","content":{"p":${answer}}}}]}`, "the answer is kept as it was written");
    }
  });
}
