/** A promise that is settled from outside, once. */
export class Deferred {
  readonly promise: Promise<void>;
  #resolve!: () => void;
  #reject!: (error: Error) => void;
  #settled = false;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Nobody has to look at it: its failure is told by events and requests too.
    this.promise.catch(() => {});
  }

  get settled(): boolean {
    return this.#settled;
  }

  resolve(): void {
    this.#settled = true;
    this.#resolve();
  }

  reject(error: Error): void {
    this.#settled = true;
    this.#reject(error);
  }
}
