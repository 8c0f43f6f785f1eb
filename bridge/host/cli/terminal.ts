// A terminal obeys the control characters in a text: they move the cursor, write over other text, and set the clipboard. So a text from
// a server is escaped before it is printed.

/** How many characters of a value are shown. */
const MAX_VALUE = 2000;
// The escaped characters: control and format characters, single surrogates, unassigned ones, and ends of lines.
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A value on one line, with an escape in place of each character that is not printed. */
export function printable(value: unknown): string {
  const text = String(value);
  const shown = text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
  return shown.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** The tag of a template whose values may be text of others. */
export function plain(texts: TemplateStringsArray, ...values: unknown[]): string {
  return String.raw({ raw: texts }, ...values.map(printable));
}
