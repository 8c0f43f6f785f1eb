import type { ElicitContent, ElicitResult } from "../host/types.js";
import { isObject, own } from "../message/json.js";
import type { AdapterReason } from "../message/names.js";

/** Why a request has no form, or an answer no reply. */
export type AdapterErrorCode = "invalid-request" | "expired" | "invalid-reply";

/** A request that cannot be shown as a form, or a decision that the other protocol has no words for. No adapter guesses. */
export class AdapterError extends Error {
  /** "AdapterError". */
  override readonly name = "AdapterError";
  /** What cannot be done; docs/reference/errors.md says what to do about each code and reason. */
  declare readonly code: AdapterErrorCode;
  /**
   * The fact behind the code, such as "no-schema" or "unknown-id".
   *
   * @inlineType AdapterReason
   */
  declare readonly reason: AdapterReason;
  /** Which request of several it was, or which property; undefined where it is about all of it. */
  declare readonly key: string | undefined;

  /** The adapters make it. */
  constructor(code: AdapterErrorCode, reason: AdapterReason, key?: string) {
    super(`elicitform: ${code}: ${reason}`);
    this.code = code;
    this.reason = reason;
    this.key = key;
  }
}

/** Throws for a request that cannot be shown. */
export function reject(reason: AdapterReason, key?: string): never {
  throw new AdapterError("invalid-request", reason, key);
}

/** Throws for a decision that makes no reply. */
export function unanswerable(reason: AdapterReason, key?: string): never {
  throw new AdapterError("invalid-reply", reason, key);
}

/** A result as `elicit` gives it, without members that do not belong to what the person decided. */
export function decisionOf(result: unknown, key?: string): ElicitResult {
  const action = own(result, "action");
  if (action === "accept") {
    const content = own(result, "content");
    return content === undefined ? { action } : { action, content: content as ElicitContent };
  } else if (action === "decline" || action === "cancel") {
    return { action };
  }
  return unanswerable("no-action", key);
}

/**
 * Makes a reply of the answers to a round, in the order of the round. It throws where a request has no answer, and with
 * the reason `unknown` for an answer to no request.
 */
export function eachAnswer<Q, A>(
  round: ReadonlyMap<string, Q>, responses: unknown, unknown: AdapterReason, reply: (key: string, asked: Q, result: ElicitResult) => A,
): [string, A][] {
  const answers = isObject(responses) ? responses : unanswerable("no-answers");
  const stranger = Object.keys(answers).find((key) => !round.has(key));
  if (stranger !== undefined) {
    unanswerable(unknown, stranger);
  }
  return [...round].map(([key, asked]) => {
    const result = own(answers, key);
    return [key, reply(key, asked, decisionOf(result === undefined ? unanswerable("no-answer", key) : result, key))];
  });
}
