import type { HostContext } from "./types.js";

/**
 * The context as the frame is told it: what the host page has not set comes
 * from the browser, which the frame could not ask in the host's stead (a chat
 * may have a language of its own).
 */
export function effectiveContext(context: HostContext): HostContext {
  return {
    ...context,
    locale: context.locale ?? globalThis.navigator?.language ?? "en",
    timeZone: context.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/**
 * The members of the context that a change names. A member that was unset
 * crosses as null, because JSON has no undefined.
 */
export function contextChange(context: HostContext, names: Iterable<string>): { [name: string]: unknown } {
  const effective = effectiveContext(context);
  return Object.fromEntries(Array.from(names, (name) => [name, effective[name] ?? null]));
}
