// Untrusted text made safe to show in the frame's shell, which shows it for a moment only. The program
// has more thorough rules, for long and unusual texts as well (internal/untrusted).

// Characters that are not drawn themselves, but change how the text around them reads, or make two different
// texts look alike: control characters other than tab and newline, zero width spaces, embeddings, overrides,
// isolates, tags and the like. The program removes the same ones. No editor would show them unescaped.
const REMOVED =
  "\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u180e\\u200b\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb" +
  "\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}";
// The soft hyphen and the marks of direction cannot be seen either, but do no harm to the text around them.
const HARMLESS = "\\xad\\u061c\\u200e\\u200f";
// Commands for terminals, such as colours, which the program removes as well.
const COMMANDS = "\\x1b(?:\\[[0-?]*[ -/]*[@-~]|[ -/]+[0-~]|\\][^\\x07\\x1b\\n\\r]*(?:\\x07|\\x1b\\\\))";
// A letter keeps eight marks, as many as scripts need: more would paint over the lines around. Format characters do not part them.
const MARKS = /((?:\p{M}\p{Cf}*){7}\p{M})[\p{M}\p{Cf}]+/gu;
const LINES = 20;

/** Whether a text holds characters that nobody sees. The joiners are not among them: many scripts and emoji need those. */
export function hasInvisible(text: string): boolean {
  return new RegExp(`[${REMOVED}${HARMLESS}]`, "u").test(text);
}

/** The text without characters that hide or reorder others, cut to a length in code points. */
export function safeText(text: unknown, limit: number): string {
  if (typeof text !== "string") {
    return "";
  }
  // A long text is cut roughly first, so that not all of it is looked at.
  const seen = text.slice(0, limit * 4).replace(/\r\n?/g, "\n").replace(new RegExp(`${COMMANDS}|[${REMOVED}]`, "gu"), "");
  const kept = [...seen.replace(MARKS, "$1")];
  return kept.length > limit ? kept.slice(0, limit).join("") + "…" : kept.join("");
}

/** As {@link safeText}, cut to so few lines that the buttons below stay in sight. */
export function safeMessage(text: unknown, limit: number): string {
  const lines = safeText(text, limit).split("\n");
  return lines.length > LINES ? lines.slice(0, LINES).join("\n") + "…" : lines.join("\n");
}
