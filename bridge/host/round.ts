import { listOf, own, parseObject } from "../message/json.js";
import { members, memberSpan } from "../message/jsontext.js";
import { fitting, withoutOurs } from "../message/params.js";
import { ElicitationError } from "./errors.js";
import { readResult } from "./outcome.js";
import { jsonOf, type Part, partOf, type Question } from "./question.js";
import type { InputResponse } from "./types.js";

/**
 * The question that asks all elicitations among input requests, in the order of
 * their text; undefined when there is no elicitation among them.
 */
export function round(requests: unknown, hold: boolean): Question<Record<string, InputResponse>> | undefined {
  const parts = elicitations(requests);
  if (parts.length === 0) {
    return undefined;
  }
  return {
    parts,
    hold,
    message: (id, notes) =>
      fitting(id, "elicitform/round", { ...notes, hold }, undefined, (ours, rejected) => {
        const requests = rejected ? [] : parts.map(requestText);
        return `{"requests":[${requests.join(",")}],"_meta":{${ours}}}`;
      }),
    results: (response) => {
      return listOf(own(response, "result", "responses")).map((item, i) => {
        const result = own(item, "key") === parts[i]?.key ? readResult(own(item, "result"), parts[i]) : undefined;
        // The page was opened, but the person has given up waiting for it.
        return result && hold && own(item, "finished") === "closed" ? { action: "cancel" } : result;
      });
    },
    // Assigning the members one by one would lose a key "__proto__".
    value: (results) => Object.fromEntries(parts.map(({ key }, i) => [key, results[i]!])),
  };
}

function elicitations(requests: unknown): Part[] {
  const text = jsonOf(requests) ?? "";
  if (!parseObject(text)) {
    throw new ElicitationError("invalid-request", { reason: "not-an-object" });
  }
  const all = members(text);
  if (new Set(all.map(({ name }) => name)).size < all.length) {
    throw new ElicitationError("invalid-request", { reason: "duplicate-name" });
  }
  return all.flatMap(({ name, value }) =>
    own(parseObject(value), "method") === "elicitation/create" ? [partOf(memberSpan(value, "params")?.value, name)] : [],
  );
}

// What the server wrote under our names is removed. The frame refuses params that
// are no object.
function requestText({ key, text = "null" }: Part): string {
  return `{"key":${JSON.stringify(key)},"params":${withoutOurs(text)}}`;
}
