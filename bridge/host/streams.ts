// Which call of the client has brought a request of the server, over Streamable HTTP: the official transports do not say it.

import { eventReader } from "../message/events.js";
import { listOf, own, parseObject, requestId, type RequestId, textOf } from "../message/json.js";
import { keepAtMost } from "./room.js";

/** A stream of messages of the server. */
interface Stream {
  /** The request of the client that it answers; undefined for the one that the client opens for everything else. */
  readonly call: RequestId | undefined;
  /** Where it can be continued after it has broken. */
  eventId: string | undefined;
}

// The most streams and requests that are remembered, and the longest events and ids that are read. Beyond them a request has no call.
const MOST = 1000;
const MOST_EVENT = 300_000;
const MOST_ID = 1000;

/** Watches the streams of one connection. */
export function watchStreams() {
  const streams = new Set<Stream>();
  // By the ids of the server's requests; undefined where several streams have brought that id.
  const brought = new Map<RequestId, Stream | undefined>();

  const remember = (call: RequestId | undefined, eventId?: string): Stream => {
    const stream = { call, eventId };
    streams.add(stream);
    keepAtMost(MOST, streams);
    return stream;
  };

  // The stream that answers a request of the transport, or undefined when that is not clear.
  const streamOf = (init: RequestInit | undefined): Stream | undefined => {
    const { method = "GET", body, headers } = init ?? {};
    if (method === "POST") {
      const call = requestId(parseObject(textOf(body)));
      return call === undefined ? undefined : remember(call);
    }
    const continued = new Headers(headers).get("last-event-id");
    if (continued === null) {
      return remember(undefined);
    }
    const [stream, another] = [...streams].filter(({ eventId }) => eventId === continued);
    return another ? undefined : stream;
  };

  const note = (stream: Stream, text: string): void => {
    // Not many messages are requests for a form, and not every server writes a slash as it is.
    if (/elicitation\\?\/create/.test(text)) {
      const message = parseObject(text);
      for (const request of message ? [message] : listOf(parseObject(`{"all":${text}}`)?.["all"])) {
        const id = requestId(request);
        if (id !== undefined && own(request, "method") !== undefined) {
          brought.set(id, brought.has(id) && brought.get(id)?.call !== stream.call ? undefined : stream);
          keepAtMost(MOST, brought);
        }
      }
    }
  };

  const watched = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const stream = streamOf(init);
    const response = await fetch(input, init);
    const type = response.headers.get("content-type") ?? "";
    const events = type.startsWith("text/event-stream");
    if (!stream || !response.ok || !response.body || !(events || type.startsWith("application/json"))) {
      return response;
    }
    const decoder = new TextDecoder();
    const read = eventReader(({ id, data }) => {
      stream.eventId = id && id.length <= MOST_ID ? id : undefined;
      note(stream, data);
    }, () => {}, MOST_EVENT);
    // A message of JSON is read as if it were the data of an event.
    const prefix = events ? "" : "data:";
    read(prefix);
    // It is read before the transport gets it.
    const reading = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, out) {
        const text = decoder.decode(bytes, { stream: true });
        read(events ? text : text.replace(/[\r\n]/g, " "));
        out.enqueue(bytes);
      },
      flush: () => read(events ? "" : "\n\n"),
    });
    return new Response(response.body.pipeThrough(reading), response);
  };

  return {
    /** For the transport, in place of fetch. */
    fetch: watched as typeof fetch,
    /** The client continues the stream of an earlier call with this one. */
    continues: (call: RequestId, eventId: string) => void remember(call, eventId),
    /** The stream that has brought a request of the server, once. */
    take(id: RequestId): Stream | undefined {
      const stream = brought.get(id);
      brought.delete(id);
      return stream;
    },
  };
}
