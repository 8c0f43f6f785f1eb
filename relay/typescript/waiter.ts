import { ElicitationError } from "../../bridge/host/errors.js";
import { type RelayCore, StopSignal, withTimeout } from "./core.js";
import { listen } from "./notifications.js";
import { MAX_RETRY_PAUSE_MS, Policy, type Step, type Task } from "./policy.js";
import type { RelayEnd, RoundRef, Verdict } from "./relay-store.js";
import { Sleeper } from "./sleeper.js";
import { Watcher } from "./watcher.js";

/** The longest time that a parked question is open, and the time for which its answer is kept. */
export const MAX_PARK_TIME_MS = 30 * 86_400_000;

/** The round of a client, and what the client does about it. */
export interface WaiterOptions extends RoundRef {
  task: Task;
  body?: string;
  server?: string;
  sealedCall?: string;
  keyed: boolean;
  parked?: boolean;
  signal?: AbortSignal | undefined;
  deadline?: number | undefined;
}

/** Carries out the policy of one client. */
export class Waiter {
  readonly #policy: Policy;
  readonly #sleeper = new Sleeper();
  readonly #stopping = new StopSignal();
  #pending: Promise<unknown> | undefined;
  #hasReported = false;

  constructor(readonly core: RelayCore, readonly session: string, readonly options: WaiterOptions) {
    const { task, keyed, deadline } = options;
    this.#policy = new Policy(task, keyed, deadline, core.poll);
  }

