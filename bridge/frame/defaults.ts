import { isObject, type JsonObject, own, textOf } from "../message/json.js";

// The language and the time zone where the host names none: those of the browser, in which host and frame both run.
const browser = {
  locale: () => globalThis.navigator?.language ?? "en",
  timeZone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
};

/** A context with a language: that of the browser where the host does not name any. */
export function withLanguage(context: unknown): JsonObject {
  return { locale: browser.locale(), ...withDefaults(context) };
}

// A time zone that was never set is looked up only when it is needed: the first use of Intl takes ten milliseconds.
/** A change of the context, with the browser's defaults for the members that it unsets. */
export function withDefaults(change: unknown): JsonObject {
  const full: JsonObject = isObject(change) ? { ...change } : {};
  for (const [name, find] of Object.entries(browser)) {
    if (own(full, name) === null) {
      full[name] = find();
    }
  }
  return full;
}

/** The members of a context that the program has to know: the document takes care of the look. */
export function forProgram(context: JsonObject): object {
  return { locale: textOf(own(context, "locale")), timeZone: textOf(own(context, "timeZone")) };
}
