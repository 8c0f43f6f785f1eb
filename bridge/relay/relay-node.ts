/**
 * The endpoint as a listener for Node's own server and for what is built on it. The types are those that are used of Node's.
 *
 * @module elicitform/relay/node
 */

import { json } from "./reply.js";

/** What is used of Node's IncomingMessage, and of Express's request. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  /** "GET", "POST" and so on. */
  readonly method?: string | undefined;
  /** The target, mostly a path. */
  readonly url?: string | undefined;
  /** The whole path, where a router has cut off its part of `url`. */
  readonly originalUrl?: string | undefined;
  /** The headers, by their names in small letters. */
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  /** With TLS it has a member `encrypted`. */
  readonly socket: object;
  /** What a middleware has made of the body already. */
  readonly body?: unknown;
}

/** What is used of Node's ServerResponse. */
export interface NodeResponse {
  /** Sends the status and the headers. */
  writeHead(status: number, headers: Record<string, string>): unknown;
  /** Sends them at once. */
  flushHeaders(): void;
  /** Sends a piece of the body; false where it has to wait. */
  write(chunk: Uint8Array): boolean;
  /** Ends the response. */
  end(chunk?: Uint8Array): unknown;
  /** Ends the connection, whatever was not sent yet. */
  destroy(): unknown;
  /** Listens once: "drain" after a piece that had to wait, and "close". */
  once(event: "drain" | "close", listener: () => void): unknown;
  /** The headers are on their way. */
  readonly headersSent: boolean;
  /** The response has ended. */
  readonly writableEnded: boolean;
  /** The connection is gone. */
  readonly destroyed: boolean;
}

// How many bytes a client has to take in so many milliseconds; one that does not read is let go.
const MOST_PIECE = 16 * 1024;
const PATIENCE = 10_000;

// How many bytes of a body are read that the handler has left unread: more than an answer may have.
const MOST_UNREAD = 512 * 1024;

/**
 * A listener for `http.createServer`, and a handler for Express. A response that names its length is sent as a whole.
 *
 * @example
 * ```ts
 * createServer(nodeListener(relay.handle)).listen(8080);
 * ```
 */
export function nodeListener(handle: (request: Request) => Promise<Response>): (request: NodeRequest, response: NodeResponse) => void {
  return (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once("close", () => gone.abort());
    void answer(incoming, outgoing, gone.signal).catch(() => {
      if (!outgoing.writableEnded && !outgoing.destroyed) {
        if (!outgoing.headersSent) {
          outgoing.writeHead(500, { "cache-control": "no-store" });
        }
        outgoing.end();
      }
    });
  };

  async function answer(incoming: NodeRequest, outgoing: NodeResponse, signal: AbortSignal): Promise<void> {
    const body = incoming.method === "POST" && incoming.body === undefined ? new Body(incoming) : undefined;
    const request = requestOf(incoming, signal, body);
    const response = request instanceof Response ? request : await handle(request);
    const headers = Object.fromEntries(response.headers);
    if (body && !(await body.finish()) && incoming.headers[":authority"] === undefined) {
      headers["connection"] = "close";
    }
    if (headers["content-length"] !== undefined) {
      // Go's reverse proxy, which Caddy and Traefik use too, may close the connection as soon as it has the head of a
      // response. In one packet with its length the rest has arrived by then.
      outgoing.writeHead(response.status, headers);
      outgoing.end(new Uint8Array(await response.arrayBuffer()));
      return;
    }
    outgoing.writeHead(response.status, headers);
    outgoing.flushHeaders();
    const reader = response.body?.getReader();
    let drained = (): void => {};
    signal.addEventListener("abort", () => {
      drained();
      void reader?.cancel().catch(() => {});
    });
    while (reader) {
      const { done, value } = await reader.read();
      if (done) {
        break;
      }
      for (let at = 0; at < value.length && !signal.aborted; at += MOST_PIECE) {
        if (!outgoing.write(value.subarray(at, at + MOST_PIECE))) {
          const timer = setTimeout(() => outgoing.destroy(), PATIENCE);
          await new Promise<void>((resolve) => outgoing.once("drain", (drained = resolve)));
          clearTimeout(timer);
        }
      }
    }
    outgoing.end();
  }
}

// Methods that are no request to a web server, and that no Request can be made of.
const REFUSED_METHODS = ["CONNECT", "TRACE", "TRACK"];

/** What came in as a Request, or the response that says why it cannot be one. */
function requestOf(incoming: NodeRequest, signal: AbortSignal, arriving: Body | undefined): Request | Response {
  const method = incoming.method ?? "GET";
  if (REFUSED_METHODS.includes(method.toUpperCase())) {
    return json(405, { error: "method not allowed" }, { allow: "GET, POST, OPTIONS" });
  }
  try {
    const { body: parsed } = incoming;
    const isText = typeof parsed === "string" || parsed instanceof Uint8Array;
    const body = method === "POST" ? (arriving?.stream ?? (isText ? parsed : JSON.stringify(parsed))) : undefined;
    return new Request(addressOf(incoming), { method, headers: headersOf(incoming), signal, body, duplex: "half" } as RequestInit);
  } catch {
    return json(400, { error: "no request" });
  }
}

function headersOf(incoming: NodeRequest): Headers {
  // HTTP/2 has names that begin with a colon.
  const named = Object.entries(incoming.headers).filter(([name]) => !name.startsWith(":"));
  return new Headers(named.flatMap(([name, values]) => [values ?? []].flat().map((value): [string, string] => [name, value])));
}

/** The address that is meant: the target, at the host that the client names. It throws where there is none. */
function addressOf(incoming: NodeRequest): URL {
  const given = incoming.originalUrl ?? incoming.url ?? "/";
  // A target may be a whole address, as proxies get it: then its host counts, and not the header (RFC 9112, section 3.2.2).
  const [whole, named, path] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(given) ?? [];
  const host = String(named ?? incoming.headers["host"] ?? incoming.headers[":authority"] ?? "localhost");
  const target = whole === undefined ? given : path!.startsWith("/") ? path! : `/${path}`;
  const site = new URL(`${"encrypted" in incoming.socket && incoming.socket.encrypted ? "https" : "http"}://${host}`);
  // A host that has a path or a user in it would be read as another one.
  if (/[\s/\\?#@]/.test(host) || !/^\/[^\s#]*$/.test(target)) {
    throw new TypeError("no address");
  }
  return new URL(site.origin + target);
}

/** The body of a request, as it arrives. */
class Body {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #cancelled = false;

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
        this.#cancelled = true;
      },
    });
  }

  /**
   * Reads what the handler has left unread, and says whether that was all. The next request on the connection comes after it,
   * and many clients and proxies send a body to its end before they read the response.
   */
  async finish(): Promise<boolean> {
    let late: ReturnType<typeof setTimeout> | undefined;
    const waited = new Promise<false>((resolve) => (late = setTimeout(resolve, PATIENCE, false)));
    const read = async (): Promise<boolean> => {
      for (let bytes = 0; !this.#cancelled && bytes <= MOST_UNREAD; ) {
        const { done, value } = await this.#chunks.next();
        if (done) {
          return true;
        }
        bytes += value.length;
      }
      return false;
    };
    return Promise.race([read(), waited]).catch(() => false).finally(() => clearTimeout(late));
  }
}
