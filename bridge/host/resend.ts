import { isObject, own } from "../message/json.js";
import { INTERNAL_ERROR, type RequestId, requestId } from "../message/jsonrpc.js";
import { ElicitationError } from "./errors.js";
import { elicitRequired, loopGuard, URL_ELICITATION_REQUIRED } from "./required.js";
import type { Message, MessageHandler, SendOptions, TransportLike } from "./transport.js";
import type { ElicitOptions, FormHost, InputRequest } from "./types.js";

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
 * The requests of a client that it waits for. The server may answer one by asking
 * the person something first: then the request is sent again under an id of
 * ours, and the client gets the last answer under its own id.
 */
export class SentRequests {
  readonly #transport: TransportLike;
  readonly #host: FormHost;
  readonly #until: (over: AbortController) => ElicitOptions;
  readonly #deliver: MessageHandler;
  // By the ids of the client. Ours cannot be among them: clients count, or use
  // words of their own.
  readonly #sent = new Map<unknown, Sent>();
  readonly #prefix = `elicitform-${crypto.getRandomValues(new Uint32Array(2)).join("-")}-`;
  #lastId = 0;

  /** `until` makes the options for asking until something is over; `deliver` gives the client its answer. */
  constructor(transport: TransportLike, host: FormHost, until: (over: AbortController) => ElicitOptions, deliver: MessageHandler) {
    this.#transport = transport;
    this.#host = host;
    this.#until = until;
    this.#deliver = deliver;
  }

  /** Sends a request of the client. */
  async send(id: RequestId, message: Message, options: SendOptions | undefined): Promise<void> {
    const request: Sent = { id, message, options, wireId: id, allows: loopGuard(), over: new AbortController() };
    this.#sent.set(id, request);
    options?.requestSignal?.addEventListener("abort", () => this.#drop(request), { signal: request.over.signal });
    try {
      await this.#transport.send(message, options);
    } catch (error) {
      this.#drop(request);
      throw error;
    }
  }

  /** The client gives a request up. The notice for the server names the id under which the server knows it; it is undefined when the server has none. */
  cancel(notice: Message): Message {
    const request = this.#sent.get(own(notice, "params", "requestId"));
    if (!request) {
      return notice;
    }
    const requestId = request.wireId;
    this.#drop(request);
    return requestId === undefined ? undefined : { ...notice, params: { ...notice.params, requestId } };
  }

  /** Takes a response of the server. It returns undefined where the response is for the client. */
  take(response: Message, extra: unknown): Promise<void> | undefined {
    const id = requestId(response);
    const request = [...this.#sent.values()].find(({ wireId }) => id !== undefined && wireId === id);
    if (request) {
      return this.#answered(request, response, extra);
    }
    // The client must not see the second answer to what it waits for, nor one
    // that came late to an id of ours.
    return this.#sent.has(id) || String(id).startsWith(this.#prefix) ? Promise.resolve() : undefined;
  }

  /** The connection is gone. */
  clear(): void {
    this.#sent.forEach((request) => this.#drop(request));
  }

  #drop(request: Sent): void {
    this.#sent.delete(request.id);
    request.over.abort();
  }

  async #answered(request: Sent, response: Message, extra: unknown): Promise<void> {
    request.wireId = undefined;
    let answer: Message = { ...response, id: request.id };
    try {
      const asking = this.#ask(request, response);
      // An answer that asks nothing reaches the client at once, in its order among the messages.
      const again = asking && (await asking);
      if (again && !request.over.signal.aborted) {
        request.wireId = this.#prefix + ++this.#lastId;
        // This is a new request: there is no earlier stream of it to continue.
        const { resumptionToken: _, ...rest } = request.options ?? {};
        return await this.#transport.send({ ...again, id: request.wireId }, rest);
      }
    } catch (cause) {
      answer = failureOf(request.id, cause);
    }
    // The client may have given it up meanwhile.
    if (!request.over.signal.aborted) {
      this.#drop(request);
      this.#deliver(answer, extra);
    }
  }

  // Asks the person what the response asks, if anything. What comes of it is the
  // request to send again, or nothing when the client gets the response as it is.
  #ask(request: Sent, response: Message): Promise<Message> | undefined {
    const error = own(response, "error");
    const result = own(response, "result");
    const requests = own(result, "inputRequests");
    if (own(error, "code") === URL_ELICITATION_REQUIRED) {
      return this.#withPages(request, error);
    }
    return own(result, "resultType") === "input_required" && onlyElicitations(requests) ? this.#withInput(request, result, requests) : undefined;
  }

  async #withPages({ message, over, allows }: Sent, error: unknown): Promise<Message> {
    try {
      return allows(error) && (await elicitRequired(this.#host, error, this.#until(over))) === "retry" && message;
    } catch {
      // Nobody has seen the pages: the client gets the server's own error.
      return undefined;
    }
  }

  // The server gets its state back as it is. What is undefined is not on the wire.
  async #withInput({ message, over }: Sent, result: unknown, requests: Record<string, InputRequest>): Promise<Message> {
    const inputResponses = await this.#host.elicitAll(requests, this.#until(over));
    return { ...message, params: { ...message.params, inputResponses, requestState: own(result, "requestState") } };
  }
}

/** The error response to a request that failed. */
export function failureOf(id: RequestId, error: unknown): Message {
  const code = error instanceof ElicitationError ? error.rpcCode : INTERNAL_ERROR;
  return { jsonrpc: "2.0", id, error: { code, message: error instanceof Error ? error.message : String(error) } };
}

function onlyElicitations(requests: unknown): requests is Record<string, InputRequest> {
  const all = isObject(requests) ? Object.values(requests) : [];
  return all.length > 0 && all.every((request) => own(request, "method") === "elicitation/create");
}
