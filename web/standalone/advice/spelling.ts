// Members whose names are no keywords because they are misspelt.

/** The most letters by which a misspelt name differs from the keyword that was meant. */
const MOST_EDITS = 2;
/** Keywords are short: nothing longer is a misspelt one. */
const LONGEST = 40;

/** The keyword that an unknown name most probably stands for, or undefined. */
export function meant(name: string, keywords: readonly string[]): string | undefined {
  if (name.length > LONGEST) {
    return undefined;
  }
  const plain = letters(name);
  const same = keywords.find((keyword) => letters(keyword) === plain);
  if (same !== undefined) {
    return same;
  }
  // An abbreviation counts when only one keyword begins so: "desc", but not "m".
  const begun = keywords.filter((keyword) => plain.length >= 3 && letters(keyword).startsWith(plain));
  if (begun.length === 1) {
    return begun[0];
  }
  // A short name differs from many keywords by few letters.
  const most = Math.min(MOST_EDITS, Math.floor(plain.length / 3));
  const [nearest] = keywords.map((keyword) => ({ keyword, edits: edits(plain, letters(keyword)) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits);
  return nearest?.keyword;
}

/** A question for the author of a misspelt member; empty where no keyword is near. */
export function didYouMean(name: string, keywords: readonly string[]): string {
  const keyword = meant(name, keywords);
  return keyword === undefined ? "" : `Did you mean “${keyword}”? `;
}

// A name without case and separators: "max_length" and "maxlength" are "maxLength".
function letters(name: string): string {
  return name.toLowerCase().replace(/[^a-z$]/g, "");
}

// How many letters have to be inserted, removed, replaced or exchanged with the next one.
function edits(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let j = 0; j <= b.length; j++) {
    for (let i = 0; i <= a.length; i++) {
      if (i === 0 || j === 0) {
        (rows[i] ??= [])[j] = i + j;
        continue;
      }
      const exchanged = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      (rows[i] ??= [])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, exchanged);
    }
  }
  return at(a.length, b.length);
}
