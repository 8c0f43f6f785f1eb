import { TIMEOUT_MS } from "./core.js";
import type { Verdict } from "./relay-store.js";

// Decides what a client of a round does next, without a clock, a store or timers. The Go relay decides the same: testdata/policy.json.

/** All actions of a client. */
export const ACTIONS = [
  // Call the store: ask or join the round, read its state, or let it decide after the deadline.
  "ask", "peek", "expire",
  // Wait for a notification; retry after a failure; ask a round again that the store has lost, or orphaned while this process slept.
  "wait", "retry", "ask-again",
  // End overdue rounds of the session, and ask once more.
  "sweep",
  // Return: the round has ended, or cannot be asked.
  "answered", "rejected", "expired", "withdrawn", "acknowledged", "conflict", "full",
  // Return: "start" is done when the round is open, and "await" cannot ask again.
  "open", "unknown", "orphaned",
  // Fail after the deadline: before the first call, without a reply of the store, and after the store has lost the round.
  "too-late", "unheard", "lost-late",
] as const;

/** "elicit" asks a round and waits for its end, "start" only asks it, and "await" only waits for its end. */
export type Task = "elicit" | "start" | "await";

/** The next action, and how long it may take: a pause, or a call of the store. */
export interface Step {
  action: (typeof ACTIONS)[number];
  durationMs: number;
}

// After the deadline the store has this long to say how the round has ended.
const FINAL_CALL_TIMEOUT_MS = 1000;
const SHORT_PAUSE_MS = 100;
export const MAX_RETRY_PAUSE_MS = 1000;

const step = (action: Step["action"], durationMs = 0): Step => ({ action, durationMs });

/** The policy of one client of one round. Times are in milliseconds since 1970. */
export class Policy {
  #hasCalled = false;
  #isOpen = false;
  #hasSwept = false;

  constructor(readonly task: Task, readonly keyed: boolean, public deadline: number | undefined, readonly poll: number) {}

  /** Returns the next call of the store. It never lasts far beyond the deadline, which counts even if the store is silent. */
  nextCall(now: number): Step {
    const isFirst = !this.#hasCalled;
    this.#hasCalled = true;
    if (this.isPast(now)) {
      return isFirst && !this.keyed ? step("too-late") : step("expire", FINAL_CALL_TIMEOUT_MS);
    }
    const timeoutMs = this.deadline === undefined ? TIMEOUT_MS : Math.max(this.deadline - now, FINAL_CALL_TIMEOUT_MS);
    return step(this.#isOpen || this.task === "await" ? "peek" : "ask", Math.min(timeoutMs, TIMEOUT_MS));
  }

  handleFailure(now: number): Step {
    // After the deadline the store may still have an answer for a client that only waits.
    return this.isPast(now) && this.task !== "await" ? step("unheard") : step("retry", Math.min(this.poll, MAX_RETRY_PAUSE_MS));
  }

  /** Returns the step after a verdict. The chance, from 0 to 1, spreads clients that began at the same time. */
  handleVerdict(now: number, { state, deadline }: Pick<Verdict, "state" | "deadline">, chance: number): Step {
    switch (state) {
      case "full": {
        // Orphans count until a device or a client has looked at the session.
        const hasSwept = this.#hasSwept;
        this.#hasSwept = true;
        return step(hasSwept ? "full" : "sweep");
      }
      case "open": {
        if (this.task === "start") {
          return step("open");
        }
        this.#isOpen = true;
        // The deadline of the `ask` that opened the round counts. The store's clock may be a little behind.
        this.deadline = deadline || undefined;
        const pauseMs = this.poll * (0.9 + 0.2 * chance);
        return step("wait", Math.min(pauseMs, this.deadline === undefined ? Infinity : Math.max(this.deadline - now, SHORT_PAUSE_MS)));
      }
      case "unknown":
      case "orphaned":
        if (this.task === "await") {
          return step(state);
        }
        this.#isOpen = false;
        return this.isPast(now) ? step("lost-late") : step("ask-again", SHORT_PAUSE_MS);
      default:
        return step(state);
    }
  }

  /** A caller that gives up before the deadline withdraws the round. Later the store decides: the caller may give up for the deadline. */
  isPast(now: number): boolean {
    return this.deadline !== undefined && this.deadline <= now;
  }
}
