import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { digest } from "./digest.js";

test("a digest is the SHA-256 of the text", () => {
  const lengths = [...Array(130).keys(), 4095, 4096, 100_000];
  for (const text of [...lengths.map((length) => "x".repeat(length)), "ä", "👪", "\0", "a\ud800"]) {
    assert.equal(digest(text), createHash("sha256").update(text).digest("hex"), `${text.length} characters`);
  }
});
