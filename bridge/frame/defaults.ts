import { isObject, type JsonObject, own, textOf } from "../message/json.js";

// The browser's language and time zone, for a host that names none: host and frame run in the same browser.
const browser = {
  locale: () => globalThis.navigator?.language ?? "en",
  timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** Adds the browser's language to a context without one, and its defaults to members that are null. */
export function withLanguage(context: unknown): JsonObject {
  return { locale: browser.locale(), ...withDefaults(context) };
}

// The time zone is looked up only for a context that unsets it: the first use of Intl takes ten milliseconds.
/** Puts the browser's defaults into a change of the context, for the members that it unsets. */
export function withDefaults(change: unknown): JsonObject {
  const full: JsonObject = isObject(change) ? { ...change } : {};
  for (const [name, find] of Object.entries(browser)) {
    if (own(full, name) === null) {
      full[name] = find();
    }
  }
  return full;
}

/** Returns the members of a context that the program reads: the document takes care of the look. */
export function forProgram(context: JsonObject): object {
  return { locale: textOf(own(context, "locale")), timeZone: textOf(own(context, "timeZone")) };
}
