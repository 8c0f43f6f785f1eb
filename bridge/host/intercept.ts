import { jsonText, own, requestId, type RequestId } from "../message/json.js";
import { CANCELLED, COMPLETE, CREATE, PROGRESS } from "../message/names.js";
import { RequestIds } from "../session/requestids.js";
import { type Chats, findHosts } from "./chats.js";
import { withMeta } from "./elicitor.js";
import { ElicitationError } from "./errors.js";
import { failureOf, givenUp, isGivenUp, type Sent, sentRequests } from "./resend.js";
import { watchStreams } from "./streams.js";
import { followTasks } from "./tasks.js";
import type { Message, SendOptions, InterceptOptions, TransportLike } from "./transport.js";
import type { Elicitor, ElicitRequestParams } from "./types.js";

/**
 * Puts the host between an MCP client and its transport. It passes all messages on but these:
 *
 * - `elicitation/create` as the server sent it, before the client checks or drops members, with its notifications;
 * - the error -32042 to a request of the client: the pages are shown, and the request is sent again;
 * - a result with `resultType: "input_required"` whose input requests are all elicitations: they are shown as
 *   one round, and the request is sent again with the answers;
 * - the elicitations among the input requests of a task, in the results of `tasks/get` and in `notifications/tasks`:
 *   each is shown once, and answered with `tasks/update`.
 *
 * Call this before the client connects, and declare the capability yourself.
 *
 * The official transports hand over parsed objects, in which JavaScript has moved properties whose names look like whole
 * numbers to the front. Calls that wait for a form and have asked for progress are kept alive; see {@link keepAlive}.
 *
 * Where several chats share the connection, {@link Chats} take the place of the host. Over HTTP give a function that makes
 * the transport with the `fetch` that it gets, which sees with which call a request arrives; otherwise all open calls count.
 *
 * @throws A TypeError where the host has no `elicit`, such as an element before `elicitform/element` is imported. What goes
 * wrong later is told to the client's `onerror`.
 *
 * @example
 * ```ts
 * const client = new Client(info, { capabilities: { elicitation: { form: {}, url: {} } } });
 * await client.connect(interceptElicitations(transport, host, { server: { id: "weather.example" } }));
 * ```
 */
