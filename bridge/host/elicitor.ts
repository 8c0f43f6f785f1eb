import type { Elicitor } from "./types.js";

/**
 * Throws where a function was given something in place of a host: an element that is not
 * defined, or a ref that is still empty; or options that the host cannot honour. Otherwise
 * the server would be the first to learn of it.
 */
export function requireElicitor(taker: string, host: unknown, options: object = {}): void {
  if (typeof (host as Partial<Elicitor> | null | undefined)?.elicit !== "function") {
    throw new TypeError(`${taker}: the host has no elicit(). An <elicitation-form> has one once "elicitform/element" is imported; an import of its type alone is left out`);
  }
  (host as Elicitor).checkOptions?.(options);
}
