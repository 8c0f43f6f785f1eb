// What tests need to show that a reader of style sheets takes time in proportion to
// the length of a sheet, whatever is in it.

import assert from "node:assert/strict";

/** Beginnings and what follows them many times: each has stopped some reader of style sheets that looks again at what it has seen. */
const PATTERNS: readonly [begin: string, repeated: string, end?: string][] = [
  ["@import url(", " "],
  ["@import url(", " \n"],
  ["@import", " "],
  ["@import ", "/* */"],
  ["@import \"", "x"],
  ["", "@import"],
  ["", "@import url("],
  ["", "@import url(a "],
  ["", "@import \""],
  ["", "@import url(\"a\" "],
  ["", "@import '\\"],
  ["@font-face{src:url(", " "],
  ["@font-face{src:url(", " ", "x}"],
  ["@font-face{src:local(", " "],
  ["@font-face{src:local(", " ", "x}"],
  ["@font-face{src:", "url(", "}"],
  ["@font-face{src:", "url(\"a\" ", "}"],
  ["@font-face{src:", "local(", "}"],
  ["@font-face{src:", "local(\"a\" ", "}"],
  ["@font-face{a:", " ", "b}"],
  ["@font-face{", ";"],
  ["@font-face{", "; src:", "}"],
  ["@font-face{src:url(\"data:font/woff2", ";a", "\")}"],
  ["@font-face{src:url(\"data:font/woff2;base64,", "A", "\")}"],
  ["", "@font-face{"],
  ["", "@font-face "],
  ["", "@font-face{src:url(a)}"],
  ["", "/*"],
  ["", "/* @font-face{ */"],
  ["\"", "\\\""],
  ["", "\"'"],
  ["", "\\"],
  ["", "@"],
  ["", "u"],
  ["", "{}"],
  ["local(", "local(\"a\"),"],
];

/** Style sheets of about so many characters. */
function hostileSheets(length: number): string[] {
  return PATTERNS.map(([begin, repeated, end = ""]) => begin + repeated.repeat(length / repeated.length) + end);
}

const GROWTH = 16;
const SIZES = [4096, 4096 * GROWTH, 4096 * GROWTH * GROWTH];

/**
 * Fails where the time that a reader takes grows much faster than the sheet: from 4 KiB
 * to 1 MiB in two steps of 16, each of which may take 128 times as long as the one before.
 */
export async function assertLinear(read: (css: string) => unknown): Promise<void> {
  const sheets = SIZES.map(hostileSheets);
  for (const i of PATTERNS.keys()) {
    let allowed = Infinity;
    for (const [step, size] of SIZES.entries()) {
      const sheet = sheets[step]![i]!;
      let took = await timed(read, sheet);
      for (let again = 0; took > allowed && again < 2; again++) {
        // Something else may have had the processor.
        took = Math.min(took, await timed(read, sheet));
      }
      assert.ok(took <= allowed, `${size} characters of ${JSON.stringify(PATTERNS[i])} take ${took} ms, and may take ${allowed}`);
      allowed = 8 * GROWTH * Math.max(took, 2);
    }
  }
}

async function timed(read: (css: string) => unknown, css: string): Promise<number> {
  const before = performance.now();
  await read(css);
  return performance.now() - before;
}
