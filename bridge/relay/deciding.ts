import { PATIENCE } from "./core.js";
import type { Verdict } from "./relay-store.js";

// What a client does next, without a clock, a store or timers of its own. The Go half
// decides the same: relay/testdata/policy.json.

/** All decisions. */
export const DECISIONS = [
  // Call the store: to ask or join the round, to hear how it stands, or its last word past the deadline.
  "ask", "peek", "expire",
  // Wait for a notification, or for the store, which has not answered; ask again what the store has lost, or has
  // called orphaned while this process slept.
  "wait", "retry", "ask-again",
  // End what is over in the session, and ask once more.
  "sweep",
  // It is over: as the person has decided, or with an error.
  "answered", "rejected", "expired", "withdrawn", "acknowledged", "conflict", "full",
  // It is done for a client that only starts it, and for one that only waits and cannot ask again.
  "open", "unknown", "orphaned",
  // Past the deadline: before it was asked, without a word of the store, and after the store has lost it.
  "too-late", "unheard", "lost-late",
] as const;

/** What a client is to do: ask a round and wait for its end, only ask it, or only wait, without asking again what the store has lost. */
export type Task = "elicit" | "start" | "await";

/** What to do, and for how many milliseconds: a pause, or what a call of the store may take. */
export interface Next {
  what: (typeof DECISIONS)[number];
  time: number;
}

// What the store has for its last word past the deadline.
const LAST_WORD = 1000;
// The pause before something is tried again that should have gone.
const SOON = 100;
/** The longest pause when the store has not answered. */
export const AFTER_FAILURE = 1000;

const next = (what: Next["what"], time = 0): Next => ({ what, time });

/** Decides about one round. Times are in milliseconds since 1970. */
export class Deciding {
  #begun = false;
  #open = false;
  #swept = false;

  constructor(readonly task: Task, readonly keyed: boolean, public deadline: number | undefined, readonly poll: number) {}

  /** What the store is to be asked, and how long that may take: the deadline counts even if the store does not answer. */
  call(now: number): Next {
    const first = !this.#begun;
    this.#begun = true;
    if (this.past(now)) {
      return first && !this.keyed ? next("too-late") : next("expire", LAST_WORD);
    }
    const left = this.deadline === undefined ? PATIENCE : Math.max(this.deadline - now, LAST_WORD);
    return next(this.#open || this.task === "await" ? "peek" : "ask", Math.min(left, PATIENCE));
  }

  /** The store has not answered. */
  fail(now: number): Next {
    // A client that asked elsewhere needs the store's word: the answer may be there.
    return this.past(now) && this.task !== "await" ? next("unheard") : next("retry", Math.min(this.poll, AFTER_FAILURE));
  }

  /** What follows from a verdict. The chance of 0 to 1 keeps clients apart that began together. */
  hear(now: number, { state, deadline }: Pick<Verdict, "state" | "deadline">, chance: number): Next {
    switch (state) {
      case "full": {
        // Orphans may be in the way, if no device has looked.
        const swept = this.#swept;
        this.#swept = true;
        return next(swept ? "full" : "sweep");
      }
      case "open": {
        if (this.task === "start") {
          return next("open");
        }
        this.#open = true;
        // The deadline of the first time counts, by the clock of the store, which may be a little behind.
        this.deadline = deadline || undefined;
        const pause = this.poll * (0.9 + 0.2 * chance);
        return next("wait", Math.min(pause, this.deadline === undefined ? Infinity : Math.max(this.deadline - now, SOON)));
      }
      case "unknown":
      case "orphaned":
        if (this.task === "await") {
          return next(state);
        }
        this.#open = false;
        return this.past(now) ? next("lost-late") : next("ask-again", SOON);
      default:
        return next(state);
    }
  }

  /**
   * Whether the deadline has passed. When the caller gives up before it, the round is withdrawn; after it, the store has the last
   * word: the caller's reason may be the deadline itself.
   */
  past(now: number): boolean {
    return this.deadline !== undefined && this.deadline <= now;
  }
}
