// Reading JSON that another program wrote. Only an object's own members are read: a page
// that has put members on Object.prototype must not be able to answer for a person.

import { ANSWER_TYPES, ENTRY_TYPES } from "./names.js";

/** A JSON object. */
export type JsonObject = { [name: string]: unknown };

/** Reports whether a parsed JSON value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object's own member of that name, or undefined. With further names, the member of that member, and so on. */
export function own(object: unknown, ...names: string[]): unknown {
  return names.reduce((found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined), object);
}

/** Whether the content of a result can carry a value, which is of the type that `typeOf` names. */
export function isAnswer(value: unknown, typeOf: (one: unknown) => string): boolean {
  const carries = (types: string, one: unknown): boolean => types.split(" ").includes(typeOf(one));
  return Array.isArray(value) ? value.every((one) => carries(ENTRY_TYPES, one)) : carries(ANSWER_TYPES, value);
}

/** The value when it is text, or undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The value when it is an array, or an empty one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The JSON text of a value; empty when it has none, such as one that is nested too deep. */
export function jsonText(value: unknown): string {
  return attempt(() => JSON.stringify(value)) ?? "";
}

/** The object that a JSON text holds, or undefined when it holds none or there is no text. */
export function parseObject(text: string | null | undefined): JsonObject | undefined {
  const value: unknown = attempt(() => JSON.parse(text!));
  return isObject(value) ? value : undefined;
}

/** The id of a JSON-RPC message. */
export type RequestId = string | number;

/** The id of a message, or undefined when it has none. */
export function requestId(message: unknown): RequestId | undefined {
  const id = own(message, "id");
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

/** What act returns; undefined when it throws. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
