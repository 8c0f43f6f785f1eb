import { jsonText, own } from "../message/json.js";
import { type RequestId, requestId } from "../message/jsonrpc.js";
import { KnownRequests } from "../session/known.js";
import { needAsker } from "./asker.js";
import { ElicitationError } from "./errors.js";
import { withMeta } from "./replymeta.js";
import { failureOf, sentRequests } from "./resend.js";
import { followTasks } from "./tasks.js";
import type { Message, SendOptions, ShowOptions, TransportLike } from "./transport.js";
import type { Asker, ElicitOptions, ElicitRequestParams } from "./types.js";

/**
 * Puts the host between an MCP client and its transport. It takes the messages
 * about elicitation and passes all others on. It takes:
 *
 * - `elicitation/create` as the server sent it, before the client checks or
 *   thins out anything, with the cancellation and completion notices for it;
 * - the error -32042 to a request of the client: the pages are shown, and the
 *   request is sent again;
 * - a result with `resultType: "input_required"` whose input requests are all
 *   elicitations: they are shown as one round, and the request is sent again
 *   with the answers. When other kinds are among them the client gets the result;
 * - the elicitations among the input requests of a task, in the results of
 *   `tasks/get` and in `notifications/tasks`: each is shown once, and answered
 *   with `tasks/update`. The client gets what is left of the list.
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
export function interceptElicitations<T extends TransportLike, H extends Asker = Asker>(
  transport: T,
  host: H,
  options: ShowOptions<H> | (() => ShowOptions<H>),
): T {
  needAsker("interceptElicitations", host, options);
  // The requests of the server, each with what withdraws it. A new connection
  // begins without any: the same id means another request there.
  let requests = new KnownRequests<AbortController>();
  // The function of the caller may put something into the page, such as a message
  // for the form. So it is called for each request that is shown, and not for notices.
  let last: ShowOptions | undefined;
  const show = (): ShowOptions => (last = typeof options === "function" ? options() : options);
  const until = ({ signal }: AbortController): ElicitOptions => ({ ...show(), signal });
  const deliver = (message: Message, extra: unknown, request?: Message): void => {
    const seen = tasks.passes(message, request);
    clientSide.onmessage?.(seen, extra);
  };
  const failed = (error: Error): void => clientSide.onerror?.(error);
  const sent = sentRequests(transport, host, until, deliver);
  const tasks = followTasks(transport, host, until, failed, sent.nextId);

  const ask = async (id: RequestId, params: unknown, withdrawn: AbortController): Promise<void> => {
    const connection = requests;
    let answer: Message;
    try {
      const options = until(withdrawn);
      answer = { jsonrpc: "2.0", id, result: withMeta(await host.elicit(params as ElicitRequestParams, options), options) };
    } catch (error) {
      answer = failureOf(id, error);
    }
    connection.end(id);
    // A request that the server has cancelled gets no answer.
    if (!withdrawn.signal.aborted) {
      await transport.send(answer);
    }
  };

  // Takes a message of the server, and returns true when it is not for the client.
  const take = (message: Message, extra: unknown): boolean => {
    const id = requestId(message);
    switch (own(message, "method")) {
      case "elicitation/create":
        if (id !== undefined) {
          const withdrawn = new AbortController();
          const arrival = requests.arrive(id, jsonText(message), withdrawn);
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
        if (tasks.answered(message)) {
          return true;
        }
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
    tasks.clear();
    requests = new KnownRequests();
  };

  // The members that the client gets in place of the transport's own ones. All
  // others are the transport's: its session, its authorization, whatever it has.
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
      if (method === "notifications/cancelled") {
        const notice = sent.cancel(message);
        return notice && transport.send(notice, options);
      }
      if (id === undefined || method === undefined) {
        return transport.send(message, options);
      }
      tasks.sends(message);
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
