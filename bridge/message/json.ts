// Reads JSON of other programs. Only an object's own members are read: a page that has put members on Object.prototype
// must not be able to answer for a person.

import { ANSWER_TYPES, ENTRY_TYPES } from "./names.js";

export type JsonObject = { [name: string]: unknown };

/** Reports whether a parsed JSON value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the object's own member of that name, or undefined. With further names, the member of that member, and so on. */
export function own(object: unknown, ...names: string[]): unknown {
  return names.reduce((found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined), object);
}

/** Reports whether the content of a result can carry a value. `typeOf` names the type of a value. */
export function isAnswer(value: unknown, typeOf: (one: unknown) => string): boolean {
  const carries = (types: string, one: unknown): boolean => types.split(" ").includes(typeOf(one));
  return Array.isArray(value) ? value.every((one) => carries(ENTRY_TYPES, one)) : carries(ANSWER_TYPES, value);
}

/** Returns the value if it is a text, or undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns the value if it is an array, or an empty array. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Writes a value as JSON; empty if that fails, for example because the value is nested too deep. */
export function jsonText(value: unknown): string {
  return attempt(() => JSON.stringify(value)) ?? "";
}

/** Parses a JSON text; undefined unless it is an object. */
export function parseObject(text: string | null | undefined): JsonObject | undefined {
  const value: unknown = attempt(() => JSON.parse(text!));
  return isObject(value) ? value : undefined;
}

export type RequestId = string | number;

/** Returns the id of a message, or undefined. */
export function requestId(message: unknown): RequestId | undefined {
  const id = own(message, "id");
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

/** Returns the result of act; undefined when it throws. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
