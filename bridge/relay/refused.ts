import { MAX_REFUSED } from "../message/names.js";

const MINUTE = 60_000;
/** For how many milliseconds one more refused answer has to wait, after those at once. */
export const REFUSED_EVERY = MINUTE / MAX_REFUSED;

/** The rate of answers that are refused, of each holder of a token: to check an answer costs more than other requests. */
export class RefusedRate {
  /** Until when, in milliseconds since 1970, the time of a holder is used up. */
  readonly #used = new Map<string, number>();
  #swept = 0;

  constructor(readonly now: () => number) {}

  /** Whether a holder may send one more answer that is refused, which is counted until {@link giveBack}. */
  take(holder: string): boolean {
    const now = this.now();
    if (now - this.#swept > MINUTE) {
      // A holder whose time is over is as good as a new one.
      this.#swept = now;
      this.#used.forEach((until, other) => until <= now && this.#used.delete(other));
    }
    const until = Math.max(now, this.#used.get(holder) ?? 0) + REFUSED_EVERY;
    if (until > now + MINUTE) {
      return false;
    }
    this.#used.set(holder, until);
    return true;
  }

  giveBack(holder: string): void {
    const until = (this.#used.get(holder) ?? 0) - REFUSED_EVERY;
    void (until > this.now() ? this.#used.set(holder, until) : this.#used.delete(holder));
  }
}
