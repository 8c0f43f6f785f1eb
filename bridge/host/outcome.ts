import { isObject, own } from "../message/json.js";
import { fits } from "../message/params.js";
import type { ElicitContent, ElicitResult } from "./result.js";

/**
 * The result that a frame gave for one request. It is undefined when the value
 * has any other shape: somebody may have replaced the frame, and nothing but a
 * proper result counts as a decision of a person.
 */
export function readResult(result: unknown, part: { schema: unknown } | undefined): ElicitResult | undefined {
  const action = own(result, "action");
  const content = own(result, "content");
  if (action === "accept" && isObject(content)) {
    // The content is handed on as it was parsed: JSON.parse makes "__proto__" an own
    // property, and a copy might not. With a reference in the schema only the frame
    // knows which properties there are, because only the frame follows references.
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
