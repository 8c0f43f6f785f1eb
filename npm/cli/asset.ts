import { createHash } from "node:crypto";
import { isLocal } from "../../bridge/message/local.js";
import { type Answer, ask, codings, unpack } from "./fetching.js";
import { advice, fault, type Finding, headerFindings, leadsAway, signIn, withHeader } from "./finding.js";
import { hashIn, integrityOf } from "./manifest.js";

export interface Asset {
  name: string;
  kind: "script" | "style" | "program" | "words";
  /** Its length, if the document states it. */
  bytes?: number;
  /** Its SHA-384, if integrity.json states it. */
  integrity?: string | undefined;
}

const ALL_THE_SAME = "it loads all the same, but servers and networks compress by type";
/** The document loads `tagged` files by its tags. The chat's page fetches the others for it. */
const KINDS = {
  script: {
    tagged: true, type: /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/, send: "text/javascript",
    otherwise: "browsers do not take it for a script",
  },
  style: { tagged: true, type: /^text\/css$/, send: "text/css", otherwise: "browsers do not take it for a style sheet" },
  program: { tagged: false, type: /^application\/wasm$/, send: "application/wasm", otherwise: ALL_THE_SAME },
  words: { tagged: false, type: /^application\/octet-stream$/, send: "application/octet-stream", otherwise: ALL_THE_SAME },
};
/** The size in bytes from which compression pays. */
const MIN_COMPRESSED = 4096;
const MONTH = 30 * 24 * 60 * 60;

/** Fetches a file of a document as the chat's page or the frame does, and checks the response. */
export async function assetFindings(asset: Asset, document: Answer, chat: URL): Promise<Finding[]> {
  const { name, kind } = asset;
  const url = new URL(name, document.url);
  // The chat's page fetches the program, so that browsers cache it, and the words. The frame's origin is "null".
  const foreign = chat.origin !== url.origin;
  const shares = kind === "program" || (kind === "words" && foreign);
  const origin = shares && { origin: foreign ? chat.origin : "null" };
  const answer = await ask(url, { ...origin, "accept": "*/*", "accept-encoding": "gzip, deflate, br" }).catch((error: Error) => error);
  if (answer instanceof Error) {
    return [(kind === "words" ? advice : fault)("missing", `${name} cannot be fetched: ${answer.message}.`,
      "Look at proxies and caches between server and browser.")];
  }
  const findings = answer.status === 200 ? contentFindings(asset, answer) : [
    signIn(name, answer) ?? leadsAway(name, answer, "Serve it where index.html is.") ??
      missing(`${name} is not there (status ${answer.status})`, "index.html last"),
  ];
  if (answer.status === 200 && !findings.some(({ code }) => code === "missing")) {
    findings.push(...sendingFindings(asset, answer, document, chat));
  }
  if (answer.redirects > 0) {
    findings.push(advice("redirect", `${name} leads to ${answer.url.href}, which costs a round trip.`,
      "Serve it where index.html is."));
  }
  if (codings(answer).length > 0 && kind === "style" && codings(await ask(url, { "accept-encoding": "identity" })).length > 0) {
    findings.push(advice("encoding-unasked", `${name} is sent compressed to clients that did not ask for it.`,
      "Choose by Accept-Encoding."));
  }
  // Missing words are not a fault: the form is in English.
  return kind === "words" ? findings.map((finding) => ({ ...finding, fails: false })) : findings;
}

function missing(what: string, beside: string): Finding {
  return fault("missing", `${what}.`, `Copy all files of the folder anew with “npx elicitform copy”, ${beside}.`);
}

