// Makes untrusted text safe for the frame's shell, which shows it only for a moment. The program has more thorough rules,
// for long and unusual texts as well (internal/safetext).

// Invisible characters that change how the text around them reads, or make two different texts look alike: control
// characters other than tab and newline, zero width spaces, embeddings, overrides, isolates, tags and the like. The
// program removes the same ones. No editor would show them unescaped.
const REMOVED =
  "\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u180e\\u200b\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb" +
  "\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}";
// The soft hyphen and the marks of direction are invisible, too, but do no harm to the text around them.
const HARMLESS = "\\xad\\u061c\\u200e\\u200f";
// Commands for terminals, such as colours, which the program removes as well.
const COMMANDS = "\\x1b(?:\\[[0-?]*[ -/]*[@-~]|[ -/]+[0-~]|\\][^\\x07\\x1b\\n\\r]*(?:\\x07|\\x1b\\\\))";
// A letter keeps eight marks, as many as scripts need: more would paint over the lines around. Format characters between them do not count.
const MARKS = /((?:\p{M}\p{Cf}*){7}\p{M})[\p{M}\p{Cf}]+/gu;
const MAX_LINES = 20;
// The searched characters of a text: references can bring one long text into every field.
const MAX_GUESS = 4096;

/** Reports whether a text has invisible characters. The joiners are not among them: many scripts and emoji need those. */
export function hasInvisible(text: string): boolean {
  return new RegExp(`[${REMOVED}${HARMLESS}]`, "u").test(text);
}

/** Reports whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(text.slice(0, MAX_GUESS));
}

/** Removes characters that hide or reorder others, and cuts the text to a length in code points. */
export function safeText(text: unknown, limit: number): string {
  if (typeof text !== "string") {
    return "";
  }
  // A long text is cut roughly first, so that the rest costs no time.
  const visible = text.slice(0, limit * 4).replace(/\r\n?/g, "\n").replace(new RegExp(`${COMMANDS}|[${REMOVED}]`, "gu"), "");
  const characters = [...visible.replace(MARKS, "$1")];
  return characters.length > limit ? characters.slice(0, limit).join("") + "…" : characters.join("");
}

/** Like {@link safeText}, but also cut to 20 lines, so that the buttons below stay in view. */
export function safeMessage(text: unknown, limit: number): string {
  const lines = safeText(text, limit).split("\n");
  return lines.length > MAX_LINES ? lines.slice(0, MAX_LINES).join("\n") + "…" : lines.join("\n");
}
