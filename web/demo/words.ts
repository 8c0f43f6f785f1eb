import type { CallToolResult } from "@modelcontextprotocol/client";
import type { AuditRecord } from "../../bridge/host/index.js";

/** The answer of a tool as text. The chat only names content of other kinds. */
export function answerText({ content }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : `(${block.type})`)).join("\n");
}

/** Describes the record of a form. It contains no answers. */
export function recordWords({ action, answers, server, key }: AuditRecord): string {
  const request = key === undefined ? `${server}’s request` : `${server}’s request “${key}”`;
  if (action !== "accept") {
    return action === "decline" ? `You declined ${request}.` : `You chose “Not now” for ${request}.`;
  }
  const parts = Object.entries({ edited: "given by you", default: "suggested by the server", "left-out": "left out" })
    .map(([state, words]) => [answers.filter((answer) => answer.state === state).length, words] as const)
    .filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return `You answered ${request}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}.`;
}
