import type { Approval, ApprovalResult, ApprovalTool } from "../../bridge/host/types.js";
import { isObject, type JsonObject, own, textOf } from "../../bridge/message/json.js";
import { reject, unanswerable } from "./answers.js";

/** A request of another protocol as an approval. */
export type ApprovalRequest<Reply> = {
  /** For `approve`. */
  approval: Approval;
  /** Makes the reply of the protocol. */
  reply(result: ApprovalResult): Reply;
};

/** Makes a tool from values of a request. Arguments that are not an object become the member `label` of one, so that all is shown. */
export function toolOf(name: unknown, values: unknown, label: string, more: { title?: unknown; description?: unknown } = {}): ApprovalTool {
  const none = values === undefined || values === null;
  return compact({
    name: textOf(name) || reject("no-name"),
    title: textOf(more.title) || undefined,
    description: textOf(more.description) || undefined,
    arguments: none ? undefined : isObject(values) ? values : { [label]: values },
  });
}

/** Returns a copy without members that are undefined. */
export function compact<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

/** Returns a result of `approve` without inherited members: Object.prototype must not be able to answer for a person. */
export function approvalResult(result: unknown, key?: string): ApprovalResult {
  const known = ["accept", "decline", "cancel"].includes(own(result, "action") as string);
  return known ? ({ __proto__: null, ...(result as object) } as unknown as ApprovalResult) : unanswerable("no-action", key);
}

/** Returns the arguments that the person changed, or undefined. */
export function changedArguments(result: ApprovalResult): JsonObject | undefined {
  return result.action === "accept" && isObject(result.arguments) ? result.arguments : undefined;
}
