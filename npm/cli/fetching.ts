// Sends requests like a browser, but keeps the raw response.

import { request as plain } from "node:http";
import { request as encrypted } from "node:https";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

export interface Answer {
  url: URL;
  redirects: number;
  status: number;
  /** Returns the text of a header, with repeated headers joined; "" if it is missing. */
  header(name: string): string;
  /** The raw bytes: still compressed. */
  body: Buffer;
}

const MAX_REDIRECTS = 5;
// The time in which a server must send something, in milliseconds.
const TIMEOUT = 30_000;
// The largest size of a body, packed and unpacked.
export const BODY_LIMIT = 64 << 20;
// The number of codings of a body.
const MAX_CODINGS = 3;

/**
 * Fetches an address. It follows a redirect within the origin, or to https on the same host. It follows no other redirect,
 * because the target may be in a network that only this machine reaches. It rejects if no server answers.
 */
export async function ask(url: URL, headers: { [name: string]: string }, redirects = 0): Promise<Answer> {
  const answer = await askOnce(url, headers, redirects);
  const next = redirectOf(answer);
  const isOwn = next && (next.origin === url.origin || next.origin === `https://${url.host}`);
  return isOwn && redirects < MAX_REDIRECTS ? ask(next, headers, redirects + 1) : answer;
}

/** The address to which an answer redirects. */
export function redirectOf({ status, header, url }: Answer): URL | undefined {
  const location = status >= 300 && status <= 399 && header("location");
  return location && URL.canParse(location, url) ? new URL(location, url) : undefined;
}

function askOnce(url: URL, headers: { [name: string]: string }, redirects: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? encrypted : plain;
    // Without an agent, no connection stays open.
    const request = send(url, { agent: false, headers, timeout: TIMEOUT }, (response) => {
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
    request.on("timeout", () => request.destroy(new Error("no answer within 30 seconds")));
    request.on("error", reject);
    request.end();
  });
}

/** The body of an answer, unpacked by its header if possible. */
export type Body =
  | { state: "as said" | "another"; content: Buffer }
  /** The header names codings that the body does not have. */
  | { state: "not as said" }
  /** The body has one more coding than the header names. */
  | { state: "once more"; coding: string; content: Buffer };

const BOUND = { maxOutputLength: BODY_LIMIT };
const DECODERS = new Map([
  ["br", (packed: Buffer): Buffer => brotliDecompressSync(packed, BOUND)],
  ["gzip", (packed: Buffer): Buffer => gunzipSync(packed, BOUND)],
  ["x-gzip", (packed: Buffer): Buffer => gunzipSync(packed, BOUND)],
  ["deflate", (packed: Buffer): Buffer => inflateSync(packed, BOUND)],
]);

/** Unpacks a body. `expected` recognises the content, because a body can be packed without a header. */
export function unpack(answer: Answer, expected: (content: Buffer) => boolean): Body {
  let content = answer.body;
  const named = codings(answer);
  if (named.length > MAX_CODINGS) {
    return { state: "not as said" };
  }
  for (const coding of named.reverse()) {
    try {
      // An unknown coding throws here too: browsers do not know it either.
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
      // The body does not have this coding.
    }
  }
  return { state: "another", content };
}

/** Returns the codings of a body in the order of their application. */
export function codings(answer: Answer): string[] {
  return answer.header("content-encoding").toLowerCase().split(/[\s,]+/).filter((coding) => coding && coding !== "identity");
}
