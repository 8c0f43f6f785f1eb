// One of the files that the frame's document loads.

import { createHash } from "node:crypto";
import type { Answer } from "./fetching.js";
import { codings, unpack } from "./fetching.js";
import { advice, fault, type Finding, SIGN_IN, sent } from "./finding.js";

/** A file that the document names. */
export interface Asset {
  name: string;
  kind: "script" | "style" | "program" | "words";
  /** Its length where the document says it. */
  bytes?: number;
}

const KINDS = {
  script: { type: /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/, send: "text/javascript" },
  style: { type: /^text\/css$/, send: "text/css" },
  program: { type: /^application\/wasm$/, send: "application/wasm" },
  words: { type: /^application\/json$/, send: "application/json" },
};
/** The kinds that the document loads by its tags. The chat's page fetches the others for it. */
const TAGGED: readonly string[] = ["script", "style"];
/** The size in bytes from which compression is worth it. */
const WORTH_IT = 4096;
const MONTH = 30 * 24 * 60 * 60;

/** How a document loads its files. */
export interface Loading {
  /** Whether the chat is on another origin than the files. */
  foreign: boolean;
  /** Whether the frame has to fetch its program itself. */
  alone: boolean;
  /** Whether the document takes only files that say that it may (Cross-Origin-Embedder-Policy). */
  demanding: boolean;
}

/** Looks at how a file is sent. */
export function assetFindings(asset: Asset, answer: Answer, loading: Loading): Finding[] {
  const { name } = asset;
  if (answer.status === 401 || answer.status === 403) {
    return [fault("sign-in", `${name} is refused with status ${answer.status}.`, SIGN_IN)];
  }
  if (answer.status !== 200) {
    return [fault("missing", `${name} is not there (status ${answer.status}).`, "Copy all files of the folder anew with “npx elicitform copy”, index.html last.")];
  }
  const wrong = contentFindings(asset, answer);
  return wrong.some(({ code }) => code === "missing") ? wrong : [...wrong, ...typeFindings(asset, answer), ...sharingFindings(asset, answer, loading), ...cacheFindings(asset, answer)];
}

function contentFindings(asset: Asset, answer: Answer): Finding[] {
  const { name } = asset;
  const hash = /\.([0-9a-f]{16})\.\w+$/.exec(name)?.[1];
  const said = codings(answer).join(", ");
  const body = unpack(answer, (content) => createHash("sha256").update(content).digest("hex").slice(0, 16) === hash);
  if (body.state === "not as said") {
    return [fault("encoding-wrong", `${name} is sent with “Content-Encoding: ${said}”, and it is not in that.`, "Set that header only for the file with that ending, .br or .gz.")];
  }
  if (body.state === "once more") {
    return said
      ? [fault("encoding-twice", `${name} is compressed twice: a file that was compressed before is compressed again.`, "Switch off the server's own compression for these files.")]
      : [fault("encoding-missing", `${name} is sent compressed, and nobody says so.`, `Send “Content-Encoding: ${body.coding}” with it.`)];
  }
  const { content } = body;
  if (createHash("sha256").update(content).digest("hex").slice(0, 16) !== hash) {
    if (/^\s*<(?:!doctype|html)/i.test(content.subarray(0, 100).toString())) {
      return [fault("missing", `${name} is not there: the server sends a page of its own instead.`, "Copy all files of the folder anew with “npx elicitform copy”, and let the server answer 404 where no file is.")];
    }
    if (asset.bytes && content.length < asset.bytes) {
      return [fault("cut-off", `${name} has ${content.length} of ${asset.bytes} bytes.`, "Copy it anew, or look at proxies and caches between server and browser.")];
    }
    return [fault("changed", `${name} is another file than the one of that name: its SHA-256 does not begin with ${hash ?? "what its name says"}.`, "Copy it anew, and let nothing minify or rewrite these files.")];
  }
  if (content.length >= WORTH_IT && !said) {
    return [advice("uncompressed", `${name} is sent as it is, with ${kilobytes(content.length)}.`, "Send the .br or .gz file beside it with its Content-Encoding, or let the server compress.")];
  }
  const varies = /\*|accept-encoding/i.test(answer.header("vary"));
  return said && !varies
    ? [advice("vary", `${name} is compressed without “Vary: Accept-Encoding”.`, "Send that header: without it a cache may give the compressed file to a client that cannot read it.")]
    : [];
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}

function typeFindings({ name, kind }: Asset, answer: Answer): Finding[] {
  const said = answer.header("content-type");
  const type = said.split(";")[0]!.trim().toLowerCase();
  const { type: wanted, send } = KINDS[kind];
  if (wanted.test(type)) {
    return [];
  }
  const what = sent(name, "Content-Type", said);
  const mend = `Send it as ${send}.`;
  return !TAGGED.includes(kind)
    ? [advice("type", `${what}: it loads all the same, but servers and networks compress by type.`, mend)]
    : [fault("type", `${what}: browsers do not take it for a ${kind === "script" ? "script" : "style sheet"}.`, mend)];
}

// The origin of the frame is opaque, so no file is of the same origin for it.
function sharingFindings({ name, kind }: Asset, answer: Answer, { foreign, demanding, ...loading }: Loading): Finding[] {
  const alone = loading.alone && kind === "program";
  const found: Finding[] = [];
  const policy = answer.header("cross-origin-resource-policy").toLowerCase();
  const restricts = policy === "same-origin" || policy === "same-site";
  if (TAGGED.includes(kind) && (restricts || (demanding && policy !== "cross-origin"))) {
    const why = restricts ? "the sandboxed frame has no origin, so browsers keep it from the frame" : "index.html has a Cross-Origin-Embedder-Policy that demands it";
    found.push(fault("resource-policy", `${sent(name, "Cross-Origin-Resource-Policy", policy)}: ${why}.`, "Send “Cross-Origin-Resource-Policy: cross-origin” with all files of the frame."));
  }
  const shared = answer.header("access-control-allow-origin");
  const needed = alone || (foreign && !TAGGED.includes(kind));
  if (shared !== "*" && (foreign || needed || shared.includes(","))) {
    const why = shared.includes(",") ? "browsers take only one value"
      : !needed ? "the sandboxed frame has the origin “null” and may not read it by itself"
        : alone ? "on a page without https the frame fetches it by itself, and has the origin “null”"
          : "the chat's page is on another origin and may not read it";
    found.push((needed || shared.includes(",") ? fault : advice)("sharing", `${sent(name, "Access-Control-Allow-Origin", shared)}: ${why}.`,
      "Send “Access-Control-Allow-Origin: *”, once; nothing in these files is secret."));
  }
  return found;
}

function cacheFindings({ name }: Asset, answer: Answer): Finding[] {
  const control = answer.header("cache-control").toLowerCase();
  const age = Number(/max-age=(\d+)/.exec(control)?.[1] ?? 0);
  if (age >= MONTH && !/no-store|no-cache/.test(control)) {
    return [];
  }
  return [advice("cache", `${sent(name, "Cache-Control", control)}: browsers ask for it again.`,
    "Send “Cache-Control: public, max-age=31536000, immutable”: its name changes whenever its content does.")];
}
