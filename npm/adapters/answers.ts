import type { ElicitContent, ElicitResult } from "../../bridge/host/types.js";
import { isObject, own } from "../../bridge/message/json.js";
import type { AdapterReason } from "../../bridge/message/names.js";

/** The side that failed: a request without a form, or an answer without a reply. */
export type AdapterErrorCode = "invalid-request" | "expired" | "invalid-reply";

/** A request that cannot be shown as a form, or a decision that the other protocol cannot express. Adapters never guess. */
export class AdapterError extends Error {
  /** "AdapterError". */
  override readonly name = "AdapterError";
  /** The kind of failure; docs/reference/errors.md says what to do about each code and reason. */
  declare readonly code: AdapterErrorCode;
  /**
   * The reason behind the code, such as "no-schema" or "unknown-id".
   *
   * @inlineType AdapterReason
   */
  declare readonly reason: AdapterReason;
  /** The key of the failed request, or the failed property; undefined if the whole is meant. */
  declare readonly key: string | undefined;

  /** Called by the adapters. */
  constructor(code: AdapterErrorCode, reason: AdapterReason, key?: string) {
    super(`elicitform: ${code}: ${reason}`);
    this.code = code;
    this.reason = reason;
    this.key = key;
  }
}

export function reject(reason: AdapterReason, key?: string): never {
  throw new AdapterError("invalid-request", reason, key);
}

export function unanswerable(reason: AdapterReason, key?: string): never {
  throw new AdapterError("invalid-reply", reason, key);
}

/** Returns a result of `elicit` with only the members of the person's decision. */
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
 * Makes a reply from the answers to a round, in the order of the round. It throws for a request without an answer, and with
 * the reason `unknown` for an answer without a request.
 */
export function eachAnswer<Q, A>(
  round: ReadonlyMap<string, Q>, responses: unknown, unknown: AdapterReason, reply: (key: string, request: Q, result: ElicitResult) => A,
): [string, A][] {
  const answers = isObject(responses) ? responses : unanswerable("no-answers");
  const stranger = Object.keys(answers).find((key) => !round.has(key));
  if (stranger !== undefined) {
    unanswerable(unknown, stranger);
  }
  return [...round].map(([key, request]) => {
    const result = own(answers, key);
    return [key, reply(key, request, decisionOf(result === undefined ? unanswerable("no-answer", key) : result, key))];
  });
}
