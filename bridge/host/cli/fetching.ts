// Asks a server as a browser does, but keeps the response as it was sent.

import { request as plain } from "node:http";
import { request as encrypted } from "node:https";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** What a server has answered. */
export interface Answer {
  /** The address that answered in the end. */
  url: URL;
  /** How often another address was named first. */
  redirects: number;
  status: number;
  /** The text of a header, all of them where it is there more than once; "" when it is missing. */
  header(name: string): string;
  /** As it came: still compressed. */
  body: Buffer;
}

const REDIRECTS = 5;
// How long a server may say nothing, in milliseconds, and how much it may say.
const SILENCE = 30_000;
// The limit is for what a body unpacks to as well.
export const BODY_LIMIT = 64 << 20;
// How many codings a body is unpacked from.
const MAX_CODINGS = 3;

/**
 * Asks for an address. It follows a redirect within the origin, or to https on the same host: a server must not make this machine
 * ask others, which may be in a network that only this machine reaches. It rejects when nobody answers.
 */
export async function ask(url: URL, headers: { [name: string]: string }, redirects = 0): Promise<Answer> {
  const answer = await askOnce(url, headers, redirects);
  const next = redirectOf(answer);
  const isOwn = next && (next.origin === url.origin || next.origin === `https://${url.host}`);
  return isOwn && redirects < REDIRECTS ? ask(next, headers, redirects + 1) : answer;
}

/** The address to which an answer redirects. */
export function redirectOf({ status, header, url }: Answer): URL | undefined {
  const location = status >= 300 && status <= 399 && header("location");
  return location && URL.canParse(location, url) ? new URL(location, url) : undefined;
}

function askOnce(url: URL, headers: { [name: string]: string }, redirects: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? encrypted : plain;
    // A connection of its own, so that none is left open.
    const sent = send(url, { agent: false, headers, timeout: SILENCE }, (response) => {
      const pieces: Buffer[] = [];
      let size = 0;
      response.on("data", (piece: Buffer) => {
        size += piece.length;
        pieces.push(piece);
        if (size > BODY_LIMIT) {
          response.destroy(new Error("the answer does not end"));
        }
      });
      response.on("error", reject);
      response.on("end", () => {
        const header = (name: string): string => [response.headers[name] ?? ""].flat().join(", ");
        resolve({ url, redirects, status: response.statusCode ?? 0, header, body: Buffer.concat(pieces) });
      });
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer within 30 seconds")));
    sent.on("error", reject);
    sent.end();
  });
}

/** The body of an answer, unpacked as its header says, as far as that is true. */
export type Body =
  | { state: "as said" | "another"; content: Buffer }
  /** The header names codings that the body is not in. */
  | { state: "not as said" }
  /** It is in one more coding than the header names. */
  | { state: "once more"; coding: string; content: Buffer };

const BOUND = { maxOutputLength: BODY_LIMIT };
const DECODERS = new Map([
  ["br", (packed: Buffer): Buffer => brotliDecompressSync(packed, BOUND)],
  ["gzip", (packed: Buffer): Buffer => gunzipSync(packed, BOUND)],
  ["x-gzip", (packed: Buffer): Buffer => gunzipSync(packed, BOUND)],
  ["deflate", (packed: Buffer): Buffer => inflateSync(packed, BOUND)],
]);

/** Unpacks a body. What it should be is told by a function, because a body can be packed and nobody says so. */
export function unpack(answer: Answer, expected: (content: Buffer) => boolean): Body {
  let content = answer.body;
  const named = codings(answer);
  if (named.length > MAX_CODINGS) {
    return { state: "not as said" };
  }
  for (const coding of named.reverse()) {
    try {
      // A coding that browsers do not know either is one that the body is not in.
      content = DECODERS.get(coding)!(content);
    } catch {
      return { state: "not as said" };
    }
  }
  if (expected(content)) {
    return { state: "as said", content };
  }
  for (const coding of ["br", "gzip"]) {
    try {
      const inner = DECODERS.get(coding)!(content);
      if (expected(inner)) {
        return { state: "once more", coding, content: inner };
      }
    } catch {
      // Not this one.
    }
  }
  return { state: "another", content };
}

/** The codings of a body in the order in which they were applied. */
export function codings(answer: Answer): string[] {
  return answer.header("content-encoding").toLowerCase().split(/[\s,]+/).filter((coding) => coding && coding !== "identity");
}
