// Draws the answer of a tool with elements that do nothing by themselves: no
// markup, no links, nothing that loads or plays. All text of a server stays text,
// and only pictures and sounds of well-known types are decoded.

import type { AuditRecord } from "../../bridge/host/index.js";
import { isObject, type JsonObject, listOf } from "../../bridge/message/json.js";
import { element } from "../element.js";

/** The answer of a tool. Servers may send anything, so nothing is known of its members. */
export type ToolAnswer = { content?: unknown; structuredContent?: unknown; isError?: unknown };

/** What is decoded. SVG is not among it, because it can contain scripts and addresses. */
const MEDIA = {
  image: { what: "Picture", refusal: "does not show", types: ["image/png", "image/jpeg", "image/gif", "image/webp"] },
  audio: {
    what: "Sound",
    refusal: "does not play",
    types: ["audio/wav", "audio/x-wav", "audio/mpeg", "audio/mp4", "audio/aac", "audio/ogg", "audio/webm", "audio/flac"],
  },
};

/** Draws an answer. The text alternatives of pictures and sounds name the server. */
export function drawAnswer({ content, structuredContent }: ToolAnswer, server: string): HTMLElement[] {
  const parts = blocksOf(content).map((block) => {
    const drawn = drawBlock(block, server);
    const notes = annotationWords(isObject(block["annotations"]) ? block["annotations"] : {});
    if (notes.length > 0) {
      drawn.append(paragraph(`Marked by the server: ${notes.join(", ")}`, "note"));
    }
    return drawn;
  });
  if (structuredContent !== undefined) {
    parts.push(card("Structured data", [], code(structuredContent)));
  }
  return parts.length > 0 ? parts : [paragraph("The tool answered with nothing.", "quiet")];
}

/** The text of an answer, for a short announcement. */
export function answerText({ content }: ToolAnswer): string {
  return blocksOf(content).map(({ type, text }) => (type === "text" ? String(text) : String(type ?? "").replace("_", " "))).join(", ");
}

function blocksOf(content: unknown): JsonObject[] {
  return listOf(content).map((block) => (isObject(block) ? block : {}));
}

function drawBlock(block: JsonObject, server: string): HTMLElement {
  switch (block["type"]) {
    case "text":
      return part(paragraph(String(block["text"]), "said"));
    case "image":
    case "audio":
      return drawMedia(block, block["type"], server);
    case "resource_link": {
      const { title, name, description, uri, mimeType, size } = block;
      const names = [...new Set([title, name])].filter((one) => typeof one === "string" && one !== "");
      const heading = names.length === 2 ? `${names[0]} (${names[1]})` : String(names[0] ?? "Resource");
      const facts: Fact[] = [["Description", description], ["Address", uri], ["Type", mimeType], ["Size", typeof size === "number" ? bytes(size) : undefined]];
      return card(heading, facts, paragraph("A link to a resource. This chat does not open it.", "note"));
    }
    case "resource": {
      const { uri, mimeType, text, blob } = isObject(block["resource"]) ? block["resource"] : {};
      const facts: Fact[] = [["Address", uri], ["Type", mimeType]];
      return typeof text === "string" ? card("Resource", facts, code(text)) : card("Resource", [...facts, ["Content", `binary, ${sizeOf(blob)}`]]);
    }
    default:
      return card("Content of a kind that this chat does not know", [], code(block));
  }
}

// A picture or sound of another type, or without valid data, is only described.
function drawMedia({ mimeType, data }: JsonObject, kind: keyof typeof MEDIA, server: string): HTMLElement {
  const { what, refusal, types } = MEDIA[kind];
  const about = `${mimeType}, ${sizeOf(data)}`;
  if (base64Size(data) === undefined || !types.includes(String(mimeType))) {
    return card(`A ${what.toLowerCase()} that this chat ${refusal}`, [["Type", about]]);
  }
  const src = `data:${mimeType};base64,${data}`;
  const caption = element("figcaption", {}, `${what} (${about})`);
  const label = `${what} from ${server}`;
  const media =
    kind === "image" ? element("img", { alt: label, src }) : element("audio", { controls: true, preload: "metadata", ariaLabel: label, src });
  media.addEventListener("error", () => {
    media.remove();
    caption.textContent = `A ${what.toLowerCase()} that cannot be decoded (${about})`;
  });
  return part(element("figure", {}, media, caption));
}

type Fact = [label: string, value: unknown];

// Draws a box with a title and facts. Facts without a value are left out.
function card(heading: string, facts: Fact[], ...rest: HTMLElement[]): HTMLElement {
  const rows = facts
    .filter(([, value]) => typeof value === "string" && value !== "")
    .map(([label, value]) => element("div", {}, element("dt", {}, label), element("dd", { dir: "auto" }, String(value))));
  const box = part(paragraph(heading, "card-title"), ...(rows.length > 0 ? [element("dl", {}, ...rows)] : []), ...rest);
  box.classList.add("card");
  return box;
}

function part(...content: HTMLElement[]): HTMLElement {
  return element("div", { className: "part" }, ...content);
}

/** A paragraph of text that may run in either direction. */
export function paragraph(text: string, kind: string): HTMLElement {
  return element("p", { className: kind, dir: "auto" }, text);
}

function code(value: unknown): HTMLElement {
  return element("pre", { dir: "auto" }, typeof value === "string" ? value : JSON.stringify(value, null, 2));
}

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
  const [, padding] = (typeof text === "string" && text.length % 4 === 0 && /^[A-Za-z0-9+/]*(={0,2})$/.exec(text)) || [];
  return padding === undefined ? undefined : ((text as string).length / 4) * 3 - padding.length;
}

function sizeOf(base64: unknown): string {
  const size = base64Size(base64);
  return size === undefined ? "unreadable" : bytes(size);
}

const MOMENT = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** Describes each of MCP's annotations of content in one phrase. Those with an invalid value are left out. */
export function annotationWords({ audience, priority, lastModified }: JsonObject): string[] {
  const roles = [["user", "you"], ["assistant", "the model"]].filter(([role]) => listOf(audience).includes(role)).map(([, words]) => words);
  const isPriority = typeof priority === "number" && priority >= 0 && priority <= 1;
  const moment = new Date(typeof lastModified === "string" ? lastModified : Number.NaN);
  return [
    roles.length > 0 ? `for ${roles.join(" and ")}` : "",
    !isPriority ? "" : priority === 1 ? "required" : priority === 0 ? "optional" : `importance ${priority} of 1`,
    Number.isNaN(moment.valueOf()) ? "" : `last changed ${MOMENT.format(moment)} UTC`,
  ].filter(Boolean);
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
  const parts = Object.entries({ edited: "given by you", default: "suggested by the server", "left-out": "left out" })
    .map(([state, words]) => [answers.filter((answer) => answer.state === state).length, words] as const)
    .filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return `You answered ${request}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}.`;
}
