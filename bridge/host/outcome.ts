import { isObject, own } from "../message/json.js";
import { fits } from "../message/params.js";
import type { ElicitContent, ElicitResult } from "./result.js";

/**
 * The result that a frame gave for one request, or undefined for anything of
 * another shape, which is never taken for a decision: the frame may have been
 * replaced by another one.
 */
export function readResult(result: unknown, part: { schema: unknown } | undefined): ElicitResult | undefined {
  const action = own(result, "action");
  const content = own(result, "content");
  if (action === "accept" && isObject(content)) {
    // As parsed: JSON.parse makes "__proto__" an own property, a copy might not.
    // What a form asks through a reference only the frame knows, as it follows that.
    const asked = (name: string): boolean => (own(part?.schema, "$ref") ?? own(part?.schema, "properties", name)) !== undefined;
    const sound = Object.entries(content).every(([name, value]) => asked(name) && isAnswer(value)) && fits(JSON.stringify(content));
    return sound ? { action, content: content as ElicitContent } : undefined;
  }
  const bare = action === "decline" || action === "cancel" || (action === "accept" && content === undefined);
  return bare ? { action } : undefined;
}

function isAnswer(value: unknown): boolean {
  const text = (one: unknown): boolean => typeof one === "string";
  return text(value) || typeof value === "boolean" || Number.isFinite(value) || (Array.isArray(value) && value.every(text));
}