  async run(): Promise<Verdict> {
    const { store, poll, closing } = this.core;
    const { task, id, signal } = this.options;
    if (closing.reason) {
      throw closing.reason;
    }
    if (signal?.aborted) {
      throw withdrawalError(signal.reason);
    }
    const wakeFor = (changed: string): void => (!changed || changed === id ? this.#sleeper.wake() : undefined);
    const unwatch = task === "start" ? undefined : listen(store, this.session, wakeFor);
    // A start goes on, because only its caller learns the id of the round.
    const unlisten = closing.listen((reason) => (task === "start" ? this.#sleeper.wake() : this.#stopping.stop(reason)));
    this.#stopping.listen(this.#sleeper.wake);
    signal?.addEventListener("abort", this.#handleAbort);
    try {
      if (unwatch) {
        // Before the store notifies, a quick answer would be missed until the next poll.
        await this.#sleeper.sleep(poll);
      }
      return await this.#loop();
    } catch (error) {
      this.#abandon();
      throw error;
    } finally {
      signal?.removeEventListener("abort", this.#handleAbort);
      unlisten();
      unwatch?.();
      // Otherwise the timer of a sleep would keep the process alive.
      this.#sleeper.wake();
    }
  }

  async #loop(): Promise<Verdict> {
    const { session, core: { now, report }, options: { task, id, server = "" } } = this;
    for (;;) {
      this.#throwIfStopped();
      const { action, durationMs } = this.#policy.nextCall(now());
      if (action === "too-late") {
        throw new ElicitationError("expired");
      }
      const { next, verdict, cause } = await this.#call(action, durationMs);
      if (action === "ask" && verdict?.state === "open" && !this.#hasReported) {
        this.#hasReported = true;
        report({ type: "asked", session, id, server });
      }
      switch (next.action) {
        case "unheard":
        case "lost-late":
          throw new ElicitationError("expired", { cause });
        case "sweep":
          await this.#sweep();
          break;
        case "wait":
        case "retry":
        case "ask-again":
          break;
        default:
          if (task !== "start" && isEnd(next.action)) {
            report({ type: "ended", session, id, server, how: next.action });
          }
          return verdict!;
      }
      await this.#sleeper.sleep(next.durationMs);
    }
  }

  async #call(action: Step["action"], timeoutMs: number): Promise<{ next: Step; verdict?: Verdict; cause?: unknown }> {
    const { now, report } = this.core;
    this.#sleeper.listen();
    try {
      const reply = this.#callStore(action);
      this.#pending = reply.catch(() => {});
      const verdict = await withTimeout(reply, timeoutMs, this.#stopping);
      return { next: this.#policy.handleVerdict(now(), verdict, Math.random()), verdict };
    } catch (cause) {
      this.#throwIfStopped();
      report({ type: "failed", error: cause });
      return { next: this.#policy.handleFailure(now()), cause };
    }
  }

  #callStore(action: Step["action"]): Promise<Verdict> {
    const { session, core: { store, now, limits }, options: { id, fp, body = "", sealedCall: call = "", server = "", parked } } = this;
    let { lease, keep } = this.core;
    const deadline = this.#policy.deadline ?? 0;
    if (parked) {
      // The lease outlasts the deadline, even if the store's clock is behind: the round must expire, and not become an orphan.
      lease += Math.max(0, deadline - now());
      keep = Math.max(keep, MAX_PARK_TIME_MS);
    }
    switch (action) {
      case "expire":
        return store.end(session, { id, fp, how: "expired", result: "", by: "", keep });
      case "peek":
        return store.peek(session, { id, fp, lease, keep });
    }
    return store.ask(session, { id, fp, body, call, server, deadline, lease, keep, limits });
  }

  async #sweep(): Promise<void> {
    const { core, session } = this;
    await withTimeout(new Watcher(core, session).look(), undefined, this.#stopping).catch((error: unknown) => {
      this.#throwIfStopped();
      core.report({ type: "failed", error });
    });
  }

  readonly #handleAbort = (): void => {
    const { task, signal } = this.options;
    // A round whose deadline has passed is not withdrawn: the store decides how it has ended.
    if (signal?.aborted && (task !== "elicit" || !this.#policy.isPast(this.core.now()))) {
      this.#stopping.stop(withdrawalError(signal.reason));
    }
  };

  #throwIfStopped(): void {
    // The abort is handled again, because the store may have named a later deadline since the signal was aborted.
    this.#handleAbort();
    const reason = this.#stopping.reason ?? this.core.closing.reason;
    if (reason) {
      throw reason;
    }
  }

  // Withdraws the round of a caller that has given up, unless it has a key, by which the next caller can wait for it.
  #abandon(): void {
    const { session, core: { closing, report }, options: { task, keyed, id, server = "", signal } } = this;
    const isUnwanted = task === "elicit" || (task === "start" && !keyed);
    if (isUnwanted && this.#stopping.reason && signal?.aborted && !closing.reason) {
      void this.#withdraw().then((how) => how && report({ type: "ended", session, id, server, how }));
    }
  }

  // Withdraws the round once the pending call has returned. If the store does not reply, the round ends with its lease.
  async #withdraw(): Promise<RelayEnd | undefined> {
    const { session, core: { store, keep }, options: { id, fp } } = this;
    await this.#pending;
    const verdict = await retryForLease(this.core, () => store.end(session, { id, fp, how: "withdrawn", result: "", by: "", keep }));
    const { state } = verdict ?? {};
    return state === "answered" || state === "rejected" || state === "expired" ? state : verdict && "withdrawn";
  }
}

const ENDS: readonly string[] = ["answered", "rejected", "expired", "withdrawn", "orphaned"] satisfies RelayEnd[];

function isEnd(state: string): state is RelayEnd {
  return ENDS.includes(state);
}

/** Repeats a call until the store replies, for the time of a lease: a withdrawal or a finished page must not get lost. */
export async function retryForLease<T>({ lease, now, closing, report }: RelayCore, call: () => Promise<T>): Promise<T | undefined> {
  for (const end = now() + lease; ; ) {
    try {
      return await withTimeout(call());
    } catch (error) {
      report({ type: "failed", error });
    }
    if (closing.reason || now() >= end) {
      return undefined;
    }
    await new Sleeper().sleep(MAX_RETRY_PAUSE_MS);
  }
}

function withdrawalError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException("Request withdrawn", "AbortError");
}
