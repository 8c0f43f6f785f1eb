import type { FormHostOptions, HostContext } from "./types.js";

/** The options that a host follows while it is used. */
export type LiveOptions = ReturnType<typeof liveOptions>;

/** The options that a host follows while it is used, each undefined where it is not given. The heights are part of the context. */
export function liveOptions(
  { drafts, findings, maxHeight, minHeight, openLink, outcome, words }: Omit<FormHostOptions, "container">,
  context: HostContext | undefined,
) {
  const followed: HostContext = { containerDimensions: { maxHeight, minHeight }, ...context };
  return { drafts, findings, openLink, outcome, words, context: followed };
}

/** The changed members of a context, those that are missing now as undefined; undefined when nothing has changed. */
export function contextChange(before: HostContext = {}, now: HostContext = {}): HostContext | undefined {
  const names = Object.keys({ ...before, ...now }).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, now[name]])) : undefined;
}
