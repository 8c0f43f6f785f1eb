import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { round, single, written } from "./question.js";
import { hashed } from "./token.js";

// The Go half reads the same cases.
const { cases } = JSON.parse(readFileSync("relay/testdata/questions.json", "utf8"));

test("a question has the same fingerprint in both halves", async () => {
  for (const { name, server, params, requests, hold, review, fp } of cases) {
    const question = params ? single(params, { server, review }) : round(requests, hold, { server, review });
    assert.equal(await hashed(written(question)), fp, `${name}: ${written(question)}`);
  }
});
