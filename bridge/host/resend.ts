import { isObject, type JsonObject, own, requestId, type RequestId } from "../message/json.js";
import { CREATE, INTERNAL_ERROR, MAX_INPUT_ROUNDS } from "../message/names.js";
import { KeepAlive, progressOf, tokenOf } from "./alive.js";
import { type Show, withoutSession } from "./chats.js";
import { withMeta } from "./elicitor.js";
import { ElicitationError } from "./errors.js";
import { pagesShower, URL_ELICITATION_REQUIRED } from "./required.js";
import type { Message, SendOptions, SendRequest, TransportLike } from "./transport.js";
import type { InputRequest } from "./types.js";

/** The member of `_meta` with the protocol revision, in each request of the client since revision 2026-07-28. */
export const REVISION = "io.modelcontextprotocol/protocolVersion";

/** Makes the error with which a form is withdrawn because the client cancelled its call or waited too long. */
export function callGivenUp(): ElicitationError {
  return new ElicitationError("withdrawn", { reason: CALL_GIVEN_UP });
}

const CALL_GIVEN_UP = "call-given-up";

/** Reports whether a signal was aborted because the client gave up its call. */
export function isGivenUp({ reason }: AbortSignal): boolean {
  return own(reason, "reason") === CALL_GIVEN_UP;
}

/** A request of the client without an answer. */
export interface Sent {
  readonly id: RequestId;
  readonly message: Message;
  readonly options: SendOptions | undefined;
  /** The id that the server knows; undefined while a person answers. */
  wireId: RequestId | undefined;
  /** The last progress that the server reported. */
  progress: JsonObject | undefined;
  /** Shows the pages of an error, and reports whether the person has finished them. */
  readonly pagesFinished: ReturnType<typeof pagesShower>;
  inputRounds: number;
  /** Aborted at the end of the request, with {@link callGivenUp} if the client gave it up. */
  readonly over: AbortController;
}

/**
 * Keeps the requests of a client. If the server answers a request by asking the person, the request is sent again under an
 * id of ours, and the client gets the last answer under its own id. `deliver` passes a message to the client, with the
 * request that the message answers.
 */
export class SentRequests {
  /** Keeps the calls alive that wait for a form. */
  readonly keepAlive: KeepAlive;
  readonly #transport: TransportLike;
  readonly #show: Show;
  readonly #deliver: (message: Message, extra?: unknown, request?: Message) => void;
  readonly #failed: (error: Error) => void;
  // By the ids of the client, which never equal ours: clients count, or use words of their own.
  readonly #requests = new Map<unknown, Sent>();
  // The functions that take the responses to requests, by the ids that the server knows.
  readonly #takers = new Map<unknown, (response: Message, extra: unknown) => void>();
  readonly #prefix = `elicitform-${crypto.getRandomValues(new Uint32Array(2)).join("-")}-`;
  #lastId = 0;

  constructor(
    transport: TransportLike,
    show: Show,
    deliver: (message: Message, extra?: unknown, request?: Message) => void,
    failed: (error: Error) => void,
  ) {
    this.#transport = transport;
    this.#show = show;
    this.#deliver = deliver;
    this.#failed = failed;
    this.keepAlive = new KeepAlive(transport, deliver, this.request);
  }

