// Untrusted text made safe to show in the shell. The program has its own, more
// thorough rules (internal/untrusted); the shell shows text for a moment only, and
// leaves the long and the unusual to the program.

// Control characters but tab and newline, embeddings and overrides, isolates,
// the zero width space and the byte order mark. They are written as escapes
// because an editor would not show them.
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g;
const LINES = 20;

/** The text without characters that hide or reorder others, cut to a length in code points. */
export function safeText(text: unknown, limit: number): string {
  if (typeof text !== "string") {
    return "";
  }
  // Cut roughly before looking at every character of a long text.
  const kept = [...text.slice(0, limit * 4).replace(/\r\n?/g, "\n").replace(INVISIBLE, "")];
  return kept.length > limit ? kept.slice(0, limit).join("") + "…" : kept.join("");
}

/** As {@link safeText}, with no more lines than leave the buttons in sight. */
export function safeMessage(text: unknown, limit: number): string {
  const lines = safeText(text, limit).split("\n");
  return lines.length > LINES ? lines.slice(0, LINES).join("\n") + "…" : lines.join("\n");
}
