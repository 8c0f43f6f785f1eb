import assert from "node:assert/strict";
import { test } from "node:test";
import { compilePattern } from "./pattern.js";

// A generator with a seed, so that a failure can be repeated.
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; state = (state * 1_103_515_245 + 12_345) % 2 ** 31) {
    yield state >> 8;
  }
}

const PIECES = [
  "a", "b", "1", "^", "$", ".", "|", "(", "(?:", "(?=", "(?!", "(?<=", "(?<n>", "(?i:", ")", ")", "[", "[^", "]", "]", "-", "*", "+", "?", "{", "{1}", "{1,2}", "}",
  "\\b", "\\B", "\\d", "\\W", "\\k", "\\k<n>", "\\1", "\\0", "\\07", "\\8", "\\c", "\\cA", "\\x", "\\x61", "\\u", "\\u0061", "\\u{61}", "\\ud83d\\ude00", "\\p{L}", "\\-", "\\/", "\\",
];
const TEXTS = ["", "a", "b", "ab", "ba", "aab", "1", "a1", "-", "k", "\\", "c", "x", "u", "\x01", "\x07", "😀"];

function nativeMatch(source: string): ((text: string) => boolean) | undefined {
  for (const flags of ["u", ""]) {
    try {
      const expression = new RegExp(source, flags);
      return (text) => expression.test(text);
    } catch {
      // The other grammar may accept it.
    }
  }
  return undefined;
}

test("a pattern says what the engine says of a text, or lets it pass", () => {
  const next = numbers(7);
  let compared = 0;
  for (let i = 0; i < 8_000; i++) {
    const source = Array.from({ length: 1 + (next.next().value % 6) }, () => PIECES[next.next().value % PIECES.length]).join("");
    const native = nativeMatch(source);
    const pattern = compilePattern(source);
    for (const text of native ? TEXTS : TEXTS.slice(0, 1)) {
      if (!pattern.matches(text)) {
        assert.equal(native?.(text), false, `${source} on ${JSON.stringify(text)}`);
        compared++;
      } else if (native?.(text) === false) {
        assert.ok(pattern.work(1) === 0 || [...text].length < text.length, `${source} lets ${JSON.stringify(text)} pass`);
      }
    }
  }
  assert.ok(compared > 3_000, String(compared));
});
