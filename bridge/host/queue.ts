import type { Entry } from "./entry.js";

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
  // Which one of its burst is shown, for "2 of 3".
  #shown = 0;

  /** The request being shown. */
  get active(): Entry | undefined {
    return this.#active;
  }

  /** The requests that come after it. */
  get waiting(): readonly Entry[] {
    return this.#waiting;
  }

  add(entry: Entry): void {
    if (this.all.length === 0) {
      this.#shown = 0;
    }
    this.#waiting.push(entry);
  }

  /** Makes the next request the active one. It does nothing while one is active. */
  advance(): Entry | undefined {
    if (this.#active) {
      return undefined;
    }
    this.#shown++;
    return (this.#active = this.#waiting.shift());
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
    return at >= 0 && this.#waiting.splice(at, 1).length > 0;
  }

  /** All of them, the one being shown first. */
  get all(): Entry[] {
    return this.#active ? [this.#active, ...this.#waiting] : [...this.#waiting];
  }
}
