import type { RelayEvent } from "./relay-events.js";
import type { RelayLimits, RelayStore } from "./relay-store.js";

/** Stops work once, with a reason. Node warns when an AbortSignal has more than ten listeners. */
export class StopSignal {
  reason: Error | undefined;
  readonly #listeners = new Set<(reason: Error) => void>();

  /** Calls back on stop, or at once after it. The function that it returns removes the listener. */
  listen(listener: (reason: Error) => void): () => void {
    if (this.reason) {
      listener(this.reason);
    }
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  stop(reason: Error): void {
    this.reason ??= reason;
    this.#listeners.forEach((listener) => listener(this.reason!));
  }
}

/** Times are in milliseconds. */
export interface RelayCore {
  readonly store: RelayStore;
  readonly lease: number;
  readonly keep: number;
  readonly poll: number;
  readonly heartbeat: number;
  readonly limits: RelayLimits;
  readonly now: () => number;
  readonly closing: StopSignal;
  readonly report: (event: RelayEvent) => void;
}

const MIB = 1024 * 1024;
const DEFAULT_LIMITS: RelayLimits = { open: 100, bytes: 4 * MIB, newBytes: 4 * MIB, serverOpen: 20, serverBytes: MIB, serverNewBytes: MIB };

/** Completes the limits of a relay with the defaults. */
export function withDefaults(limits: Partial<RelayLimits> = {}): RelayLimits {
  const own = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  if (own.some(([, limit]) => !Number.isSafeInteger(limit) || limit < 1)) {
    throw new TypeError("relay: options.limits is invalid");
  }
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(own) };
}

/** How long the store may take to reply, and a device to read one piece of a stream. */
export const TIMEOUT_MS = 10_000;

/** Resolves with the store's reply. It rejects after the timeout, or when the signal stops first. */
export function withTimeout<T>(reply: Promise<T>, timeoutMs = TIMEOUT_MS, signal?: StopSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("relay: the store does not answer")), timeoutMs);
    const unlisten = signal?.listen(reject);
    reply.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      unlisten?.();
    });
  });
}
