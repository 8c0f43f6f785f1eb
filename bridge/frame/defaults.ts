import { isObject, type JsonObject, own, textOf } from "../message/json.js";

// What a host that does not name them most likely means. The host package leaves it to
// the frame to find out: the two run in one browser.
const browser = {
  locale: () => globalThis.navigator?.language ?? "en",
  timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** A context with a language: that of the browser where the host does not name any. */
export function withLanguage(context: unknown): JsonObject {
  return { locale: browser.locale(), ...withDefaults(context) };
}

/**
 * A change of the context in which what it unsets is filled in. A time zone that was never
 * set is found out when it is needed: the first use of Intl takes ten milliseconds.
 */
export function withDefaults(change: unknown): JsonObject {
  const full: JsonObject = isObject(change) ? { ...change } : {};
  for (const [name, find] of Object.entries(browser)) {
    if (own(full, name) === null) {
      full[name] = find();
    }
  }
  return full;
}

/** What the program has to know of a context: the look is the document's business. */
export function forProgram(context: JsonObject): object {
  return { locale: textOf(own(context, "locale")), timeZone: textOf(own(context, "timeZone")) };
}
