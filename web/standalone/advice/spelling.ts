/** Keywords are short: a longer name is not a misspelt keyword. */
const MAX_LENGTH = 40;

/** Returns a question for the author of a member whose name is nearly a keyword; empty if no keyword is similar. */
export function didYouMean(name: string, keywords: readonly string[]): string {
  const plain = letters(name.slice(0, MAX_LENGTH + 1));
  const near = (edits: number): string | undefined =>
    plain.length < 3 * edits ? undefined : keywords.find((keyword) => isWithin(edits, plain, letters(keyword)));
  // An abbreviation counts if it begins only one keyword: "desc" does, "m" does not.
  const completions = keywords.filter((keyword) => plain.length >= 3 && letters(keyword).startsWith(plain));
  const keyword = name.length > MAX_LENGTH ? undefined : near(0) ?? (completions.length === 1 ? completions[0] : near(1) ?? near(2));
  return keyword === undefined ? "" : `Did you mean “${keyword}”? `;
}

// Removes case and separators: "max_length" and "maxlength" become the same as "maxLength".
function letters(name: string): string {
  return name.toLowerCase().replace(/[^a-z$]/g, "");
}

// An edit inserts, removes or replaces a letter, or swaps it with the next one.
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
