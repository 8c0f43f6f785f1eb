import type { RelayStore } from "./relay-store.js";

/** Somebody's place at the doorbell of a session. */
export interface Listening {
  /** Resolves once changes of the session ring. */
  readonly ready: Promise<void>;
  stop(): void;
}

// How long to wait before the store is asked again for its bell, at most.
const LONGEST_PAUSE = 5000;

/** One subscription for each session that somebody here has an interest in. */
export class Bells {
  readonly #store: RelayStore;
  readonly #bells = new Map<string, Bell>();

  constructor(store: RelayStore) {
    this.#store = store;
  }

  /** Rings with the id of the request that has changed, `page` for a page, or with none where it may be any. */
  listen(session: string, ring: (id: string) => void): Listening {
    let bell = this.#bells.get(session);
    if (!bell) {
      bell = new Bell(this.#store, session);
      this.#bells.set(session, bell);
    }
    const { ready, listeners } = bell;
    const mine = (id: string): void => ring(id);
    listeners.add(mine);
    return {
      ready,
      stop: () => {
        listeners.delete(mine);
        if (listeners.size === 0 && this.#bells.get(session) === bell) {
          this.#bells.delete(session);
          bell.end();
        }
      },
    };
  }
}

class Bell {
  readonly listeners = new Set<(id: string) => void>();
  readonly ready: Promise<void>;
  #ended = false;
  #unwatch: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: RelayStore, session: string) {
    this.ready = new Promise((resolve) => {
      const ring = (id: string): void => this.listeners.forEach((listener) => listener(id));
      // Without its bell a session is looked at now and then: slower, but nothing is lost.
      const watch = (pause: number): void => {
        store.watch(session, ring).then(
          (unwatch) => {
            this.#unwatch = unwatch;
            resolve();
            if (this.#ended) {
              unwatch();
            }
          },
          () => {
            if (!this.#ended) {
              this.#timer = setTimeout(watch, pause, Math.min(pause * 2, LONGEST_PAUSE));
            }
          },
        );
      };
      watch(200);
    });
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#unwatch?.();
  }
}

/** Lets somebody sleep until it rings. A ring that comes before the sleep is not lost. */
export class Sleeper {
  #rung = false;
  #wake: (() => void) | undefined;

  readonly ring = (): void => {
    this.#rung = true;
    this.#wake?.();
  };

  /** To be called before one looks whether something has changed: what rings from now on is news. */
  listen(): void {
    this.#rung = false;
  }

  /** Resolves when it has rung since the last call of listen, and after some milliseconds at the latest. */
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
      if (this.#rung) {
        wake();
      }
    });
  }
}
