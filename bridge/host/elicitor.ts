import { own } from "../message/json.js";
import type { Elicitor, ElicitOptions, ElicitResult } from "./types.js";

/** Throws for an element that is not defined, an empty ref, or options that the host cannot honour, before a server is involved. */
export function requireElicitor(caller: string, host: unknown, options: object = {}): void {
  if (typeof (host as Partial<Elicitor> | null | undefined)?.elicit !== "function") {
    const defined = 'An <elicitation-form> has one once "elicitform/element" is imported; an import of its type alone is left out';
    throw new TypeError(`${caller}: the host has no elicit(). ${defined}`);
  }
  (host as Elicitor).checkOptions?.(options);
}

/** Returns the reply to the server: the result, with the `_meta` of `replyMeta`. */
export function withMeta(
  result: ElicitResult, { replyMeta }: Pick<ElicitOptions, "replyMeta">, key?: string,
): ElicitResult & { _meta?: object } {
  // replyMeta gets a copy, so that it cannot change the person's decision.
  const meta = replyMeta?.(structuredClone(result), key);
  return meta ? { ...result, _meta: { ...own(result, "_meta") as object, ...meta } } : result;
}
