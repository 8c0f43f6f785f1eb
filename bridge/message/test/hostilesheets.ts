// Shows that a reader of style sheets takes time in proportion to the length of a sheet, also for hostile sheets.

import assert from "node:assert/strict";

/** Beginnings, and a text that repeats after them. Each has stopped a reader of style sheets that reads characters twice. */
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

/** Makes style sheets of about so many characters. */
function hostileSheets(length: number): string[] {
  return PATTERNS.map(([begin, repeated, end = ""]) => begin + repeated.repeat(length / repeated.length) + end);
}

const GROWTH = 16;
const SIZES = [16 * 1024, 16 * 1024 * GROWTH];
// A shorter time measures the machine and not the reader. It is time of the processor: other work on the machine does not count.
const MIN_CPU_MS = 8;

/**
 * Fails if the time of a reader grows much faster than the sheet: from 16 to 256 KiB it may grow
 * 128 times. A quadratic reader needs at least 256 times the time, and half a minute for the larger sheet.
 */
export async function assertLinear(read: (css: string) => unknown): Promise<void> {
  const [small, large] = SIZES.map(hostileSheets) as [string[], string[]];
  for (const [i, pattern] of PATTERNS.entries()) {
    const allowed = 8 * GROWTH * Math.max(await cpuTimeOf(read, small[i]!), MIN_CPU_MS);
    let took = Infinity;
    for (let tries = 0; took > allowed && tries < 3; tries++) {
      // A slow try may be the fault of other work on the machine.
      took = Math.min(took, await cpuTimeOf(read, large[i]!));
    }
    assert.ok(took <= allowed, `${large[i]!.length} characters of ${JSON.stringify(pattern)} take ${took} ms, and may take ${allowed}`);
  }
}

async function cpuTimeOf(read: (css: string) => unknown, css: string): Promise<number> {
  const before = process.cpuUsage();
  await read(css);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
