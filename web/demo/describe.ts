// Describes in words the parts of a tool's answer, and what a person has answered.

import type { AuditRecord } from "../../bridge/host/index.js";
import { listOf } from "../../bridge/message/json.js";

/** The annotations that MCP gives to content and resources; a server may send anything. */
export type Annotations = { audience?: unknown; priority?: unknown; lastModified?: unknown };

const UNITS = ["bytes", "KB", "MB", "GB"];

/** A number of bytes as people read it: "18 bytes", "47 KB". */
export function bytes(count: number): string {
  // Each unit is 1024, or two to the power of ten, times as large as the one before.
  const unit = Math.min(Math.floor(Math.log2(Math.max(count, 1)) / 10), UNITS.length - 1);
  const size = count / 1024 ** unit;
  return count === 1 ? "1 byte" : `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} ${UNITS[unit]}`;
}

/** The number of bytes that base64 text stands for, or undefined when it is not base64. */
export function base64Size(text: unknown): number | undefined {
  if (typeof text !== "string" || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    return undefined;
  }
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/** Describes each annotation in one phrase. Those with an invalid value are left out. */
export function annotationWords({ audience, priority, lastModified }: Annotations): string[] {
  return [audienceWords(audience), priorityWords(priority), lastModifiedWords(lastModified)].filter((phrase) => phrase !== undefined);
}

function audienceWords(audience: unknown): string | undefined {
  const roles = listOf(audience);
  const forUser = roles.includes("user");
  const forModel = roles.includes("assistant");
  if (forUser && forModel) {
    return "for you and the model";
  }
  return forUser ? "for you" : forModel ? "for the model" : undefined;
}

function priorityWords(priority: unknown): string | undefined {
  if (typeof priority !== "number" || !(priority >= 0 && priority <= 1)) {
    return undefined;
  }
  return priority === 1 ? "required" : priority === 0 ? "optional" : `importance ${priority} of 1`;
}

function lastModifiedWords(lastModified: unknown): string | undefined {
  const moment = typeof lastModified === "string" ? new Date(lastModified) : undefined;
  if (!moment || Number.isNaN(moment.valueOf())) {
    return undefined;
  }
  const words = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(moment);
  return `last changed ${words} UTC`;
}

/** The beginning of a long text, for an announcement. */
export function beginning(text: string, length: number): string {
  const points = [...text.slice(0, length * 2).replace(/\s+/g, " ").trim()];
  return points.length > length || text.length > length * 2 ? `${points.slice(0, length).join("")}…` : points.join("");
}

/** Describes the record of a form. It contains no answers. */
export function recordWords({ action, answers, server, key }: AuditRecord): string {
  const request = key === undefined ? `${server}’s request` : `${server}’s request “${key}”`;
  if (action !== "accept") {
    return action === "decline" ? `You declined ${request}.` : `You cancelled ${request}.`;
  }
  const count = (state: string): number => answers.filter((answer) => answer.state === state).length;
  const parts = [
    [count("edited"), "given by you"], [count("default"), "suggested by the server"], [count("left-out"), "left out"],
  ].filter(([number]) => number !== 0).map(([number, words]) => `${number} ${words}`);
  return `You answered ${request}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}.`;
}
