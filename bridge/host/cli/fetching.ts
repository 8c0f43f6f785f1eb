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
const BODY_LIMIT = 64 << 20;

/** Asks for an address and goes on where another one is named. It rejects when nobody answers. */
export async function ask(url: URL, headers: { [name: string]: string }, redirects = 0): Promise<Answer> {
  const answer = await askOnce(url, headers, redirects);
  const location = answer.header("location");
  if (answer.status < 300 || answer.status > 399 || !location || redirects === REDIRECTS) {
    return answer;
  }
  return ask(new URL(location, url), headers, redirects + 1);
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

const DECODERS: { [coding: string]: (packed: Buffer) => Buffer } = {
  br: brotliDecompressSync, gzip: gunzipSync, "x-gzip": gunzipSync, deflate: inflateSync,
};

/** Unpacks a body. What it should be is told by a function, because a body can be packed and nobody says so. */
export function unpack(answer: Answer, expected: (content: Buffer) => boolean): Body {
  let content = answer.body;
  for (const coding of codings(answer).reverse()) {
    try {
      // A coding that browsers do not know either is one that the body is not in.
      content = DECODERS[coding]!(content);
    } catch {
      return { state: "not as said" };
    }
  }
  if (expected(content)) {
    return { state: "as said", content };
  }
  for (const coding of ["br", "gzip"]) {
    try {
      const inner = DECODERS[coding]!(content);
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
