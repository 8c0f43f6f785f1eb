/**
 * Counts messages in windows of one second, so that a flood from the other
 * side cannot keep this side busy.
 */
export class RateLimit {
  readonly #most: number;
  readonly #now: () => number;
  #windowStart = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(mostPerSecond: number, now: () => number = Date.now) {
    this.#most = mostPerSecond;
    this.#now = now;
  }

  /** Reports whether one more message may pass now. */
  allow(): boolean {
    const now = this.#now();
    if (now - this.#windowStart >= 1000 || now < this.#windowStart) {
      this.#windowStart = now;
      this.#count = 0;
    }
    this.#count++;
    return this.#count <= this.#most;
  }
}
