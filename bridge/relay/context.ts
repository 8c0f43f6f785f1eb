import type { Bells } from "./bells.js";
import type { RelayEvent } from "./relay-events.js";
import type { RelayLimits, RelayStore } from "./relay-store.js";

/** Says when the relay closes. An AbortSignal would warn of more than ten listeners. */
export class Closing {
  over = false;
  readonly #listeners = new Set<() => void>();

  /** Calls back when the relay closes, or at once, unless the function that it returns is called before. */
  listen(listener: () => void): () => void {
    const mine = (): void => listener();
    if (this.over) {
      mine();
    }
    this.#listeners.add(mine);
    return () => void this.#listeners.delete(mine);
  }

  close(): void {
    this.over = true;
    this.#listeners.forEach((listener) => listener());
  }
}

/** What the parts of a relay share. */
export interface RelayContext {
  readonly store: RelayStore;
  readonly bells: Bells;
  /** In milliseconds: how long a request stays open without its asker, how long it is kept, how often the store is looked at, how often a stream shows that it lives. */
  readonly lease: number;
  readonly keep: number;
  readonly poll: number;
  readonly heartbeat: number;
  readonly limits: RelayLimits;
  readonly now: () => number;
  readonly closing: Closing;
  readonly tell: (event: RelayEvent) => void;
}

const DEFAULT_LIMITS: RelayLimits = { open: 100, bytes: 4 * 1024 * 1024, serverOpen: 20, serverBytes: 1024 * 1024 };

/** The limits of a relay, with the default of what is not said. */
export function limitsOf(limits: Partial<RelayLimits> = {}): RelayLimits {
  const given = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  if (given.some(([, limit]) => !Number.isSafeInteger(limit) || limit < 1)) {
    throw new TypeError("relay: options.limits is invalid");
  }
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(given) };
}

/** How long the store may take for an answer, in milliseconds, and how long a device may take for a piece of what is sent to it. */
export const PATIENCE = 10_000;

/** What the store says, unless it takes too long. */
export async function inTime<T>(answer: Promise<T>, milliseconds = PATIENCE): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Error("relay: the store does not answer")), milliseconds)));
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
