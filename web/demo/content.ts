// Draws the answer of a tool with elements that do nothing by themselves: no
// markup, no links, nothing that loads or plays. All text of a server stays text,
// and only pictures and sounds of well-known types are decoded.

import { isObject, type JsonObject, listOf } from "../../bridge/message/json.js";
import { element } from "../element.js";
import { type Annotations, annotationWords, base64Size, bytes } from "./describe.js";

/** The answer of a tool. Servers may send anything, so nothing is known of its members. */
export type ToolAnswer = { content?: unknown; structuredContent?: unknown; isError?: unknown };

// SVG is not among them, because it can contain scripts and addresses.
const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];
const SOUNDS = ["audio/wav", "audio/x-wav", "audio/mpeg", "audio/mp4", "audio/aac", "audio/ogg", "audio/webm", "audio/flac"];

/** Draws an answer. The text alternatives of pictures and sounds name the server. */
export function drawAnswer({ content, structuredContent }: ToolAnswer, server: string): HTMLElement[] {
  const parts = listOf(content).map((block) => drawBlock(isObject(block) ? block : {}, server));
  if (structuredContent !== undefined) {
    parts.push(card("Structured data", [], code(JSON.stringify(structuredContent, null, 2))));
  }
  if (parts.length === 0) {
    parts.push(paragraph("The tool answered with nothing.", "quiet"));
  }
  return parts;
}

/** The text of an answer, for a short announcement. */
export function answerText({ content }: ToolAnswer): string {
  const texts = listOf(content).map((block) =>
    isObject(block) ? (block["type"] === "text" ? String(block["text"]) : String(block["type"]).replace("_", " ")) : "");
  return texts.join(", ");
}

function drawBlock(block: JsonObject, server: string): HTMLElement {
  const part = drawContent(block, server);
  const notes = isObject(block["annotations"]) ? annotationWords(block["annotations"] as Annotations) : [];
  if (notes.length > 0) {
    part.append(paragraph(`Marked by the server: ${notes.join(", ")}`, "note"));
  }
  return part;
}

function drawContent(block: JsonObject, server: string): HTMLElement {
  switch (block["type"]) {
    case "text":
      return part(paragraph(String(block["text"]), "said"));
    case "image":
      return drawPicture(block, server);
    case "audio":
      return drawSound(block, server);
    case "resource_link":
      return drawLink(block);
    case "resource":
      return drawResource(block);
    default:
      return card("Content of a kind that this chat does not know", [], code(JSON.stringify(block, null, 2)));
  }
}

function drawPicture(block: JsonObject, server: string): HTMLElement {
  return drawMedia(block, "picture", "does not show", PICTURES, (src) => element("img", { alt: `Picture from ${server}`, src }));
}

function drawSound(block: JsonObject, server: string): HTMLElement {
  return drawMedia(block, "sound", "does not play", SOUNDS, (src) =>
    element("audio", { controls: true, preload: "metadata", ariaLabel: `Sound from ${server}`, src }));
}

// A picture or sound of another type, or without valid data, is only described.
function drawMedia(block: JsonObject, what: "picture" | "sound", refusal: string, kinds: string[], draw: (source: string) => HTMLElement): HTMLElement {
  const kind = String(block["mimeType"]);
  const size = base64Size(block["data"]);
  const about = `${kind}, ${size === undefined ? "unreadable" : bytes(size)}`;
  if (size === undefined || !kinds.includes(kind)) {
    return card(`A ${what} that this chat ${refusal}`, [["Type", about]]);
  }
  const media = draw(`data:${kind};base64,${block["data"]}`);
  const caption = element("figcaption", {}, `${what === "picture" ? "Picture" : "Sound"} (${about})`);
  if (what === "picture") {
    media.addEventListener("error", () => {
      media.remove();
      caption.textContent = `A picture that cannot be decoded (${about})`;
    });
  }
  return part(element("figure", {}, media, caption));
}

// Shows the address as text. The chat does not open or fetch it.
function drawLink(block: JsonObject): HTMLElement {
  return card(title(block, "Resource"), [
    ["Description", block["description"]],
    ["Address", block["uri"]],
    ["Type", block["mimeType"]],
    ["Size", typeof block["size"] === "number" ? bytes(block["size"]) : undefined],
  ], paragraph("A link to a resource. This chat does not open it.", "note"));
}

function drawResource(block: JsonObject): HTMLElement {
  const resource = isObject(block["resource"]) ? block["resource"] : {};
  const facts: Fact[] = [["Address", resource["uri"]], ["Type", resource["mimeType"]]];
  if (typeof resource["text"] === "string") {
    return card("Resource", facts, code(resource["text"]));
  }
  const size = base64Size(resource["blob"]);
  return card("Resource", [...facts, ["Content", size === undefined ? "unreadable" : `binary, ${bytes(size)}`]]);
}

function title(block: JsonObject, otherwise: string): string {
  const names = [block["title"], block["name"]].filter((name) => typeof name === "string" && name !== "");
  return names.length === 2 && names[0] !== names[1] ? `${names[0]} (${names[1]})` : String(names[0] ?? otherwise);
}

type Fact = [label: string, value: unknown];

// Draws a box with a title and facts. Facts without a value are left out.
function card(heading: string, facts: Fact[], ...rest: HTMLElement[]): HTMLElement {
  const box = part(paragraph(heading, "card-title"));
  box.classList.add("card");
  const known = facts.filter(([, value]) => typeof value === "string" && value !== "");
  if (known.length > 0) {
    const rows = known.map(([label, value]) => element("div", {}, element("dt", {}, label), element("dd", { dir: "auto" }, String(value))));
    box.append(element("dl", {}, ...rows));
  }
  box.append(...rest);
  return box;
}

function part(...content: HTMLElement[]): HTMLElement {
  return element("div", { className: "part" }, ...content);
}

/** A paragraph of text that may run in either direction. */
export function paragraph(text: string, kind: string): HTMLElement {
  return element("p", { className: kind, dir: "auto" }, text);
}

function code(text: string): HTMLElement {
  return element("pre", { dir: "auto" }, text);
}
