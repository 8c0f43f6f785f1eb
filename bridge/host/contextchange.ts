import type { HostContext } from "./types.js";

/** What of a context says something else than before; what is missing now is undefined in it. Undefined when nothing has changed. */
export function contextChange(before: HostContext = {}, now: HostContext = {}): HostContext | undefined {
  const names = Object.keys({ ...before, ...now }).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, now[name]])) : undefined;
}
