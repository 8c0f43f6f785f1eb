import type { ElicitOptions, ElicitResult } from "./types.js";

/** What goes back to the server: the result, with what the host adds to it. Without anything to add it is the result itself. */
export function withMeta(result: ElicitResult, { replyMeta }: Pick<ElicitOptions, "replyMeta">, key?: string): ElicitResult & { _meta?: object } {
  // A copy, so that nothing but what the person has decided reaches the server as such.
  const added = replyMeta?.(structuredClone(result), key);
  return added ? { ...result, _meta: added } : result;
}

/** The same for a round, by the keys of its requests. */
export function withMetaOfAll(results: Record<string, ElicitResult>, options: Pick<ElicitOptions, "replyMeta">): Record<string, ElicitResult> {
  const all = Object.entries(results).map(([key, result]) => [key, withMeta(result, options, key)]);
  return options.replyMeta ? Object.fromEntries(all) : results;
}
