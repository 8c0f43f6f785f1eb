/**
 * The endpoint as a listener for Node's own server and the frameworks on it. The types are the parts of Node's that it uses.
 *
 * @module elicitform/relay/node
 */

import { json } from "./reply.js";

/** The part of Node's IncomingMessage, and of Express's request, that the listener uses. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  /** "GET", "POST" and so on. */
  readonly method?: string | undefined;
  /** The target, mostly a path. */
  readonly url?: string | undefined;
  /** The whole path, if a router has cut its own part off `url`. */
  readonly originalUrl?: string | undefined;
  /** The headers by their names in lower case. */
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  /** The connection. With TLS it has a member `encrypted`. */
  readonly socket: object;
  /** The body, if a middleware has already read it. */
  readonly body?: unknown;
}

/** The part of Node's ServerResponse that the listener uses. */
export interface NodeResponse {
  /** Sends the status and the headers. */
  writeHead(status: number, headers: Record<string, string>): unknown;
  /** Sends them at once. */
  flushHeaders(): void;
  /** Sends a piece of the body; false if it has to wait. */
  write(chunk: Uint8Array): boolean;
  /** Ends the response. */
  end(chunk?: Uint8Array): unknown;
  /** Closes the connection at once. */
  destroy(): unknown;
  /** Listens once: to "drain" after a piece that had to wait, or to "close". */
  once(event: "drain" | "close", listener: () => void): unknown;
  /** Whether the headers were sent. */
  readonly headersSent: boolean;
  /** Whether the response has ended. */
  readonly writableEnded: boolean;
  /** Whether the connection is closed. */
  readonly destroyed: boolean;
}

// A client must read each piece before the timeout.
const MAX_PIECE = 16 * 1024;
const TIMEOUT_MS = 10_000;

// The listener reads this much of a body that the handler has not read: more than an answer may have.
const MAX_UNREAD = 512 * 1024;

type Handler = (request: Request) => Promise<Response>;

/**
 * Makes a listener for `http.createServer`, or a handler for Express. A response that names its length is sent in one piece.
 *
 * @example
 * ```ts
 * createServer(nodeListener(relay.handle)).listen(8080);
 * ```
 */
export function nodeListener(handle: (request: Request) => Promise<Response>): (request: NodeRequest, response: NodeResponse) => void {
  return (incoming, outgoing) => {
    const closed = new AbortController();
    outgoing.once("close", () => closed.abort());
    void answer(handle, incoming, outgoing, closed.signal).catch(() => {
      if (!outgoing.writableEnded && !outgoing.destroyed) {
        if (!outgoing.headersSent) {
          outgoing.writeHead(500, { "cache-control": "no-store" });
        }
        outgoing.end();
      }
    });
  };
}

async function answer(handle: Handler, incoming: NodeRequest, outgoing: NodeResponse, signal: AbortSignal): Promise<void> {
  const body = incoming.method === "POST" && incoming.body === undefined ? new Body(incoming) : undefined;
  const request = toRequest(incoming, signal, body);
  const response = request instanceof Response ? request : await handle(request);
  const headers = Object.fromEntries(response.headers);
  if (body && !(await body.finish()) && incoming.headers[":authority"] === undefined) {
    headers["connection"] = "close";
  }
  outgoing.writeHead(response.status, headers);
  if (headers["content-length"] !== undefined) {
    // In one packet with its head: Go's reverse proxy, which Caddy and Traefik use too, may close the connection after the head.
    outgoing.end(new Uint8Array(await response.arrayBuffer()));
    return;
  }
  outgoing.flushHeaders();
  await sendStream(response.body?.getReader(), outgoing, signal);
  outgoing.end();
}

async function sendStream(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined, outgoing: NodeResponse, signal: AbortSignal,
): Promise<void> {
  let drained = (): void => {};
  signal.addEventListener("abort", () => {
    drained();
    void reader?.cancel().catch(() => {});
  });
  while (reader) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    for (let at = 0; at < value.length && !signal.aborted; at += MAX_PIECE) {
      if (!outgoing.write(value.subarray(at, at + MAX_PIECE))) {
        const timer = setTimeout(() => outgoing.destroy(), TIMEOUT_MS);
        await new Promise<void>((resolve) => outgoing.once("drain", (drained = resolve)));
        clearTimeout(timer);
      }
    }
  }
}

// The constructor of Request throws for these methods.
const REFUSED_METHODS = ["CONNECT", "TRACE", "TRACK"];

function toRequest(incoming: NodeRequest, signal: AbortSignal, arriving: Body | undefined): Request | Response {
  const method = incoming.method ?? "GET";
  if (REFUSED_METHODS.includes(method.toUpperCase())) {
    return json(405, { error: "method not allowed" }, { allow: "GET, POST, OPTIONS" });
  }
  try {
    const { body: parsed } = incoming;
    const isText = typeof parsed === "string" || parsed instanceof Uint8Array;
    const body = method === "POST" ? (arriving?.stream ?? (isText ? parsed : JSON.stringify(parsed))) : undefined;
    return new Request(readAddress(incoming), { method, headers: readHeaders(incoming), signal, body, duplex: "half" } as RequestInit);
  } catch {
    return json(400, { error: "no request" });
  }
}

function readHeaders(incoming: NodeRequest): Headers {
  // Pseudo-headers of HTTP/2 begin with a colon.
  const fields = Object.entries(incoming.headers).filter(([name]) => !name.startsWith(":"));
  return new Headers(fields.flatMap(([name, values]) => [values ?? []].flat().map((value): [string, string] => [name, value])));
}

function readAddress(incoming: NodeRequest): URL {
  const target = incoming.originalUrl ?? incoming.url ?? "/";
  // A target may be a whole address, as for a proxy. Its host then counts, and not the header (RFC 9112, section 3.2.2).
  const [whole, authority, rest] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [];
  const host = String(authority ?? incoming.headers["host"] ?? incoming.headers[":authority"] ?? "localhost");
  const path = whole === undefined ? target : rest!.startsWith("/") ? rest! : `/${rest}`;
  const site = new URL(`${"encrypted" in incoming.socket && incoming.socket.encrypted ? "https" : "http"}://${host}`);
  // A host with a path or a user in it would be read as another host.
  if (/[\s/\\?#@]/.test(host) || !/^\/[^\s#]*$/.test(path)) {
    throw new TypeError("no address");
  }
  return new URL(site.origin + path);
}

class Body {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #isCancelled = false;

  constructor(incoming: NodeRequest) {
    this.#chunks = incoming[Symbol.asyncIterator]();
    this.stream = new ReadableStream({
      pull: async (controller) => {
        const { done, value } = await this.#chunks.next();
        if (done) {
          controller.close();
        } else {
          controller.enqueue(new Uint8Array(value));
        }
      },
      cancel: () => {
        this.#isCancelled = true;
      },
    });
  }

  /** The next request on the connection follows the body, which many clients and proxies send before they read the response. */
  async finish(): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<false>((resolve) => (timer = setTimeout(resolve, TIMEOUT_MS, false)));
    const read = async (): Promise<boolean> => {
      for (let bytes = 0; !this.#isCancelled && bytes <= MAX_UNREAD; ) {
        const { done, value } = await this.#chunks.next();
        if (done) {
          return true;
        }
        bytes += value.length;
      }
      return false;
    };
    return Promise.race([read(), timeout]).catch(() => false).finally(() => clearTimeout(timer));
  }
}
