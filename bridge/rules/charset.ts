// Sets of characters, as ECMA-262 patterns name them.

/** A range of characters, both ends included. */
export type Span = readonly [lo: number, hi: number];

const DIGITS: readonly Span[] = [[0x30, 0x39]];
/** The characters of words, for \b. */
export const WORDS: readonly Span[] = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
/** What the dot does not match. */
export const LINE_ENDS: readonly Span[] = [[0x0a, 0x0a], [0x0d, 0x0d], [0x2028, 0x2029]];
const SPACES: readonly Span[] = [
  [0x09, 0x0d], [0x20, 0x20], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029], [0x202f, 0x202f],
  [0x205f, 0x205f], [0x3000, 0x3000], [0xfeff, 0xfeff],
];

/** The characters that a set has, sorted and apart from each other. */
export function ranges(spans: readonly Span[], negate: boolean): Span[] {
  const joined: [number, number][] = [];
  for (const [lo, hi] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && lo <= last[1] + 1) {
      last[1] = Math.max(last[1], hi);
    } else {
      joined.push([lo, hi]);
    }
  }
  if (!negate) {
    return joined;
  }
  const gaps: Span[] = [];
  let from = 0;
  for (const [lo, hi] of joined) {
    if (from < lo) {
      gaps.push([from, lo - 1]);
    }
    from = hi + 1;
  }
  return from <= 0x10ffff ? [...gaps, [from, 0x10ffff]] : gaps;
}

/** What the escape of a single letter stands for. */
export const SETS: { [letter: string]: readonly Span[] } = {
  d: DIGITS, D: ranges(DIGITS, true), w: WORDS, W: ranges(WORDS, true), s: SPACES, S: ranges(SPACES, true),
  f: [[0x0c, 0x0c]], n: [[0x0a, 0x0a]], r: [[0x0d, 0x0d]], t: [[0x09, 0x09]], v: [[0x0b, 0x0b]],
};
