/** Sleeps until `wake` is called. A call before the sleep counts too. */
export class Sleeper {
  #isWoken = false;
  #wake: (() => void) | undefined;

  readonly wake = (): void => {
    this.#isWoken = true;
    this.#wake?.();
  };

  /** Forgets earlier calls of `wake`. Call it before looking for changes, so that each later call means a new change. */
  listen(): void {
    this.#isWoken = false;
  }

  /** Resolves when `wake` was called since the last `listen`, or after some milliseconds. */
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
      if (this.#isWoken) {
        wake();
      }
    });
  }
}
