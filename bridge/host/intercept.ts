import { isObject, own } from "../message/json.js";
import { INTERNAL_ERROR, type RequestId, requestId } from "../message/jsonrpc.js";
import { KnownRequests } from "../session/known.js";
import { ElicitationError } from "./errors.js";
import { elicitRequired, loopGuard, URL_ELICITATION_REQUIRED } from "./required.js";
import type { Message, MessageHandler, SendOptions, ShowOptions, TransportLike } from "./transport.js";
import type { ElicitOptions, ElicitRequestParams, FormHost, InputRequest } from "./types.js";

/** A request of the client that it has no answer to yet. */
interface Sent {
  /** The client's id. */
  readonly id: RequestId;
  readonly message: Message;
  readonly options: SendOptions | undefined;
  /** The id under which the server has it; undefined while a person is asked. */
  wireId: RequestId | undefined;
  /** Whether the pages of an error may be shown. */
  readonly allows: (error: unknown) => boolean;
  /** Aborted when it is over. */
  readonly over: AbortController;
}

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
  // The requests of the client, by its ids. Ours cannot be among them: clients
  // count, or use words of their own.
  const sent = new Map<unknown, Sent>();
  const prefix = `elicitform-${crypto.getRandomValues(new Uint32Array(2)).join("-")}-`;
  let lastId = 0;

  // What options makes may be in the page at once, such as a message for the
  // form: it is asked for what is shown, and not for notices.
  let last: ShowOptions | undefined;
  const show = (): ShowOptions => (last = typeof options === "function" ? options() : options);
  const until = ({ signal }: AbortController): ElicitOptions => ({ ...show(), signal });
  const deliver: MessageHandler = (message, extra) => clientSide.onmessage?.(message, extra);
  const failed = (error: Error): void => clientSide.onerror?.(error);

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

  const drop = (request: Sent): void => {
    sent.delete(request.id);
    request.over.abort();
  };

  // The request once more, when the person has opened all pages and finished.
  const withPages = async (request: Sent, error: unknown): Promise<Message> => {
    try {
      return request.allows(error) && (await elicitRequired(host, error, until(request.over))) === "retry" && request.message;
    } catch {
      // Nobody has seen the pages: the client gets the server's own error.
      return undefined;
    }
  };

  // The request with the person's answers, and with the state that the server
  // wants back as it is. What is undefined is not on the wire.
  const withInput = async ({ message, over }: Sent, result: unknown, requests: Record<string, InputRequest>): Promise<Message> => {
    const inputResponses = await host.elicitAll(requests, until(over));
    return { ...message, params: { ...message.params, inputResponses, requestState: own(result, "requestState") } };
  };

  const takeAnswer = async (request: Sent, message: Message, extra: unknown): Promise<void> => {
    const error = own(message, "error");
    const result = own(message, "result");
    const requests = own(result, "inputRequests");
    let answer: Message = { ...message, id: request.id };
    let again: Message;
    request.wireId = undefined;
    if (own(error, "code") === URL_ELICITATION_REQUIRED) {
      again = await withPages(request, error);
    } else if (own(result, "resultType") === "input_required" && onlyElicitations(requests)) {
      try {
        again = await withInput(request, result, requests);
      } catch (cause) {
        answer = failureOf(request.id, cause);
      }
    }
    const { signal } = request.over;
    if (again && !signal.aborted) {
      request.wireId = prefix + ++lastId;
      // This is a new request: there is no earlier stream of it to continue.
      const { resumptionToken: _, ...rest } = request.options ?? {};
      try {
        return await transport.send({ ...again, id: request.wireId }, rest);
      } catch (cause) {
        answer = failureOf(request.id, cause);
      }
    }
    // The client may have given it up meanwhile.
    if (!signal.aborted) {
      drop(request);
      deliver(answer, extra);
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
        const request = [...sent.values()].find(({ wireId }) => id !== undefined && wireId === id);
        if (request) {
          takeAnswer(request, message, extra).catch(failed);
        }
        // The client must not see the second answer to what it waits for, nor
        // one that came late to an id of ours.
        return request !== undefined || sent.has(id) || String(id).startsWith(prefix);
      }
    }
    return false;
  };

  const closed = (): void => {
    requests.all.forEach((withdrawn) => withdrawn.abort());
    sent.forEach(drop);
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
        const given = sent.get(own(message, "params", "requestId"));
        if (given) {
          // The server may know the request by another id, or not any more.
          const requestId = given.wireId;
          drop(given);
          return requestId === undefined ? undefined : transport.send({ ...message, params: { ...message.params, requestId } }, options);
        }
      }
      if (id === undefined || method === undefined) {
        return transport.send(message, options);
      }
      const request: Sent = { id, message, options, wireId: id, allows: loopGuard(), over: new AbortController() };
      sent.set(id, request);
      options?.requestSignal?.addEventListener("abort", () => drop(request), { signal: request.over.signal });
      try {
        await transport.send(message, options);
      } catch (error) {
        drop(request);
        throw error;
      }
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

function onlyElicitations(requests: unknown): requests is Record<string, InputRequest> {
  const all = isObject(requests) ? Object.values(requests) : [];
  return all.length > 0 && all.every((request) => own(request, "method") === "elicitation/create");
}

// The error response to a request that failed.
function failureOf(id: RequestId, error: unknown): Message {
  const code = error instanceof ElicitationError ? error.rpcCode : INTERNAL_ERROR;
  return { jsonrpc: "2.0", id, error: { code, message: error instanceof Error ? error.message : String(error) } };
}
