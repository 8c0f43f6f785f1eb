import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { elicitationsOf, jsonOf, roundOf, written } from "./round.js";
import { hashed } from "./token.js";

// The Go half reads the same cases.
const { cases } = JSON.parse(readFileSync("relay/testdata/rounds.json", "utf8"));

test("a round has the same fingerprint in both halves", async () => {
  for (const { name, params, requests, fp, ...options } of cases) {
    const round = roundOf(params ? [{ params: jsonOf(params) }] : elicitationsOf(requests), options);
    assert.equal(await hashed(written(round)), fp, `${name}: ${written(round)}`);
  }
});
