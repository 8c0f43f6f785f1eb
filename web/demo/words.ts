import type { CallToolResult } from "@modelcontextprotocol/client";

/** The answer of a tool as text. The chat only names content of other kinds. */
export function answerText({ content }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : `(${block.type})`)).join("\n");
}
