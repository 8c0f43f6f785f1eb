import { isObject, own } from "../message/json.js";
import { DoorError } from "./error.js";

/**
 * Makes a reply of the answers to a round, in the order of the round: every request needs one, and
 * none may be there for another. unknown is the reason of the error for such a one.
 */
export function eachAnswer<Q, A>(round: ReadonlyMap<string, Q>, responses: unknown, unknown: string, reply: (key: string, asked: Q, result: unknown) => A): [string, A][] {
  if (!isObject(responses)) {
    throw new DoorError("invalid-reply", "no-answers");
  }
  const stranger = Object.keys(responses).find((key) => !round.has(key));
  if (stranger !== undefined) {
    throw new DoorError("invalid-reply", unknown, stranger);
  }
  return [...round].map(([key, asked]) => {
    const result = own(responses, key);
    if (result === undefined) {
      throw new DoorError("invalid-reply", "no-answer", key);
    }
    return [key, reply(key, asked, result)];
  });
}
