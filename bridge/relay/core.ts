import type { RelayEvent } from "./relay-events.js";
import type { RelayLimits, RelayStore } from "./relay-store.js";

/** An end that comes once, with a reason. An AbortSignal would warn of more than ten listeners. */
export class Ending {
  reason: Error | undefined;
  readonly #listeners = new Set<(reason: Error) => void>();

  /** Calls back when it ends, or at once where it has ended, unless the function that it returns is called before. */
  listen(listener: (reason: Error) => void): () => void {
    if (this.reason) {
      listener(this.reason);
    }
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  end(reason: Error): void {
    this.reason ??= reason;
    this.#listeners.forEach((listener) => listener(this.reason!));
  }
}

/** What the parts of a relay share. */
export interface RelayCore {
  readonly store: RelayStore;
  /** For how many milliseconds a round stays open without its client, and for how many it is kept. */
  readonly lease: number;
  readonly keep: number;
  /** After how many milliseconds the store is looked at again, and a stream shows again that it lives. */
  readonly poll: number;
  readonly heartbeat: number;
  readonly limits: RelayLimits;
  readonly now: () => number;
  readonly closing: Ending;
  readonly tell: (event: RelayEvent) => void;
}

const MIB = 1024 * 1024;
const DEFAULT_LIMITS: RelayLimits = { open: 100, bytes: 4 * MIB, newBytes: 4 * MIB, serverOpen: 20, serverBytes: MIB, serverNewBytes: MIB };

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

/** The store's answer. Rejects where the answer takes too long, and where the ending comes first. */
export function inTime<T>(answer: Promise<T>, milliseconds = PATIENCE, ending?: Ending): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("relay: the store does not answer")), milliseconds);
    const forget = ending?.listen(reject);
    answer.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      forget?.();
    });
  });
}
