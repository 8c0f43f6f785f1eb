// Reading JSON that another program wrote. Members are only ever read when
// they are the object's own: a page that has polluted Object.prototype must
// not be able to answer for a person.

/** A JSON object. */
export type JsonObject = { [name: string]: unknown };

/** Reports whether a parsed JSON value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object's own member, or undefined. */
export function own(object: unknown, name: string): unknown {
  return isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The object that a JSON text holds, or undefined when it holds none. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
