import assert from "node:assert/strict";
import { test } from "node:test";
import { strictestReview } from "./review.js";

test("R1 the stricter word about the review wins, and a word that nobody knows is the strictest", () => {
  for (const [asker, host, review] of [
    [undefined, undefined, undefined], ["short", undefined, "short"], [undefined, "short", "short"], ["short", "short", "short"],
    ["always", "short", "always"], ["short", "always", "always"], ["always", undefined, "always"], [undefined, "always", "always"],
    ["Short", undefined, "always"], [undefined, "", "always"], ["short", 1, "always"], [null, "short", "short"], [["short"], "short", "always"],
  ] as const) {
    assert.equal(strictestReview(asker, host), review, JSON.stringify([asker, host]));
  }
});
