// Members whose names are no keywords because they are misspelt.

/** Keywords are short: nothing longer is a misspelt one. */
const LONGEST = 40;

/** A question for the author of a member whose name is nearly a keyword; empty where no keyword is near. */
export function didYouMean(name: string, keywords: readonly string[]): string {
  const plain = letters(name.slice(0, LONGEST + 1));
  // A short name differs from many keywords by few letters.
  const near = (edits: number): string | undefined =>
    plain.length < 3 * edits ? undefined : keywords.find((keyword) => isWithin(edits, plain, letters(keyword)));
  // An abbreviation counts when only one keyword begins so: "desc", but not "m".
  const begun = keywords.filter((keyword) => plain.length >= 3 && letters(keyword).startsWith(plain));
  const keyword = name.length > LONGEST ? undefined : near(0) ?? (begun.length === 1 ? begun[0] : near(1) ?? near(2));
  return keyword === undefined ? "" : `Did you mean “${keyword}”? `;
}

// A name without case and separators: "max_length" and "maxlength" are "maxLength".
function letters(name: string): string {
  return name.toLowerCase().replace(/[^a-z$]/g, "");
}

// Whether at most that many edits make one name the other. An edit inserts, removes or
// replaces a letter, or exchanges it with the next one.
function isWithin(edits: number, a: string, b: string): boolean {
  if (a === b || edits === 0) {
    return a === b;
  }
  const same = [...a].findIndex((letter, i) => letter !== b[i]);
  const [x, y] = same < 0 ? ["", b.slice(a.length)] : [a.slice(same), b.slice(same)];
  const exchanged = x.slice(1, 2) + x.slice(0, 1) + x.slice(2);
  const edited = [[x.slice(1), y], [x, y.slice(1)], [x.slice(1), y.slice(1)], [exchanged, y]] as const;
  return edited.some(([left, right]) => isWithin(edits - 1, left, right));
}
