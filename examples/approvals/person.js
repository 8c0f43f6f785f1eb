// Plays the person by a script, as fakeHost of elicitform/testing does.

import assert from "node:assert/strict";

export function fakeHost(script) {
  const answers = [...script];
  const next = () => answers.shift() ?? assert.fail("the script has no answer left");
  return {
    async approve({ options }) {
      const answer = next();
      const once = options?.find(({ kind }) => kind === (answer.action === "accept" ? "allow_once" : "reject_once"));
      return { ...answer, ...(once && { id: once.id }) };
    },
    async elicit() {
      return { action: "accept", content: next() };
    },
    verify: () => assert.deepEqual(answers, [], "answers are left"),
  };
}
