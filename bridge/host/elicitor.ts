import type { Elicitor, ElicitOptions, ElicitResult } from "./types.js";

/** Throws for an element that is not defined, an empty ref, or options that the host cannot honour, before a server learns of it. */
export function requireElicitor(taker: string, host: unknown, options: object = {}): void {
  if (typeof (host as Partial<Elicitor> | null | undefined)?.elicit !== "function") {
    const defined = 'An <elicitation-form> has one once "elicitform/element" is imported; an import of its type alone is left out';
    throw new TypeError(`${taker}: the host has no elicit(). ${defined}`);
  }
  (host as Elicitor).checkOptions?.(options);
}

/** The reply to the server: the result, with the `_meta` that the host adds, if any. */
export function withMeta(
  result: ElicitResult, { replyMeta }: Pick<ElicitOptions, "replyMeta">, key?: string,
): ElicitResult & { _meta?: object } {
  // A copy, so that nothing but what the person has decided reaches the server as such.
  const added = replyMeta?.(structuredClone(result), key);
  return added ? { ...result, _meta: added } : result;
}
