import { ElicitationError, type ElicitationErrorCode } from "../host/errors.js";
import { own, parseObject, textOf } from "../message/json.js";
import { ACKNOWLEDGED, KEY_IN_USE, TOO_MANY_NOTICES } from "../message/names.js";
import { Ending, inTime, type RelayCore } from "./core.js";
import { AFTER_FAILURE, Deciding, type Next } from "./deciding.js";
import { listen } from "./notifications.js";
import { type Round, written } from "./round.js";
import type { RelayEnd, RoundRef, Verdict } from "./relay-store.js";
import { Sleeper } from "./sleeper.js";
import { hashed, keyId } from "./token.js";
import { sweep } from "./watching.js";

/** How a client waits for an answer. */
export interface Wait {
  /** The application's name of the round, which is the same after a restart. */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  /** In milliseconds since 1970. */
  deadline?: number | undefined;
}

/** Asks a round and waits for its end. Returns the answer as JSON text. */
export async function askAndWait(core: RelayCore, session: string, round: Round, { key, signal, deadline }: Wait): Promise<string> {
  const { store, lease, keep, poll, now, limits, closing, tell } = core;
  if (closing.reason) {
    throw disposed();
  }
  if (signal?.aborted) {
    throw withdrawal(signal.reason);
  }
  const deciding = new Deciding("elicit", Boolean(key), deadline, poll);
  const body = written(round);
  const server = round.server.id;
  const [id, fp] = await Promise.all([keyId(session, key), hashed(body)]);
  const ref = { id, fp };

  const sleeper = new Sleeper();
  const unwatch = listen(store, session, (changed) => !changed || changed === id ? sleeper.wake() : undefined);
  // Ends when the caller has given up, or the relay closes.
  const ending = new Ending();
  const aborted = (): void => {
    // Where the deadline has passed as well, the store has the last word.
    if (signal?.aborted && !deciding.past(now())) {
      ending.end(withdrawal(signal.reason));
    }
  };
  const goOn = (): void => {
    // The store may have named a later deadline since.
    aborted();
    if (ending.reason) {
      throw ending.reason;
    }
  };
  const unlisten = closing.listen(() => ending.end(disposed()));
  ending.listen(sleeper.wake);
  signal?.addEventListener("abort", aborted);
  let pending: Promise<unknown> | undefined;
  let told = false;

  const call = (what: Next["what"]): Promise<Verdict> => {
    switch (what) {
      case "expire":
        return store.end(session, { ...ref, how: "expired", result: "", by: "", keep });
      case "peek":
        return store.peek(session, { ...ref, lease, keep });
    }
    return store.ask(session, { ...ref, body, server, deadline: deciding.deadline ?? 0, lease, keep, limits });
  };

  try {
    // A round that is asked before the store notifies would miss a quick answer until the next look.
    await sleeper.sleep(poll);
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
      switch (then.what) {
        case "answered":
        case "rejected":
        case "expired":
        case "withdrawn":
          tell({ type: "ended", session, id, server, how: then.what });
          return answerOf(then.what, verdict!.result);
        case "unheard":
        case "lost-late":
          throw new ElicitationError("expired", { cause });
        case "conflict":
          throw new ElicitationError("internal", { reason: KEY_IN_USE });
        case "acknowledged":
          throw new ElicitationError("internal", { reason: ACKNOWLEDGED });
        case "full":
          throw new ElicitationError("internal", { reason: verdict!.result });
        case "wait":
          if (!told) {
            told = true;
            tell({ type: "asked", session, id, server });
          }
          break;
        case "sweep":
          await inTime(sweep(core, session), undefined, ending).catch((error: unknown) => {
            goOn();
            tell({ type: "failed", error });
          });
      }
      await sleeper.sleep(then.time);
    }
  } catch (error) {
    if (ending.reason && signal?.aborted && !closing.reason) {
      void withdraw(core, session, ref, pending).then((how) => how && tell({ type: "ended", session, id, server, how }));
    }
    throw error;
  } finally {
    signal?.removeEventListener("abort", aborted);
    unlisten();
    unwatch();
    // Its timer would keep the process alive.
    sleeper.wake();
  }
}

// Takes a round back, after whatever was asked before. When the store does not answer,
// the round ends with its lease.
async function withdraw(
  core: RelayCore, session: string, ref: RoundRef, pending: Promise<unknown> | undefined,
): Promise<RelayEnd | undefined> {
  await pending;
  const { store, keep } = core;
  let how: RelayEnd = "withdrawn";
  const heard = await untilHeard(core, async () => {
    const { state } = await store.end(session, { ...ref, how: "withdrawn", result: "", by: "", keep });
    how = state === "answered" || state === "rejected" || state === "expired" ? state : "withdrawn";
    return true;
  });
  return heard ? how : undefined;
}

/**
 * Makes a call that has to reach the store, such as a withdrawal or a finished page, until the store answers or a lease is
 * over. Resolves with whether the store has taken it.
 */
export async function untilHeard({ lease, now, closing, tell }: RelayCore, call: () => Promise<boolean>): Promise<boolean> {
  for (const end = now() + lease; ; ) {
    try {
      const taken = await inTime(call());
      if (!taken) {
        tell({ type: "failed", error: new ElicitationError("internal", { reason: TOO_MANY_NOTICES }) });
      }
      return taken;
    } catch (error) {
      tell({ type: "failed", error });
    }
    if (closing.reason || now() >= end) {
      return false;
    }
    await new Sleeper().sleep(AFTER_FAILURE);
  }
}

function disposed(): Error {
  return new ElicitationError("disposed");
}

function withdrawal(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException("Request withdrawn", "AbortError");
}

const REJECTIONS: readonly unknown[] = ["invalid-request", "unsupported-mode"] satisfies ElicitationErrorCode[];

/** Whether a device may end a round for this reason: the round itself cannot be asked. */
export function isRejection(code: unknown): code is ElicitationErrorCode {
  return REJECTIONS.includes(code);
}

// The answer with which a round has ended; for every other end it throws.
function answerOf(how: "answered" | "rejected" | "expired" | "withdrawn", result: string): string {
  if (how === "answered") {
    return result;
  } else if (how !== "rejected") {
    throw new ElicitationError(how);
  }
  const facts = parseObject(result);
  const [code, reason, key] = ["code", "reason", "key"].map((name) => textOf(own(facts, name)));
  throw new ElicitationError(isRejection(code) ? code : "internal", { reason, key });
}
