import type { CallToolResult } from "@modelcontextprotocol/client";

/** Returns the answer of a tool as text. Of other content it has only the type. */
export function answerText({ content }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : `(${block.type})`)).join("\n");
}

/** Words that say nothing about what a person wants have fewer letters. */
const LEAST_LETTERS = 4;

/** Returns the entry that shares the most words with a text, or undefined if none shares any. Between equals the first one counts. */
export function closest<Entry extends { words: string }>(text: string, entries: readonly Entry[]): Entry | undefined {
  const wordsOfText = wordsOf(text);
  const scored = entries.map((entry) => {
    const words = wordsOf(entry.words);
    const shared = words.filter((word) => wordsOfText.includes(word)).length;
    // Of two entries with the same words, the shorter one says nothing beside them.
    return { entry, shared, score: shared - words.length / 100 };
  });
  return scored.filter(({ shared }) => shared > 0).sort((a, b) => b.score - a.score)[0]?.entry;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.filter((word) => word.length >= LEAST_LETTERS) ?? [];
}
