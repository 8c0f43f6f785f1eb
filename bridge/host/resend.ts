import { isObject, type JsonObject, own, requestId, type RequestId } from "../message/json.js";
import { CREATE, INTERNAL_ERROR, MAX_INPUT_ROUNDS } from "../message/names.js";
import { keepWaiting, progressOf, tokenOf } from "./alive.js";
import { type Show, withoutSession } from "./chats.js";
import { withMeta } from "./elicitor.js";
import { ElicitationError } from "./errors.js";
import { pagesShower, URL_ELICITATION_REQUIRED } from "./required.js";
import type { Message, SendOptions, SendRequest, TransportLike } from "./transport.js";
import type { InputRequest } from "./types.js";

/** In the `_meta` of each request of the client, since revision 2026-07-28. */
export const REVISION = "io.modelcontextprotocol/protocolVersion";

/** Why a form is withdrawn when the client has cancelled its call or has waited too long for it. */
export function givenUp(): ElicitationError {
  return new ElicitationError("withdrawn", { reason: GIVEN_UP });
}

const GIVEN_UP = "call-given-up";

/** Whether a signal was aborted because the client does not want the result any more. */
export function isGivenUp({ reason }: AbortSignal): boolean {
  return own(reason, "reason") === GIVEN_UP;
}

/** A request of the client that it has no answer to yet. */
export interface Sent {
  readonly id: RequestId;
  readonly message: Message;
  readonly options: SendOptions | undefined;
  /** The id under which the server has it; undefined while a person is asked. */
  wireId: RequestId | undefined;
  /** What the server has said last about its progress. */
  progress: JsonObject | undefined;
  /** Shows the pages of an error, and reports whether the person has finished them. */
  readonly pagesFinished: ReturnType<typeof pagesShower>;
  /** How many results have asked for input. */
  inputRounds: number;
  /** Aborted when it is over, with {@link givenUp} where the client does not want its result any more. */
  readonly over: AbortController;
}

/**
 * Keeps the requests of a client. When the server answers one by asking the person first, the request is sent again under
 * an id of ours, and the client gets the last answer under its own. `deliver` passes a message to the client, with the
 * request that it answers.
 */
