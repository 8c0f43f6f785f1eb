/** Sleeps until it is woken. A call of `wake` that comes before the sleep is not lost. */
export class Sleeper {
  #woken = false;
  #wake: (() => void) | undefined;

  readonly wake = (): void => {
    this.#woken = true;
    this.#wake?.();
  };

  /** Call this before looking for changes: a call of `wake` from now on means that there is another change. */
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
