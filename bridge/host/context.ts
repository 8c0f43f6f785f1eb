import type { HostContext } from "./types.js";

/**
 * The context for the frame. Language and time zone are those of this page's
 * browser where the host page has not set them: the frame has no way to know
 * whether the host page did.
 */
export function effectiveContext(context: HostContext): HostContext {
  return {
    ...context,
    locale: context.locale ?? globalThis.navigator?.language ?? "en",
    timeZone: context.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/**
 * The members of the context with those names. A member that was unset is null
 * in the message, because JSON has no undefined.
 */
export function contextChange(context: HostContext, names: Iterable<string>): { [name: string]: unknown } {
  const effective = effectiveContext(context);
  return Object.fromEntries(Array.from(names, (name) => [name, effective[name] ?? null]));
}
