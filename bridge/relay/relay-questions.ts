// What can be said of questions that are asked without waiting for their end, and of the calls that are kept with them.

import type { ElicitationError } from "../host/errors.js";
import type { ElicitResult } from "../host/types.js";
import type { RelayEnd, RoundRef } from "./relay-store.js";

/**
 * A round that was asked by a caller that does not wait for its end. Its session, id and fingerprint name it in any process
 * that shares the store and may read that session.
 */
export interface Question extends RoundRef {
  /** Where the answer is to come from. */
  session: string;
  /** "open", or how the round had ended that the same key has asked before. */
  state: "open" | RelayEnd | "acknowledged";
  /** Whether this call has put it on the screens: false where the same key had done so. */
  isNew: boolean;
  /** When the answer is worth nothing any more, in milliseconds since 1970: the one that the round was first asked with, if it has one. */
  deadline?: number;
}

/** How a round stands or has ended. */
export interface Outcome {
  /** "open", or how the round has ended; "unknown" where the session has no such round, or none any more. */
  state: Question["state"] | "unknown";
  /** See {@link Question.deadline}. */
  deadline?: number;
  /** The decisions of a round that is answered, by the keys of its requests. The key of a request that was asked alone is empty. */
  results: Record<string, ElicitResult>;
  /** Why there is no decision; undefined of a round that is open or answered. */
  error?: ElicitationError;
}

/** What {@link Questions.resume} resolves with: the call is undefined where there is no answer. */
export interface Resumed {
  /** How the round has ended. */
  outcome: Outcome;
  /** The call to make again. */
  call: ResumedCall | undefined;
}

/** What can be done with a question that was asked before, in this process or another one. */
export interface Questions {
  /**
   * Waits until a question of `start` or `park` has ended, and is the sign of life that a started one needs. The signal ends only
   * this call: the question stays as it is. Any number of processes may wait for the same question.
   */
  wait(session: string, question: RoundRef, options?: { signal?: AbortSignal | undefined }): Promise<Outcome>;
  /**
   * Waits as `wait` does. When the question is answered, `call` is the one that it was asked with, and its params have what the
   * server waits for: `inputResponses` with the results, and `requestState` as the server has sent it. Make it again as it is. Where
   * the round had requests of other methods than elicitation/create, their responses are yours to add.
   *
   * @throws An {@link ElicitationError} with the reason "no-call" where none was kept, and "call-unreadable" where it was kept under
   * another secret.
   */
  resume(session: string, question: RoundRef, options?: { signal?: AbortSignal | undefined }): Promise<Resumed>;
  /** How a question stands now; a sign of life as `wait` is. */
  peek(session: string, question: RoundRef): Promise<Outcome>;
  /** Takes a question back: the devices say that it is no longer needed. The outcome is how it has ended, perhaps before and otherwise. */
  withdraw(session: string, question: RoundRef): Promise<Outcome>;
  /**
   * Says that its client has the answer: it is deleted now, and not after its time. For a day the store knows that there was an
   * answer, so that the same key does not ask the person again. What is not answered stays as it is, and the outcome says so.
   */
  acknowledge(session: string, question: RoundRef): Promise<Outcome>;
}

/**
 * A request of an MCP client that a server has answered with `inputRequests`, as revision 2026-07-28 has them. It is kept with
 * their round, so that any process can make it again with the answers.
 */
export interface RelayCall {
  /** "tools/call", "prompts/get" or "resources/read". */
  method: string;
  /** Those of the request, or their JSON text, which is kept byte for byte. */
  params?: object | string | undefined;
  /** What the server has sent with the `inputRequests`. */
  requestState?: string | undefined;
}

/** A call to make again as it is. */
export interface ResumedCall {
  /** "tools/call", "prompts/get" or "resources/read". */
  method: string;
  /** With `inputResponses` and `requestState`, for which the server waits. */
  params: Record<string, unknown>;
  /** The params as JSON text, in which all else is as it was written. */
  text: string;
}
