import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { approvalRequest } from "./approvals.js";
import { buildRound, encodeJson, readElicitations, toJsonText } from "./roundbody.js";
import { hashText } from "./token.js";

const { cases } = JSON.parse(readFileSync("relay/testdata/rounds.json", "utf8"));

test("a round has the same fingerprint in both relays", async () => {
  for (const { name, params, requests, approval, fp, ...options } of cases) {
    const parts = params ? [{ params: toJsonText(params) }] : approval ? approvalRequest(JSON.parse(approval)) : readElicitations(requests);
    const round = buildRound(parts, options);
    assert.equal(await hashText(encodeJson(round)), fp, `${name}: ${encodeJson(round)}`);
  }
});
