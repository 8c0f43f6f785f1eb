import { own } from "../message/json.js";
import { type RequestId, requestId } from "../message/jsonrpc.js";
import { KnownRequests } from "../session/known.js";
import { ElicitationError } from "./errors.js";
import { failureOf, SentRequests } from "./resend.js";
import type { Message, MessageHandler, SendOptions, ShowOptions, TransportLike } from "./transport.js";
import type { ElicitOptions, ElicitRequestParams, FormHost } from "./types.js";

/**
 * Puts the host between an MCP client and its transport, of which it takes what
 * is elicitation and passes everything else on:
 *
 * - `elicitation/create` as the server sent it, before the client checks or
 *   thins out anything, with the cancellation and completion notices for it;
 * - the error -32042 to a request of the client: the pages are shown, and the
 *   request is sent again;
 * - a result with `resultType: "input_required"` whose input requests are all
 *   elicitations: they are shown as one round, and the request is sent again
 *   with the answers. When other kinds are among them the client gets the result.
 *
 * A request that is sent again has an id of ours; the client gets the last
 * answer under its own. Call this before the client connects, and declare the
 * capability yourself:
 *
 * ```ts
 * const client = new Client(info, { capabilities: { elicitation: { form: {}, url: {} } } });
 * await client.connect(interceptElicitations(transport, host, { server: { id: "weather.example" } }));
 * ```
 *
 * The official transports hand over parsed objects, in which JavaScript has
 * moved properties whose names look like whole numbers to the front.
 */
export function interceptElicitations<T extends TransportLike>(transport: T, host: FormHost, options: ShowOptions | (() => ShowOptions)): T {
  // The requests of the server, each with what withdraws it. A new connection
  // starts anew: what an earlier one asked is none of its business.
  let requests = new KnownRequests<AbortController>();
  // What options makes may be in the page at once, such as a message for the
  // form: it is asked for what is shown, and not for notices.
  let last: ShowOptions | undefined;
  const show = (): ShowOptions => (last = typeof options === "function" ? options() : options);
  const until = ({ signal }: AbortController): ElicitOptions => ({ ...show(), signal });
  const deliver: MessageHandler = (message, extra) => clientSide.onmessage?.(message, extra);
  const failed = (error: Error): void => clientSide.onerror?.(error);
  const sent = new SentRequests(transport, host, until, deliver);

  const ask = async (id: RequestId, params: unknown, withdrawn: AbortController): Promise<void> => {
    const connection = requests;
    let answer: Message;
    try {
      answer = { jsonrpc: "2.0", id, result: await host.elicit(params as ElicitRequestParams, until(withdrawn)) };
    } catch (error) {
      answer = failureOf(id, error);
    }
    connection.end(id);
    // A request that the server has cancelled gets no answer.
    if (!withdrawn.signal.aborted) {
      await transport.send(answer);
    }
  };

  // Reports whether that was all there is to it.
  const take = (message: Message, extra: unknown): boolean => {
    const id = requestId(message);
    switch (own(message, "method")) {
      case "elicitation/create":
        if (id !== undefined) {
          const withdrawn = new AbortController();
          const arrival = requests.arrive(id, JSON.stringify(message), withdrawn);
          if (arrival === "new") {
            ask(id, own(message, "params"), withdrawn).catch(failed);
          } else if (arrival === "id-in-use") {
            transport.send(failureOf(id, new ElicitationError("invalid-request", { reason: arrival }))).catch(failed);
          }
        }
        return true;
      case "notifications/cancelled": {
        const withdrawn = requests.open(own(message, "params", "requestId"));
        withdrawn?.abort();
        return withdrawn !== undefined;
      }
      case "notifications/elicitation/complete":
        host.complete(String(own(message, "params", "elicitationId")), (last ?? show()).server);
        return false;
      case undefined: {
        const taken = sent.take(message, extra);
        taken?.catch(failed);
        return taken !== undefined;
      }
    }
    return false;
  };

  const closed = (): void => {
    requests.all.forEach((withdrawn) => withdrawn.abort());
    sent.clear();
    requests = new KnownRequests();
  };

  // What the client sees instead of the transport's own members. The rest is
  // the transport's: its session, its authorization, whatever it has.
  let started = false;
  const clientSide: TransportLike = {
    onmessage: undefined,
    onerror: undefined,
    onclose: undefined,
    start() {
      if (!started) {
        started = true;
        // Who listens already goes on listening, as the SDKs have it.
        const { onmessage, onerror, onclose } = transport;
        transport.onmessage = (message, extra) => {
          onmessage?.(message, extra);
          if (!take(message, extra)) {
            deliver(message, extra);
          }
        };
        transport.onerror = (error) => {
          onerror?.(error);
          failed(error);
        };
        transport.onclose = () => {
          closed();
          onclose?.();
          clientSide.onclose?.();
        };
      }
      return transport.start();
    },
    async send(message, options?: SendOptions) {
      const id = requestId(message);
      const method = own(message, "method");
      if (method === "initialize") {
        // A new session counts its requests anew.
        closed();
      }
      if (method === "notifications/cancelled") {
        const notice = sent.cancel(message);
        return notice && transport.send(notice, options);
      }
      return id === undefined || method === undefined ? transport.send(message, options) : sent.send(id, message, options);
    },
    async close() {
      try {
        await transport.close();
      } finally {
        // Not every transport tells when it was asked to.
        closed();
      }
    },
  };
  const seen = (target: T, name: PropertyKey): TransportLike => (Object.hasOwn(clientSide, name) ? clientSide : target);
  return new Proxy(transport, {
    get(target, name) {
      const from = seen(target, name);
      const value: unknown = Reflect.get(from, name);
      // Methods of the transport need the transport itself, for its private members.
      return from === target && typeof value === "function" ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(seen(target, name), name, value),
  });
}
