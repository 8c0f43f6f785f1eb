import { jsonText, own, requestId, type RequestId } from "../message/json.js";
import { CANCELLED, COMPLETE, CREATE, PROGRESS } from "../message/names.js";
import { RequestIds } from "../session/requestids.js";
import { type Chats, findHosts, type Hosts } from "./chats.js";
import { withMeta } from "./elicitor.js";
import { ElicitationError } from "./errors.js";
import { callGivenUp, failureOf, isGivenUp, type Sent, SentRequests } from "./resend.js";
import { Streams } from "./streams.js";
import { Tasks } from "./tasks.js";
import type { Message, SendOptions, InterceptOptions, TransportLike } from "./transport.js";
import type { Elicitor, ElicitRequestParams } from "./types.js";

/**
 * Puts the host between an MCP client and its transport. It passes on all messages except these:
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
 * numbers to the front. Calls that wait for a form and asked for progress are kept alive; see {@link keepAlive}.
 *
 * If several chats share the connection, pass {@link Chats} in place of the host. Over HTTP pass a function that makes the
 * transport with the `fetch` that it gets, which sees the call with which a request arrives; otherwise all open calls count.
 *
 * @throws A TypeError for a host without `elicit`, such as an element before `elicitform/element` is imported. The client's
 * `onerror` gets later errors.
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
  return new Interceptor(connection, host, options).proxy();
}

class Interceptor<T extends TransportLike> {
  readonly #transport: T;
  readonly #streams: Streams | undefined;
  readonly #hosts: Hosts;
  readonly #sent: SentRequests;
  readonly #tasks: Tasks;
  // The open requests of this connection, each with the controller that withdraws it. On another connection an id means another request.
  #requests = new RequestIds<AbortController>();
  #isStarted = false;

  constructor(
    connection: T | ((fetch: typeof globalThis.fetch) => T),
    host: Elicitor | Chats,
    options: InterceptOptions | ((session: string) => InterceptOptions),
  ) {
    this.#hosts = findHosts(host, options, this.#failed);
    this.#streams = typeof connection === "function" ? new Streams() : undefined;
    this.#transport = typeof connection === "function" ? connection(this.#streams!.fetch) : connection;
    const { show } = this.#hosts;
    this.#sent = new SentRequests(this.#transport, show, this.#deliver, this.#failed);
    this.#tasks = new Tasks(show, this.#failed, this.#sent.request);
  }

  proxy(): T {
    const clientSide = this.#clientSide;
    const ownerOf = (target: T, name: PropertyKey): TransportLike => (Object.hasOwn(clientSide, name) ? clientSide : target);
    return new Proxy(this.#transport, {
      get(target, name) {
        const owner = ownerOf(target, name);
        const value: unknown = Reflect.get(owner, name);
        // A method of the transport must be called on the transport itself, for its private members.
        return owner === target && typeof value === "function" ? value.bind(target) : value;
      },
      set: (target, name, value) => Reflect.set(ownerOf(target, name), name, value),
    });
  }

  // The members that the client gets in place of the transport's own members.
  readonly #clientSide: TransportLike = {
    onmessage: undefined,
    onerror: undefined,
    onclose: undefined,
    start: () => {
      if (!this.#isStarted) {
        this.#isStarted = true;
        this.#listen();
      }
      return this.#transport.start();
    },
    send: (message, options?: SendOptions) => this.#send(message, options),
    close: async () => {
      try {
        await this.#transport.close();
      } finally {
        // Some transports do not call onclose after close().
        this.#closed();
      }
    },
  };

  readonly #deliver = (message: Message, extra?: unknown, request?: Message): void => {
    // The tasks must see the message even if nobody listens.
    const filtered = this.#tasks.filter(message, request);
    this.#clientSide.onmessage?.(filtered, extra);
  };

  readonly #failed = (error: Error): void => this.#clientSide.onerror?.(error);

  // Existing listeners of the transport still get everything, as in the SDKs.
  #listen(): void {
    const transport = this.#transport;
    const { onmessage, onerror, onclose } = transport;
    transport.onmessage = (message, extra) => {
      onmessage?.(message, extra);
      if (!this.#take(message, extra)) {
        this.#deliver(message, extra);
      }
    };
    transport.onerror = (error) => {
      onerror?.(error);
      this.#failed(error);
    };
    transport.onclose = () => {
      this.#closed();
      onclose?.();
      this.#clientSide.onclose?.();
    };
  }

  async #send(message: Message, options?: SendOptions): Promise<void> {
    const id = requestId(message);
    const method = own(message, "method");
    if (method === "initialize") {
      // The server starts to count its requests again.
      this.#closed();
    }
    const notification = method === CANCELLED ? this.#sent.cancel(message) : message;
    if (id === undefined || method === undefined || method === CANCELLED) {
      return notification && this.#transport.send(notification, options);
    }
    this.#tasks.sends(message);
    if (options?.resumptionToken) {
      this.#streams?.continues(id, options.resumptionToken);
    }
    return this.#sent.send(id, message, options);
  }

  #closed(): void {
    this.#requests.all.forEach((withdrawal) => withdrawal.abort());
    this.#sent.clear();
    this.#tasks.clear();
    this.#requests = new RequestIds();
  }

  // Takes a message of the server. It returns false if the message is for the client.
  #take(message: Message, extra: unknown): boolean {
    const id = requestId(message);
    switch (own(message, "method")) {
      case CREATE:
        if (id !== undefined) {
          this.#arrive(id, message);
        }
        return true;
      case CANCELLED: {
        const withdrawal = this.#requests.open(own(message, "params", "requestId"));
        withdrawal?.abort();
        return withdrawal !== undefined;
      }
      case COMPLETE:
        this.#hosts.complete(String(own(message, "params", "elicitationId")));
        return false;
      case PROGRESS:
        this.#sent.progressed(message);
        return false;
      case undefined:
        return this.#sent.take(message, extra);
    }
    return false;
  }

  #arrive(id: RequestId, message: Message): void {
    const calls = this.#callsOf(id);
    const withdrawal = new AbortController();
    const arrival = this.#requests.arrive(id, jsonText(message), withdrawal);
    if (arrival === "new") {
      this.#ask(message, id, calls, withdrawal).catch(this.#failed);
    } else if (arrival === "id-in-use") {
      this.#transport.send(failureOf(id, new ElicitationError("invalid-request", { reason: arrival }))).catch(this.#failed);
    }
  }

  // Returns the open calls of the client that can have brought a request of the server.
  #callsOf(id: RequestId): () => Sent[] {
    const stream = this.#streams?.take(id);
    const isKnown = this.#streams && !(stream && stream.call === undefined);
    return () => this.#sent.all.filter(({ wireId }) => !isKnown || (stream && wireId === stream.call));
  }

  async #ask(request: Message, id: RequestId, calls: () => Sent[], withdrawal: AbortController): Promise<void> {
    const requests = this.#requests;
    const end = new AbortController();
    withdrawWith(calls(), withdrawal, end.signal);
    let answer: Message;
    try {
      const { host, options } = this.#hosts.show(withdrawal, request, calls().map(({ message }) => message));
      const form = host.elicit(own(request, "params") as ElicitRequestParams, options);
      const result = await this.#sent.keepAlive.during({ calls, request, pings: true }, form);
      answer = { jsonrpc: "2.0", id, result: withMeta(result, options) };
    } catch (error) {
      answer = failureOf(id, error);
    }
    requests.end(id);
    end.abort();
    // A request that the server cancelled gets no answer.
    if (!withdrawal.signal.aborted || isGivenUp(withdrawal.signal)) {
      await this.#transport.send(answer);
    }
  }
}

// Withdraws a request when all calls that can have brought it are over, and the client gave up one of them. Otherwise the
// form would stay when a server does not pass on the cancellation.
function withdrawWith(calls: readonly Sent[], withdrawal: AbortController, end: AbortSignal): void {
  const look = (): void => {
    if (calls.every(({ over }) => over.signal.aborted) && calls.some(({ over }) => isGivenUp(over.signal))) {
      withdrawal.abort(callGivenUp());
    }
  };
  calls.forEach(({ over }) => over.signal.addEventListener("abort", look, { signal: end }));
}
