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
const SIZES = [16 * 1024, 16 * 1024 * GROWTH];
// A shorter time says more about the machine than about the reader, in milliseconds of the processor: other work
// on the machine takes none of them.
const LEAST = 8;

/**
 * Fails where the time that a reader takes grows much faster than the sheet: from 16 to 256 KiB
 * it may grow 128 times. A reader that looks again at all it has seen needs 256 times the
 * time at least, and half a minute for the larger sheet.
 */
export async function assertLinear(read: (css: string) => unknown): Promise<void> {
  const [small, large] = SIZES.map(hostileSheets) as [string[], string[]];
  for (const [i, pattern] of PATTERNS.entries()) {
    const allowed = 8 * GROWTH * Math.max(await timed(read, small[i]!), LEAST);
    let took = Infinity;
    for (let tries = 0; took > allowed && tries < 3; tries++) {
      // Something else may have had the processor.
      took = Math.min(took, await timed(read, large[i]!));
    }
    assert.ok(took <= allowed, `${large[i]!.length} characters of ${JSON.stringify(pattern)} take ${took} ms, and may take ${allowed}`);
  }
}

async function timed(read: (css: string) => unknown, css: string): Promise<number> {
  const before = process.cpuUsage();
  await read(css);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
