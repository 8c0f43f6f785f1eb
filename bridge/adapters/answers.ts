import type { ElicitContent, ElicitResult } from "../host/types.js";
import { isObject, own } from "../message/json.js";
import { AdapterError } from "./error.js";

/** A result as `elicit` gives it, without members that do not belong to what the person decided. */
export function decisionOf(result: unknown, key?: string): ElicitResult {
  const action = own(result, "action");
  if (action === "accept") {
    const content = own(result, "content");
    return content === undefined ? { action } : { action, content: content as ElicitContent };
  } else if (action === "decline" || action === "cancel") {
    return { action };
  }
  throw new AdapterError("invalid-reply", "no-action", key);
}

/**
 * Makes a reply of the answers to a round, in the order of the round: every request needs one, and
 * none may be there for another. `unknown` is the reason of the error for an answer to no request.
 */
export function eachAnswer<Q, A>(round: ReadonlyMap<string, Q>, responses: unknown, unknown: string, reply: (key: string, asked: Q, result: ElicitResult) => A): [string, A][] {
  if (!isObject(responses)) {
    throw new AdapterError("invalid-reply", "no-answers");
  }
  const stranger = Object.keys(responses).find((key) => !round.has(key));
  if (stranger !== undefined) {
    throw new AdapterError("invalid-reply", unknown, stranger);
  }
  return [...round].map(([key, asked]) => {
    const result = own(responses, key);
    if (result === undefined) {
      throw new AdapterError("invalid-reply", "no-answer", key);
    }
    return [key, reply(key, asked, decisionOf(result, key))];
  });
}