export function interceptElicitations<T extends TransportLike, H extends Elicitor = Elicitor>(
  connection: T | ((fetch: typeof globalThis.fetch) => T),
  chats: Chats<H>,
  options: InterceptOptions<H> | ((session: string) => InterceptOptions<H>),
): T;
export function interceptElicitations<T extends TransportLike, H extends Elicitor = Elicitor>(
  connection: T | ((fetch: typeof globalThis.fetch) => T),
  host: H,
  options: InterceptOptions<H> | (() => InterceptOptions<H>),
): T;
export function interceptElicitations<T extends TransportLike>(
  connection: T | ((fetch: typeof globalThis.fetch) => T),
  host: Elicitor | Chats,
  options: InterceptOptions | ((session: string) => InterceptOptions),
): T {
  const { show, complete } = findHosts(host, options, (error) => failed(error));
  const streams = typeof connection === "function" ? watchStreams() : undefined;
  const transport = typeof connection === "function" ? connection(streams!.fetch) : connection;
  // The requests of this connection, each with what withdraws it: on another one an id means another request.
  let requests = new RequestIds<AbortController>();
  const deliver = (message: Message, extra?: unknown, request?: Message): void => {
    const seen = tasks.passes(message, request);
    clientSide.onmessage?.(seen, extra);
  };
  const failed = (error: Error): void => clientSide.onerror?.(error);
  const sent = sentRequests(transport, show, deliver, failed);
  const tasks = followTasks(show, failed, sent.request);

  // Asks for a request that one of some calls has brought.
  const ask = async (request: Message, id: RequestId, calls: () => Sent[], withdrawn: AbortController): Promise<void> => {
    const connection = requests;
    const ended = new AbortController();
    withdrawWith(calls(), withdrawn, ended.signal);
    let answer: Message;
    try {
      const { host, options } = show(withdrawn, request, calls().map(({ message }) => message));
      const form = host.elicit(own(request, "params") as ElicitRequestParams, options);
      answer = { jsonrpc: "2.0", id, result: withMeta(await sent.waiting.during({ calls, request, pings: true }, form), options) };
    } catch (error) {
      answer = failureOf(id, error);
    }
    connection.end(id);
    ended.abort();
    // A request that the server has cancelled gets no answer.
    if (!withdrawn.signal.aborted || isGivenUp(withdrawn.signal)) {
      await transport.send(answer);
    }
  };

  // The open calls of the client that can have brought a request of the server.
  const callsOf = (id: RequestId): (() => Sent[]) => {
    const stream = streams?.take(id);
    const known = streams && !(stream && stream.call === undefined);
    return () => sent.all().filter(({ wireId }) => !known || (stream && wireId === stream.call));
  };

  // Takes a message of the server, and returns true when it is not for the client.
  const take = (message: Message, extra: unknown): boolean => {
    const id = requestId(message);
    switch (own(message, "method")) {
      case CREATE:
        if (id !== undefined) {
          const calls = callsOf(id);
          const withdrawn = new AbortController();
          const arrival = requests.arrive(id, jsonText(message), withdrawn);
          if (arrival === "new") {
            ask(message, id, calls, withdrawn).catch(failed);
          } else if (arrival === "id-in-use") {
            transport.send(failureOf(id, new ElicitationError("invalid-request", { reason: arrival }))).catch(failed);
          }
        }
        return true;
      case CANCELLED: {
        const withdrawn = requests.open(own(message, "params", "requestId"));
        withdrawn?.abort();
        return withdrawn !== undefined;
      }
      case COMPLETE:
        complete(String(own(message, "params", "elicitationId")));
        return false;
      case PROGRESS:
        sent.progressed(message);
        return false;
      case undefined:
        return sent.take(message, extra);
    }
    return false;
  };

  const closed = (): void => {
    requests.all.forEach((withdrawn) => withdrawn.abort());
    sent.clear();
    tasks.clear();
    requests = new RequestIds();
  };

  // The members that the client gets in place of the transport's own ones.
  let started = false;
  const clientSide: TransportLike = {
    onmessage: undefined,
    onerror: undefined,
    onclose: undefined,
    start() {
      if (!started) {
        started = true;
        // Listeners that are there already still hear everything, as with the SDKs.
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
        // The server counts its requests anew.
        closed();
      }
      const notice = method === CANCELLED ? sent.cancel(message) : message;
      if (id === undefined || method === undefined || method === CANCELLED) {
        return notice && transport.send(notice, options);
      }
      tasks.sends(message);
      if (options?.resumptionToken) {
        streams?.continues(id, options.resumptionToken);
      }
      return sent.send(id, message, options);
    },
    async close() {
      try {
        await transport.close();
      } finally {
        // Not every transport calls onclose when it was asked to close.
        closed();
      }
    },
  };
  const seen = (target: T, name: PropertyKey): TransportLike => (Object.hasOwn(clientSide, name) ? clientSide : target);
  return new Proxy(transport, {
    get(target, name) {
      const from = seen(target, name);
      const value: unknown = Reflect.get(from, name);
      // A method of the transport must be called on the transport itself, for its private members.
      return from === target && typeof value === "function" ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(seen(target, name), name, value),
  });
}

// Withdraws a request when all calls that can have brought it are over, and the client has given one of them up: the
// form of a server that does not pass on the cancellation would else stay.
function withdrawWith(calls: readonly Sent[], withdrawn: AbortController, ended: AbortSignal): void {
  const look = (): void => {
    if (calls.every(({ over }) => over.signal.aborted) && calls.some(({ over }) => isGivenUp(over.signal))) {
      withdrawn.abort(givenUp());
    }
  };
  calls.forEach(({ over }) => over.signal.addEventListener("abort", look, { signal: ended }));
}
