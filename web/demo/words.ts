import type { CallToolResult } from "@modelcontextprotocol/client";

/** Returns the answer of a tool as text. Of other content it has only the type. */
export function answerText({ content }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : `(${block.type})`)).join("\n");
}
