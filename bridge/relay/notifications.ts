import type { RelayStore } from "./relay-store.js";

// How long to wait before the store is asked again to notify: the first time, and at most.
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5000;

/**
 * Calls back with the id of the round that has changed, `page` for a page, or with none where it may be any, as when the store
 * begins to notify; until the function is called that it returns. While the store does not notify, its session is looked at now
 * and then: slower, but nothing is lost.
 */
export function listen(store: RelayStore, session: string, changed: (id: string) => void): () => void {
  let stopped = false;
  let unwatch: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (id: string): void => (stopped ? undefined : changed(id));
  const watch = (pause: number): void => {
    store.watch(session, tell).then(
      (stop) => {
        unwatch = stop;
        tell("");
        if (stopped) {
          stop();
        }
      },
      () => {
        if (!stopped) {
          timer = setTimeout(watch, pause, Math.min(pause * 2, LONGEST_PAUSE));
        }
      },
    );
  };
  watch(FIRST_PAUSE);
  return () => {
    stopped = true;
    clearTimeout(timer);
    unwatch?.();
  };
}

/** Sleeps until it is woken. A call of `wake` that comes before the sleep is not lost. */
export class Sleeper {
  #woken = false;
  #wake: (() => void) | undefined;

  readonly wake = (): void => {
    this.#woken = true;
    this.#wake?.();
  };

  /** To be called before one looks whether something has changed: what wakes it from now on is news. */
  listen(): void {
    this.#woken = false;
  }

  /** Resolves when it was woken since the last call of listen, and after some milliseconds at the latest. */
  sleep(milliseconds: number): Promise<void> {
    this.#wake?.();
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      // A timer of more than 2^31 ms would fire at once.
      const timer = setTimeout(wake, Math.min(Math.max(milliseconds, 0), 2 ** 31 - 1));
      this.#wake = wake;
      if (this.#woken) {
        wake();
      }
    });
  }
}
