import type { ElicitationError } from "../../bridge/host/errors.js";
import type { ElicitResult, Receipt } from "../../bridge/host/types.js";
import type { RelayEnd, RoundRef } from "./relay-store.js";

/** A round whose caller does not wait for its end. Its session, id and fingerprint name it in every process that shares the store. */
export interface Question extends RoundRef {
  /** The session that is to answer. */
  session: string;
  /** "open", or the end of the round if an earlier call with the same key asked it. */
  state: "open" | RelayEnd | "acknowledged";
  /** Whether this call opened the round: false if the same key had opened it, or if a retry found it open after a lost reply. */
  isNew: boolean;
  /** The deadline of the call that opened the round, in milliseconds since 1970, if it had one. */
  deadline?: number;
}

/** The state of a round for its client. */
export interface Outcome {
  /** "unknown" means that the session has no such round, or has forgotten it. */
  state: Question["state"] | "unknown";
  /** See {@link Question.deadline}. */
  deadline?: number;
  /** The results of an answered round, by the keys of its requests. A single request has an empty key. */
  results: Record<string, ElicitResult>;
  /** The receipt of an answered round, as the device of the person wrote it, for a transcript. */
  receipt?: Receipt;
  /** Why there is no decision; undefined for an open or answered round. */
  error?: ElicitationError;
}

/** The outcome of {@link Questions.resume}. */
export interface Resumed {
  /** How the round has ended. */
  outcome: Outcome;
  /** The call to make again; undefined without an answer. */
  call: ResumedCall | undefined;
}

/** Follows questions that this process or another one has asked. */
export interface Questions {
  /**
   * Waits until a question of `start` or `park` has ended, and gives the sign of life that a started one needs. The signal ends only
   * this call, and leaves the question open. Any number of processes may wait for the same question.
   */
  wait(session: string, question: RoundRef, options?: { signal?: AbortSignal | undefined }): Promise<Outcome>;
  /**
   * Waits as `wait` does. After an answer, `call` is the stored call, and its params have what the server waits for: `inputResponses`
   * with the results, and the server's `requestState`. Send it without changes, but if the round had requests of other methods than
   * elicitation/create, add their responses.
   *
   * @throws An {@link ElicitationError} with the reason "no-call" if none was stored, or "call-unreadable" if it was stored with
   * another secret.
   */
  resume(session: string, question: RoundRef, options?: { signal?: AbortSignal | undefined }): Promise<Resumed>;
  /** Returns the state of a question now. Like `wait` it is a sign of life. */
  peek(session: string, question: RoundRef): Promise<Outcome>;
  /** Withdraws a question: the devices say that it is no longer needed. If it has ended before, the outcome says how. */
  withdraw(session: string, question: RoundRef): Promise<Outcome>;
  /**
   * Confirms that its client has the answer, which the store deletes now. For up to a day the store remembers that there was an answer,
   * so that the same key does not ask the person again. It does not change a question without an answer.
   */
  acknowledge(session: string, question: RoundRef): Promise<Outcome>;
}

/**
 * A request of an MCP client that a server has answered with `inputRequests`, as in revision 2026-07-28. The relay keeps it with their
 * round, so that any process can make it again with the answers.
 */
export interface RelayCall {
  /** "tools/call", "prompts/get" or "resources/read". */
  method: string;
  /** The params of the request, or their JSON text, which is kept byte for byte. */
  params?: object | string | undefined;
  /** The state that the server sent with the `inputRequests`. */
  requestState?: string | undefined;
}

/** A call to make again. */
export interface ResumedCall {
  /** "tools/call", "prompts/get" or "resources/read". */
  method: string;
  /** The params with `inputResponses` and `requestState`. */
  params: Record<string, unknown>;
  /** The params as JSON text. All other members are written as before. */
  text: string;
}