  get all(): Sent[] {
    return [...this.#requests.values()];
  }

  /** Sends a request of ours, whose answer is not for the client. */
  readonly request: SendRequest = (message, responded, failed) => {
    const id = this.#nextId();
    const send = async (): Promise<void> => this.#transport.send({ jsonrpc: "2.0", id, ...message });
    this.#takers.set(id, responded);
    send().catch((error: Error) => failed(error, this.#takers.delete(id)));
  };

  async send(id: RequestId, message: Message, options: SendOptions | undefined): Promise<void> {
    const [pagesFinished, over] = [pagesShower(), new AbortController()];
    const request: Sent = { id, message, options, wireId: undefined, progress: undefined, pagesFinished, inputRounds: 0, over };
    this.#requests.set(id, request);
    this.#expect(request, id);
    const signal = options?.requestSignal ?? options?.signal;
    signal?.addEventListener("abort", () => this.#drop(request, callGivenUp()), { signal: over.signal });
    try {
      await this.#transport.send(withoutSession(message), options);
    } catch (error) {
      this.#drop(request);
      throw error;
    }
  }

  /**
   * Forgets the request that the client cancels. Returns the notification with the id under which the server knows the request, or as it
   * is if the request is unknown; undefined if the server does not have the request.
   */
  cancel(notification: Message): Message {
    const request = this.#requests.get(own(notification, "params", "requestId"));
    if (!request) {
      return notification;
    }
    const requestId = request.wireId;
    this.#drop(request, callGivenUp());
    return requestId === undefined ? undefined : { ...notification, params: { ...notification.params, requestId } };
  }

  progressed(notification: Message): void {
    const token = own(notification, "params", "progressToken");
    const progress = progressOf(notification);
    for (const request of this.#requests.values()) {
      if (progress && tokenOf(request.message) === token) {
        request.progress = progress;
      }
    }
  }

  /** Takes a response of the server. It returns false if the response is for the client. */
  take(response: Message, extra: unknown): boolean {
    const id = requestId(response);
    const taker = this.#takers.get(id);
    this.#takers.delete(id);
    taker?.(response, extra);
    // The client must not see a second answer to its request, nor a late answer to an id of ours.
    return Boolean(taker) || this.#requests.has(id) || String(id).startsWith(this.#prefix);
  }

  /** Drops all requests, because the connection is gone. */
  clear(): void {
    this.keepAlive.clear();
    this.#requests.forEach((request) => this.#drop(request));
    this.#takers.clear();
  }

  #nextId(): string {
    return this.#prefix + ++this.#lastId;
  }

  // Waits for the server's response under this id.
  #expect(request: Sent, wireId: RequestId): void {
    request.wireId = wireId;
    this.#takers.set(wireId, (response, extra) => {
      request.wireId = undefined;
      this.#responded(request, response, extra).catch(this.#failed);
    });
  }

  #drop({ id, wireId, over }: Sent, reason?: Error): void {
    this.#requests.delete(id);
    this.#takers.delete(wireId);
    over.abort(reason);
  }

  async #responded(request: Sent, response: Message, extra: unknown): Promise<void> {
    const { id, over, options } = request;
    let answer: Message = { ...response, id };
    try {
      const asking = this.#ask(request, response);
      // A final answer reaches the client at once, in its order among the messages.
      const repeated = asking && (await asking);
      if (repeated && !over.signal.aborted) {
        this.#expect(request, this.#nextId());
        // The token belongs to the stream of the earlier request.
        const { resumptionToken: _, ...rest } = options ?? {};
        return await this.#transport.send({ ...withoutSession(repeated), id: request.wireId }, rest);
      }
    } catch (cause) {
      answer = failureOf(id, cause);
    }
    // The client may have given the request up meanwhile.
    if (!over.signal.aborted) {
      this.#drop(request);
      this.#deliver(answer, extra, request.message);
    }
  }

  // Asks the person if the response demands it. Resolves with the request to send again, or with a falsy value if the client
  // gets the response itself.
  #ask(request: Sent, response: Message): Promise<Message> | undefined {
    const { message, over, pagesFinished } = request;
    const error = own(response, "error");
    const result = own(response, "result");
    const requests = own(result, "inputRequests");
    // Requests that name their revision belong to a revision without ping, whose server does not wait.
    const pings = own(message, "params", "_meta", REVISION) === undefined;
    const during = <T>(form: Promise<T>): Promise<T> => this.keepAlive.during({ calls: () => [request], pings }, form);
    if (own(error, "code") === URL_ELICITATION_REQUIRED) {
      // If the pages cannot be shown the client gets the server's own error.
      const finished = pagesFinished(error, () => this.#show(over, response, [message])).catch(() => false);
      return during(finished).then((areFinished) => areFinished && message);
    }
    if (own(result, "resultType") !== "input_required" || !onlyElicitations(requests) || ++request.inputRounds > MAX_INPUT_ROUNDS) {
      return undefined;
    }
    const { host, options } = this.#show(over, response, [message]);
    return during(host.elicitAll(requests, options)).then((responses) => {
      const inputResponses = Object.fromEntries(Object.entries(responses).map(([key, reply]) => [key, withMeta(reply, options, key)]));
      // The server gets its own state back. An undefined state is not on the wire.
      return { ...message, params: { ...message.params, inputResponses, requestState: own(result, "requestState") } };
    });
  }
}

export function failureOf(id: RequestId, error: unknown): Message {
  const message = error instanceof Error ? error.message : String(error);
  return { jsonrpc: "2.0", id, error: { code: own(error, "rpcCode") ?? INTERNAL_ERROR, message } };
}

function onlyElicitations(requests: unknown): requests is Record<string, InputRequest> {
  const all = isObject(requests) ? Object.values(requests) : [];
  return all.length > 0 && all.every((request) => own(request, "method") === CREATE);
}
