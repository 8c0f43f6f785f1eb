import { MAX_REFUSED } from "../../bridge/message/names.js";

const MINUTE_MS = 60_000;
/** After the first burst, a holder of a token may send one refused answer in this time. */
export const REFUSAL_INTERVAL_MS = MINUTE_MS / MAX_REFUSED;

/** Limits the refused answers of each holder of a token: to check an answer costs more than other requests. */
export class RefusalRate {
  readonly #usedUntil = new Map<string, number>();
  #sweptAt = 0;

  constructor(readonly now: () => number) {}

  /** Takes the time of one refused answer; false if the holder has none left. {@link giveBack} returns it. */
  take(holder: string): boolean {
    const now = this.now();
    if (now - this.#sweptAt > MINUTE_MS) {
      this.#sweptAt = now;
      this.#usedUntil.forEach((until, other) => until <= now && this.#usedUntil.delete(other));
    }
    const until = Math.max(now, this.#usedUntil.get(holder) ?? 0) + REFUSAL_INTERVAL_MS;
    if (until > now + MINUTE_MS) {
      return false;
    }
    this.#usedUntil.set(holder, until);
    return true;
  }

  giveBack(holder: string): void {
    const until = (this.#usedUntil.get(holder) ?? 0) - REFUSAL_INTERVAL_MS;
    void (until > this.now() ? this.#usedUntil.set(holder, until) : this.#usedUntil.delete(holder));
  }
}
