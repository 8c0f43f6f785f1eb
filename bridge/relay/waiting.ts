import { ElicitationError } from "../host/errors.js";
import { Ending, inTime, type RelayCore } from "./core.js";
import { AFTER_FAILURE, Deciding, type Next, type Task } from "./deciding.js";
import { listen } from "./notifications.js";
import type { RelayEnd, RoundRef, Verdict } from "./relay-store.js";
import { Sleeper } from "./sleeper.js";
import { Watcher } from "./watching.js";

/** How long a parked question stands at most, and how long its answer is kept, in milliseconds. */
export const LONGEST = 30 * 86_400_000;

/** What a client does about a round. */
export interface Waiting extends RoundRef {
  task: Task;
  /** The round as JSON text, and who asks it; of a client that asks. */
  body?: string;
  server?: string;
  /** What the store keeps with it. */
  kept?: string;
  /** Whether the application has given it a key. */
  keyed: boolean;
  /** The round is to stand until its deadline without a client. */
  parked?: boolean;
  signal?: AbortSignal | undefined;
  /** In milliseconds since 1970. */
  deadline?: number | undefined;
}

/** Does what the task is. Returns the verdict that ends it. */
export async function follow(core: RelayCore, session: string, waiting: Waiting): Promise<Verdict> {
  const { task, id, fp, body = "", server = "", kept = "", keyed, parked, signal } = waiting;
  const { store, poll, now, limits, closing, tell } = core;
  if (closing.reason) {
    throw closing.reason;
  }
  if (signal?.aborted) {
    throw withdrawal(signal.reason);
  }
  const deciding = new Deciding(task, keyed, waiting.deadline, poll);
  const ref = { id, fp };

  const sleeper = new Sleeper();
  const changed = (what: string): void => (!what || what === id ? sleeper.wake() : undefined);
  const unwatch = task === "start" ? undefined : listen(store, session, changed);
  // Ends when the caller has given up, or the relay closes.
  const ending = new Ending();
  const aborted = (): void => {
    // Where the deadline has passed as well, the store has the last word.
    if (signal?.aborted && (task !== "elicit" || !deciding.past(now()))) {
      ending.end(withdrawal(signal.reason));
    }
  };
  const goOn = (): void => {
    // The store may have named a later deadline since.
    aborted();
    const reason = ending.reason ?? closing.reason;
    if (reason) {
      throw reason;
    }
  };
  // The caller of a start has to hear of what is being asked, for nobody else knows its id.
  const unlisten = closing.listen((reason) => (task === "start" ? sleeper.wake() : ending.end(reason)));
  ending.listen(sleeper.wake);
  signal?.addEventListener("abort", aborted);
  let pending: Promise<unknown> | undefined;
  let told = false;

  const call = (what: Next["what"]): Promise<Verdict> => {
    let { lease, keep } = core;
    if (parked) {
      // The lease outlasts the deadline, also where the store's clock is behind ours: the round expires, and has no orphan's end.
      lease += Math.max(0, (deciding.deadline ?? 0) - now());
      keep = Math.max(keep, LONGEST);
    }
    switch (what) {
      case "expire":
        return store.end(session, { ...ref, how: "expired", result: "", by: "", keep });
      case "peek":
        return store.peek(session, { ...ref, lease, keep });
    }
    return store.ask(session, { ...ref, body, call: kept, server, deadline: deciding.deadline ?? 0, lease, keep, limits });
  };

  try {
    if (unwatch) {
      // A round that is asked before the store notifies would miss a quick answer until the next look.
      await sleeper.sleep(poll);
    }
    for (;;) {
      goOn();
      const { what, time } = deciding.call(now());
      if (what === "too-late") {
        throw new ElicitationError("expired");
      }
      let then: Next;
      let verdict: Verdict | undefined;
      let cause: unknown;
      sleeper.listen();
      try {
        const answer = call(what);
        pending = answer.catch(() => {});
        verdict = await inTime(answer, time, ending);
        then = deciding.hear(now(), verdict, Math.random());
      } catch (error) {
        goOn();
        tell({ type: "failed", error });
        cause = error;
        then = deciding.fail(now());
      }
      if (what === "ask" && verdict?.state === "open" && !told) {
        told = true;
        tell({ type: "asked", session, id, server });
      }
      switch (then.what) {
        case "unheard":
        case "lost-late":
          throw new ElicitationError("expired", { cause });
        case "sweep":
          // A look ends everything in the session that is over.
          await inTime(new Watcher(core, session).look(), undefined, ending).catch((error: unknown) => {
            goOn();
            tell({ type: "failed", error });
          });
          break;
        case "wait":
        case "retry":
        case "ask-again":
          break;
        default:
          if (task !== "start" && isEnd(then.what)) {
            tell({ type: "ended", session, id, server, how: then.what });
          }
          return verdict!;
      }
      await sleeper.sleep(then.time);
    }
  } catch (error) {
    // What nobody waits for any more is withdrawn: a round that was to be awaited, and one that nobody can name, because
    // its caller has not heard its id. A key names a round for the next caller.
    const unwanted = task === "elicit" || (task === "start" && !keyed);
    if (unwanted && ending.reason && signal?.aborted && !closing.reason) {
      void withdraw(core, session, ref, pending).then((how) => how && tell({ type: "ended", session, id, server, how }));
    }
    throw error;
  } finally {
    signal?.removeEventListener("abort", aborted);
    unlisten();
    unwatch?.();
    // Its timer would keep the process alive.
    sleeper.wake();
  }
}

const ENDS: readonly string[] = ["answered", "rejected", "expired", "withdrawn", "orphaned"] satisfies RelayEnd[];

function isEnd(state: string): state is RelayEnd {
  return ENDS.includes(state);
}

// Takes a round back, after whatever was asked before. When the store does not answer,
// the round ends with its lease.
async function withdraw(
  core: RelayCore, session: string, ref: RoundRef, pending: Promise<unknown> | undefined,
): Promise<RelayEnd | undefined> {
  await pending;
  const { store, keep } = core;
  const verdict = await untilHeard(core, () => store.end(session, { ...ref, how: "withdrawn", result: "", by: "", keep }));
  const { state } = verdict ?? {};
  return state === "answered" || state === "rejected" || state === "expired" ? state : verdict && "withdrawn";
}

/**
 * Makes a call that has to reach the store, such as a withdrawal or a finished page, until the store answers or a lease is
 * over. Resolves with the answer, if there is one.
 */
export async function untilHeard<T>({ lease, now, closing, tell }: RelayCore, call: () => Promise<T>): Promise<T | undefined> {
  for (const end = now() + lease; ; ) {
    try {
      return await inTime(call());
    } catch (error) {
      tell({ type: "failed", error });
    }
    if (closing.reason || now() >= end) {
      return undefined;
    }
    await new Sleeper().sleep(AFTER_FAILURE);
  }
}

function withdrawal(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException("Request withdrawn", "AbortError");
}
