import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { buildRound, encodeJson, readElicitations, toJsonText } from "./roundbody.js";
import { hashText } from "./token.js";

const { cases } = JSON.parse(readFileSync("relay/testdata/rounds.json", "utf8"));

test("a round has the same fingerprint in both relays", async () => {
  for (const { name, params, requests, fp, ...options } of cases) {
    const round = buildRound(params ? [{ params: toJsonText(params) }] : readElicitations(requests), options);
    assert.equal(await hashText(encodeJson(round)), fp, `${name}: ${encodeJson(round)}`);
  }
});