function contentFindings({ name, kind, bytes = 0, integrity }: Asset, answer: Answer): Finding[] {
  const hash = hashIn(name);
  const header = codings(answer).join(", ");
  const isNamed = (content: Buffer): boolean => !hash || createHash("sha256").update(content).digest("hex").startsWith(hash);
  const body = unpack(answer, (content) => isNamed(content) && (!integrity || integrityOf(content) === integrity));
  if (body.state === "not as said") {
    return [fault("encoding-wrong", `${name} is sent with “Content-Encoding: ${header}”, and it is not in that.`,
      "Set that header only for the file with that ending, .br or .gz.")];
  }
  if (body.state === "once more") {
    return header
      ? [fault("encoding-twice", `${name} is compressed twice: a file that was compressed before is compressed again.`,
        "Switch off the server's own compression for these files.")]
      : [fault("encoding-missing", `${name} is sent compressed, and nobody says so.`,
        `Send “Content-Encoding: ${body.coding}” with it.`)];
  }
  const { content } = body;
  if (body.state === "another") {
    if (/^\s*<(?:!doctype|html)/i.test(content.subarray(0, 100).toString())) {
      return [missing(`${name} is not there: the server sends a page of its own instead`,
        "and let the server answer 404 where no file is")];
    }
    return content.length < bytes
      ? [fault("cut-off", `${name} has ${content.length} of ${bytes} bytes.`,
        "Copy it anew, or look at proxies and caches between server and browser.")]
      : [fault("changed", `${name} is another file than the one of that name: its ` +
        (isNamed(content) ? "SHA-384 is not the one in integrity.json." : `SHA-256 does not begin with ${hash}.`),
      "Copy it anew, and let nothing minify or rewrite these files.")];
  }
  if (!header) {
    // The words are packed already.
    return content.length < MIN_COMPRESSED || kind === "words" ? [] : [advice("uncompressed",
      `${name} is sent as it is, with ${Math.round(content.length / 1000)} kB.`,
      "Let the server compress, or send the .br or .gz file that “npx elicitform copy --compressed” makes, with its Content-Encoding.")];
  }
  return /\*|accept-encoding/i.test(answer.header("vary")) ? [] : [advice("vary",
    `${name} is compressed without “Vary: Accept-Encoding”.`,
    "Send that header: without it a cache may give the compressed file to a client that cannot read it.")];
}

// Checks the headers of a file. The frame's origin is opaque, so each file is cross-origin for the frame.
function sendingFindings({ name, kind }: Asset, answer: Answer, document: Answer, chat: URL): Finding[] {
  const { tagged, type, send, otherwise } = KINDS[kind];
  const header = answer.header("content-type");
  const policy = answer.header("cross-origin-resource-policy").toLowerCase();
  const restricts = policy === "same-origin" || policy === "same-site";
  const demanding = /^require-corp/i.test(document.header("cross-origin-embedder-policy"));
  const shared = answer.header("access-control-allow-origin");
  const twice = shared.includes(",");
  const foreign = chat.origin !== new URL(name, document.url).origin;
  // Without https browsers cannot make a digest, so the frame fetches the program itself.
  const isSlow = kind === "program" && chat.protocol === "http:" && !isLocal(chat);
  const needed = isSlow || (foreign && !tagged);
  const control = answer.header("cache-control").toLowerCase();
  const age = Number(/max-age=(\d+)/.exec(control)?.[1] ?? 0);
  return headerFindings(name, [
    [withHeader("Content-Type", header), type.test(header.split(";")[0]!.trim().toLowerCase()),
      (tagged ? fault : advice)("type", otherwise, `Send it as ${send}.`)],
    [withHeader("Cross-Origin-Resource-Policy", policy), !tagged || !(restricts || (demanding && policy !== "cross-origin")),
      fault("resource-policy", restricts
        ? "the sandboxed frame has no origin, so browsers keep it from the frame"
        : "index.html has a Cross-Origin-Embedder-Policy that demands it",
      "Send “Cross-Origin-Resource-Policy: cross-origin” with all files of the frame.")],
    [withHeader("Access-Control-Allow-Origin", shared), shared === "*" || !(foreign || needed || twice),
      (needed || twice ? fault : advice)("sharing",
        twice ? "browsers take only one value"
          : !needed ? "the sandboxed frame has the origin “null” and may not read it by itself"
            : isSlow ? "on a page without https the frame fetches it by itself, and has the origin “null”"
              : "the chat's page is on another origin and may not read it",
        "Send “Access-Control-Allow-Origin: *”, once; nothing in these files is secret.")],
    [withHeader("Cache-Control", control), !hashIn(name) || (age >= MONTH && !/no-store|no-cache/.test(control)),
      advice("cache", "browsers ask for it again",
        "Send “Cache-Control: public, max-age=31536000, immutable”: its name changes whenever its content does.")],
  ]);
}
