import assert from "node:assert/strict";
import { test } from "node:test";
import { hasInvisible, safeMessage, safeText } from "./safetext.js";

test("B26 text of the server loses characters that hide or reorder others, and nothing else", async (t) => {
  const cases: [what: string, given: unknown, want: string][] = [
    ["plain", "Hello\n\tworld", "Hello\n\tworld"],
    ["markup stays text", "<b>&lt;</b>", "<b>&lt;</b>"],
    ["bidi", "a\u202eb\u2066c\u2069d", "abcd"],
    ["control", "a\u0000b\u0085c\u001bd", "abcd"],
    ["colours", "\u001b[32m$\u001b[0m npm\u001b(B\u001b[1;38;5;208m!", "$ npm!"],
    ["a title and a link", "\u001b]0;title\u0007a\u001b]8;;b\u001b\\b", "ab"],
    ["half a colour", "a\u001b[3\nb\u001b", "a[3\nb"],
    ["zero width", "a\u200bb\ufeffc", "abc"],
    ["joiners stay", "👩\u200d👧 \u0645\u06cc\u200c\u062e", "👩\u200d👧 \u0645\u06cc\u200c\u062e"],
    ["an invisible tag", "a\u{e0041}\u{e007f}b", "ab"],
    ["marks of direction stay", "\u200fa\u200eb", "\u200fa\u200eb"],
    ["marks of eight a letter", "e" + "\u0301".repeat(9) + "x\u0301", "e" + "\u0301".repeat(8) + "x\u0301"],
    ["marks between invisible characters", "\u0301\u200d".repeat(12), "\u0301\u200d".repeat(7) + "\u0301"],
    ["the rest of the tags", "a\u{e0080}b\u{e01f0}c\u{e0fff}", "abc"],
    ["line ends", "a\r\nb\rc", "a\nb\nc"],
    ["too long, cut between code points", "😀".repeat(16), "😀".repeat(15) + "…"],
    ["not text", { toString: () => "x" }, ""],
  ];
  for (const [what, given, want] of cases) {
    await t.test(what, () => assert.equal(safeText(given, 15), want));
  }
});

test("B29 a message of newlines is cut", () => {
  assert.equal(safeMessage("x\n".repeat(300), 4000).split("\n").length, 20);
});

test("invisible characters are found, also harmless ones", () => {
  for (const text of ["a\u202eb", "a\u00adb", "a\u200eb", "\u{e0041}", "\u0007"]) {
    assert.equal(hasInvisible(text), true, JSON.stringify(text));
  }
  for (const text of ["", "a\n\tb", "👩\u200d👧", "\u0645\u06cc\u200c\u062e", "é"]) {
    assert.equal(hasInvisible(text), false, JSON.stringify(text));
  }
});
