import { abortReason } from "./errors.js";
import type { ElicitOptions, ElicitResult } from "./types.js";

/** One call of elicit, until it settles. */
export interface Entry {
  /** The JSON-RPC id; a request that is sent again keeps it. */
  readonly id: number;
  /** The params as JSON text; undefined when they have none. */
  readonly params: string | undefined;
  readonly options: ElicitOptions;
  /** The message, once it has been made. */
  message?: string;
  resolve(result: ElicitResult): void;
  reject(error: Error): void;
}

/** Which of how many requests of one burst is shown. */
export interface Place {
  position: number;
  total: number;
}

/**
 * Requests in the order of their arrival, of which one is shown at a time. An
 * entry settles when it leaves the queue, so that it settles exactly once.
 */
export class Queue {
  #active: Entry | undefined;
  readonly #waiting: Entry[] = [];
  // How many have been shown since nothing was left, for "2 of 3".
  #shown = 0;

  /** The request being shown. */
  get active(): Entry | undefined {
    return this.#active;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(entry: Entry): void {
    this.#waiting.push(entry);
  }

  /** Makes the next request the active one. It does nothing while one is active. */
  advance(): Entry | undefined {
    if (this.#active) {
      return undefined;
    }
    this.#active = this.#waiting.shift();
    this.#shown = this.#active ? this.#shown + 1 : 0;
    return this.#active;
  }

  /** The place of the active request; undefined when it is the only one. */
  place(): Place | undefined {
    const total = this.#shown + this.#waiting.length;
    return total > 1 ? { position: this.#shown, total } : undefined;
  }

  /** Takes an entry out, and reports whether it was still there. */
  remove(entry: Entry): boolean {
    if (this.#active === entry) {
      this.#active = undefined;
      return true;
    }
    const at = this.#waiting.indexOf(entry);
    if (at < 0) {
      return false;
    }
    this.#waiting.splice(at, 1);
    return true;
  }

  /** Takes everything out. */
  clear(): Entry[] {
    const all = this.#active ? [this.#active, ...this.#waiting] : [...this.#waiting];
    this.#active = undefined;
    this.#waiting.length = 0;
    this.#shown = 0;
    return all;
  }
}

/**
 * Calls back when the signal of the options aborts, and returns what stops
 * that. A signal that lives long must not keep settled requests alive.
 */
export function onAbort(signal: AbortSignal | undefined, aborted: (reason: Error) => void): () => void {
  if (!signal) {
    return () => {};
  }
  const listener = (): void => aborted(abortReason(signal));
  signal.addEventListener("abort", listener, { once: true });
  return () => signal.removeEventListener("abort", listener);
}
