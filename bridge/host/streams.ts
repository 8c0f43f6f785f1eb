// Finds the call of the client that brought a request of the server, over Streamable HTTP: the official transports do not report it.

import { eventReader } from "../message/events.js";
import { listOf, own, parseObject, requestId, type RequestId, textOf } from "../message/json.js";
import { evictOldest } from "./room.js";

interface Stream {
  /** The client's request that the stream answers; undefined for the general stream, which the client opens by GET. */
  readonly call: RequestId | undefined;
  /** The event from which a broken stream can continue. */
  eventId: string | undefined;
}

// Beyond these limits the call of a request is unknown.
const MAX_STREAMS = 1000;
const MAX_REQUESTS = 1000;
const MAX_EVENT = 300_000;
const MAX_EVENT_ID = 1000;

export class Streams {
  readonly #streams = new Set<Stream>();
  // The stream of each request of the server, by id; undefined if several streams brought that id.
  readonly #requests = new Map<RequestId, Stream | undefined>();

  /** Takes the place of fetch in a transport. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const stream = this.#streamOf(init);
    const response = await fetch(input, init);
    const type = response.headers.get("content-type") ?? "";
    const hasEvents = type.startsWith("text/event-stream");
    if (!stream || !response.ok || !response.body || !(hasEvents || type.startsWith("application/json"))) {
      return response;
    }
    return new Response(response.body.pipeThrough(this.#reader(stream, hasEvents)), response);
  };

  /** Notes that a call continues the stream of an earlier call. */
  continues(call: RequestId, eventId: string): void {
    this.#remember(call, eventId);
  }

  /** Returns the stream that brought a request of the server, once. */
  take(id: RequestId): Stream | undefined {
    const stream = this.#requests.get(id);
    this.#requests.delete(id);
    return stream;
  }

  #remember(call: RequestId | undefined, eventId?: string): Stream {
    const stream = { call, eventId };
    this.#streams.add(stream);
    evictOldest(MAX_STREAMS, this.#streams);
    return stream;
  }

  // Returns the stream that answers a request of the transport, or undefined if that is not clear.
  #streamOf(init: RequestInit | undefined): Stream | undefined {
    const { method = "GET", body, headers } = init ?? {};
    if (method === "POST") {
      const call = requestId(parseObject(textOf(body)));
      return call === undefined ? undefined : this.#remember(call);
    }
    const lastEventId = new Headers(headers).get("last-event-id");
    if (lastEventId === null) {
      return this.#remember(undefined);
    }
    const [stream, second] = [...this.#streams].filter(({ eventId }) => eventId === lastEventId);
    return second ? undefined : stream;
  }

  // Reads the messages of a stream before the transport gets them.
  #reader(stream: Stream, hasEvents: boolean): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
    const decoder = new TextDecoder();
    const read = eventReader(({ id, data }) => {
      stream.eventId = id && id.length <= MAX_EVENT_ID ? id : undefined;
      this.#note(stream, data);
    }, () => {}, MAX_EVENT);
    // A message of JSON is read as if it were the data of an event.
    read(hasEvents ? "" : "data:");
    return new TransformStream({
      transform(bytes, out) {
        const text = decoder.decode(bytes, { stream: true });
        read(hasEvents ? text : text.replace(/[\r\n]/g, " "));
        out.enqueue(bytes);
      },
      flush: () => read(hasEvents ? "" : "\n\n"),
    });
  }

  #note(stream: Stream, text: string): void {
    // Few messages are elicitations, so most are not parsed. Some servers escape the slash.
    if (/elicitation\\?\/create/.test(text)) {
      const message = parseObject(text);
      for (const request of message ? [message] : listOf(parseObject(`{"all":${text}}`)?.["all"])) {
        const id = requestId(request);
        if (id !== undefined && own(request, "method") !== undefined) {
          const isAmbiguous = this.#requests.has(id) && this.#requests.get(id)?.call !== stream.call;
          this.#requests.set(id, isAmbiguous ? undefined : stream);
          evictOldest(MAX_REQUESTS, this.#requests);
        }
      }
    }
  }
}
