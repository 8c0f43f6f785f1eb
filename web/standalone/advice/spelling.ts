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
  for (let edits = 1; edits <= most; edits++) {
    const near = keywords.find((keyword) => isWithin(edits, plain, letters(keyword)));
    if (near !== undefined) {
      return near;
    }
  }
  return undefined;
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

// Whether so many letters that are inserted, removed, replaced or exchanged with the next one make the one name the other.
function isWithin(edits: number, a: string, b: string): boolean {
  if (a === b || edits === 0) {
    return a === b;
  }
  const same = [...a].findIndex((letter, i) => letter !== b[i]);
  const [x, y] = same < 0 ? ["", b.slice(a.length)] : [a.slice(same), b.slice(same)];
  const exchanged = x.slice(1, 2) + x.slice(0, 1) + x.slice(2);
  return [[x.slice(1), y], [x, y.slice(1)], [x.slice(1), y.slice(1)], [exchanged, y]].some(([left = "", right = ""]) => isWithin(edits - 1, left, right));
}
