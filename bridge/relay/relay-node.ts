// elicitform/relay/node: the endpoint as a listener for Node's own server and for what is
// built on it. The types are those that are used of Node's.

/** What is used of Node's IncomingMessage, and of Express's request. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The whole path, where a router has cut off its part of `url`. */
  readonly originalUrl?: string | undefined;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  /** With TLS it has a member `encrypted`. */
  readonly socket: object;
  /** What a middleware has made of the body already. */
  readonly body?: unknown;
}

/** What is used of Node's ServerResponse. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): unknown;
  flushHeaders(): void;
  write(chunk: Uint8Array): boolean;
  end(): unknown;
  once(event: "drain" | "close", listener: () => void): unknown;
  readonly writableEnded: boolean;
  readonly destroyed: boolean;
}

/**
 * A listener for `http.createServer`, and a handler for Express.
 *
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
        outgoing.end();
      }
    });
  };

  async function answer(incoming: NodeRequest, outgoing: NodeResponse, signal: AbortSignal): Promise<void> {
    const unread = { body: false };
    const response = await handle(requestOf(incoming, signal, unread));
    const headers = Object.fromEntries(response.headers);
    if (unread.body && incoming.headers[":authority"] === undefined) {
      // The rest of a body that is too large is not waited for.
      headers["connection"] = "close";
    }
    outgoing.writeHead(response.status, headers);
    outgoing.flushHeaders();
    const reader = response.body?.getReader();
    signal.addEventListener("abort", () => void reader?.cancel().catch(() => {}));
    while (reader) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) {
        break;
      }
      if (!outgoing.write(value)) {
        await new Promise<void>((resolve) => {
          outgoing.once("drain", resolve);
          signal.addEventListener("abort", () => resolve(), { once: true });
        });
      }
    }
    outgoing.end();
  }
}

function requestOf(incoming: NodeRequest, signal: AbortSignal, unread: { body: boolean }): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    // HTTP/2 has names that begin with a colon.
    for (const one of name.startsWith(":") ? [] : [value ?? []].flat()) {
      headers.append(name, one);
    }
  }
  const host = String(incoming.headers["host"] ?? incoming.headers[":authority"] ?? "localhost");
  const url = `${"encrypted" in incoming.socket && incoming.socket.encrypted ? "https" : "http"}://${host}${incoming.originalUrl ?? incoming.url ?? "/"}`;
  const method = incoming.method ?? "GET";
  if (method !== "POST") {
    return new Request(url, { method, headers, signal });
  }
  const { body } = incoming;
  const read = typeof body === "string" ? body : body instanceof Uint8Array ? (body as BodyInit) : body === undefined ? streamOf(incoming, unread) : JSON.stringify(body);
  return new Request(url, { method, headers, signal, body: read, duplex: "half" } as RequestInit);
}

function streamOf(incoming: NodeRequest, unread: { body: boolean }): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) {
        controller.close();
      } else {
        controller.enqueue(new Uint8Array(value));
      }
    },
    cancel() {
      unread.body = true;
    },
  });
}
