// Escapes texts of a server before they are printed: a terminal obeys control characters, which move the cursor, overwrite other
// text, and set the clipboard.

/** The largest number of characters of a printed value. */
const MAX_VALUE = 2000;
// The escaped characters: control and format characters, single surrogates, unassigned characters, and ends of lines.
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Writes a value on one line, with an escape in place of each unprintable character. */
export function printable(value: unknown): string {
  const text = String(value);
  return withEscapes(text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text);
}

/** Escapes each unprintable character of a text but tabs and the ends of its lines. */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map((line) => line.split("\t").map(withEscapes).join("\t")).join("\n");
}

function withEscapes(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** A template tag that escapes the values. */
export function plain(texts: TemplateStringsArray, ...values: unknown[]): string {
  return String.raw({ raw: texts }, ...values.map(printable));
}
