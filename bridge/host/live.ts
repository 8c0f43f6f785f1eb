import type { FormHostOptions, HostContext } from "./types.js";

export type LiveOptions = ReturnType<typeof liveOptions>;

/** Returns the options that a host follows while it is used; a missing option is undefined. The heights become part of the context. */
export function liveOptions(
  { drafts, findings, maxHeight, minHeight, openLink, outcome, words }: Omit<FormHostOptions, "container">,
  context: HostContext | undefined,
) {
  const completed: HostContext = { containerDimensions: { maxHeight, minHeight }, ...context };
  return { drafts, findings, openLink, outcome, words, context: completed };
}

/** Returns the changed members of a context, a removed member as undefined; undefined if nothing has changed. */
export function contextChange(before: HostContext = {}, now: HostContext = {}): HostContext | undefined {
  const names = Object.keys({ ...before, ...now }).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, now[name]])) : undefined;
}