export function sentRequests(
  transport: TransportLike,
  show: Show,
  deliver: (message: Message, extra?: unknown, request?: Message) => void,
  failed: (error: Error) => void,
) {
  // By the ids of the client. Ours cannot be among them: clients count, or use words of their own.
  const sent = new Map<unknown, Sent>();
  // What takes the response to a request, by the id under which the server has it.
  const expected = new Map<unknown, (response: Message, extra: unknown) => void>();
  const prefix = `elicitform-${crypto.getRandomValues(new Uint32Array(2)).join("-")}-`;
  let lastId = 0;

  const nextId = (): string => prefix + ++lastId;
  const request: SendRequest = (message, answered, failed) => {
    const id = nextId();
    const send = async (): Promise<void> => transport.send({ jsonrpc: "2.0", id, ...message });
    expected.set(id, answered);
    send().catch((error: Error) => failed(error, expected.delete(id)));
  };
  const waiting = keepWaiting(transport, deliver, request);

  // The server has a request of the client under this id, until it answers.
  const expect = (request: Sent, wireId: RequestId): void => {
    request.wireId = wireId;
    expected.set(wireId, (response, extra) => {
      request.wireId = undefined;
      answered(request, response, extra).catch(failed);
    });
  };

  const drop = ({ id, wireId, over }: Sent, reason?: Error): void => {
    sent.delete(id);
    expected.delete(wireId);
    over.abort(reason);
  };

  // Asks the person what the response asks, if anything. Resolves with the request to send again, or with
  // undefined where the client gets the response as it is.
  const ask = (request: Sent, response: Message): Promise<Message> | undefined => {
    const { message, over, pagesFinished } = request;
    const error = own(response, "error");
    const result = own(response, "result");
    const requests = own(result, "inputRequests");
    // The revision that names itself in each request has no ping, and its server waits for nothing.
    const pings = own(message, "params", "_meta", REVISION) === undefined;
    const during = <T>(form: Promise<T>): Promise<T> => waiting.during({ calls: () => [request], pings }, form);
    if (own(error, "code") === URL_ELICITATION_REQUIRED) {
      // When nobody has seen the pages the client gets the server's own error.
      const finished = pagesFinished(error, () => show(over, response, [message])).catch(() => false);
      return during(finished).then((again) => again && message);
    }
    if (own(result, "resultType") !== "input_required" || !onlyElicitations(requests) || ++request.inputRounds > MAX_INPUT_ROUNDS) {
      return undefined;
    }
    const { host, options } = show(over, response, [message]);
    return during(host.elicitAll(requests, options)).then((responses) => {
      const inputResponses = Object.fromEntries(Object.entries(responses).map(([key, one]) => [key, withMeta(one, options, key)]));
      // The server gets its state back as it is. A state that is undefined is not on the wire.
      return { ...message, params: { ...message.params, inputResponses, requestState: own(result, "requestState") } };
    });
  };

  const answered = async (request: Sent, response: Message, extra: unknown): Promise<void> => {
    const { id, over, options } = request;
    let answer: Message = { ...response, id };
    try {
      const asking = ask(request, response);
      // An answer that asks nothing reaches the client at once, in its order among the messages.
      const again = asking && (await asking);
      if (again && !over.signal.aborted) {
        expect(request, nextId());
        // This is a new request: there is no earlier stream of it to continue.
        const { resumptionToken: _, ...rest } = options ?? {};
        return await transport.send({ ...withoutSession(again), id: request.wireId }, rest);
      }
    } catch (cause) {
      answer = failureOf(id, cause);
    }
    // The client may have given it up meanwhile.
    if (!over.signal.aborted) {
      drop(request);
      deliver(answer, extra, request.message);
    }
  };

  return {
    /** Sends a request of ours, the answer to which is not for the client. */
    request,
    /** Those who wait for forms. */
    waiting,
    all: (): Sent[] => [...sent.values()],
    /** Sends a request of the client. */
    async send(id: RequestId, message: Message, options: SendOptions | undefined): Promise<void> {
      const [pagesFinished, over] = [pagesShower(), new AbortController()];
      const request: Sent = { id, message, options, wireId: undefined, progress: undefined, pagesFinished, inputRounds: 0, over };
      sent.set(id, request);
      expect(request, id);
      (options?.requestSignal ?? options?.signal)?.addEventListener("abort", () => drop(request, givenUp()), { signal: over.signal });
      try {
        await transport.send(withoutSession(message), options);
      } catch (error) {
        drop(request);
        throw error;
      }
    },
    /** The client gives a request up. Returns the notice for the server, with the id there; undefined where it has none. */
    cancel(notice: Message): Message {
      const request = sent.get(own(notice, "params", "requestId"));
      if (!request) {
        return notice;
      }
      const requestId = request.wireId;
      drop(request, givenUp());
      return requestId === undefined ? undefined : { ...notice, params: { ...notice.params, requestId } };
    },
    /** Takes a notice of the server about the progress of a request. */
    progressed(notice: Message): void {
      const token = own(notice, "params", "progressToken");
      const progress = progressOf(notice);
      for (const request of sent.values()) {
        if (progress && tokenOf(request.message) === token) {
          request.progress = progress;
        }
      }
    },
    /** Takes a response of the server. It returns false where the response is for the client. */
    take(response: Message, extra: unknown): boolean {
      const id = requestId(response);
      const answered = expected.get(id);
      expected.delete(id);
      answered?.(response, extra);
      // The client must not see a second answer to its request, nor a late one to an id of ours.
      return Boolean(answered) || sent.has(id) || String(id).startsWith(prefix);
    },
    /** The connection is gone. */
    clear(): void {
      waiting.clear();
      sent.forEach((request) => drop(request));
      expected.clear();
    },
  };
}

/** The error response to a request that failed. */
export function failureOf(id: RequestId, error: unknown): Message {
  const message = error instanceof Error ? error.message : String(error);
  return { jsonrpc: "2.0", id, error: { code: own(error, "rpcCode") ?? INTERNAL_ERROR, message } };
}

function onlyElicitations(requests: unknown): requests is Record<string, InputRequest> {
  const all = isObject(requests) ? Object.values(requests) : [];
  return all.length > 0 && all.every((request) => own(request, "method") === CREATE);
}
