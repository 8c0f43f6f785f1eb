import { ElicitationError, type ElicitationErrorCode } from "../host/errors.js";
import { own, parseObject, textOf } from "../message/json.js";
import { Sleeper } from "./bells.js";
import { type Closing, inTime, type RelayContext } from "./context.js";
import { Asking, insist, type Next } from "./deciding.js";
import { type Question, written } from "./question.js";
import type { QuestionRef, RelayEnd, Verdict } from "./relay-store.js";
import { hashed, keyId, randomId } from "./token.js";
import { sweep } from "./watching.js";

/** How somebody waits for an answer. */
export interface Wait {
  /** The application's name of the request, which is the same after a restart. */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  /** In milliseconds since 1970. */
  deadline?: number | undefined;
}

/** Asks a question and waits for its end. Returns the answer as JSON text. */
export async function askAndWait(context: RelayContext, session: string, question: Question, { key, signal, deadline }: Wait): Promise<string> {
  const { store, bells, lease, keep, poll, now, limits, closing, tell } = context;
  if (closing.over) {
    throw new ElicitationError("disposed");
  }
  if (signal?.aborted) {
    throw withdrawal(signal.reason);
  }
  const asking = new Asking(Boolean(key), deadline, poll);
  const body = written(question);
  const [id, fp] = await Promise.all([key ? keyId(session, key) : randomId(), hashed(body)]);
  const ref = { id, fp };

  const sleeper = new Sleeper();
  const bell = bells.listen(session, (changed) => !changed || changed === id ? sleeper.ring() : undefined);
  const stop = new Stop(signal, closing, sleeper.ring, () => asking.leave(now()).what === "withdraw");
  let pending: Promise<unknown> | undefined;
  let told = false;

  const ended = (how: RelayEnd): void => tell({ type: "ended", session, id, server: question.server.id, how });

  const look = (what: Next["what"]): Promise<Verdict> => {
    switch (what) {
      case "expire":
        return store.end(session, { ...ref, how: "expired", result: "", by: "", keep });
      case "peek":
        return store.peek(session, { ...ref, lease, keep });
      default:
        return store.ask(session, { ...ref, body, server: question.server.id, deadline: asking.deadline ?? 0, lease, keep, limits });
    }
  };

  try {
    // Who asks before it can hear the bell would miss a quick answer until the next look.
    void bell.ready.then(sleeper.ring);
    await sleeper.sleep(poll);
    stop.check();
    for (;;) {
      const call = asking.call(now());
      if (call.what === "too-late") {
        throw new ElicitationError("expired");
      }
      let then: Next;
      let verdict: Verdict | undefined;
      let cause: unknown;
      sleeper.listen();
      try {
        const answer = look(call.what);
        pending = answer.catch(() => {});
        verdict = await stop.race(inTime(answer, call.time));
        then = asking.hear(now(), verdict, Math.random());
      } catch (error) {
        stop.check();
        tell({ type: "failed", error });
        cause = error;
        then = asking.fail(now());
      }
      switch (then.what) {
        case "answered":
          ended("answered");
          return verdict!.result;
        case "refused":
          ended("refused");
          throw refusal(verdict!.result);
        case "expired":
          ended("expired");
          throw new ElicitationError("expired");
        case "unheard":
        case "lost-late":
          throw new ElicitationError("expired", { cause });
        case "withdrawn":
          ended("withdrawn");
          throw withdrawal(undefined);
        case "conflict":
          throw new ElicitationError("internal", { reason: "key-in-use" });
        case "full":
          throw new ElicitationError("internal", { reason: verdict!.result });
        case "wait":
          if (!told) {
            told = true;
            tell({ type: "asked", session, id, server: question.server.id });
          }
          break;
        case "sweep":
          await stop.race(inTime(sweep(context, session))).catch((error: unknown) => {
            stop.check();
            tell({ type: "failed", error });
          });
      }
      await sleeper.sleep(then.time);
      stop.check();
    }
  } catch (error) {
    if (stop.error && signal?.aborted && !closing.over) {
      void withdraw(context, session, ref, pending).then((how) => how && ended(how));
    }
    throw error;
  } finally {
    stop.forget();
    bell.stop();
    // Its timer would keep the process alive.
    sleeper.ring();
  }
}

// Takes a request back, after whatever was asked before. When the store does not answer,
// the request ends with its lease.
async function withdraw(context: RelayContext, session: string, ref: QuestionRef, pending: Promise<unknown> | undefined): Promise<RelayEnd | undefined> {
  await pending;
  const { store, keep } = context;
  let how: RelayEnd = "withdrawn";
  const heard = await untilHeard(context, async () => {
    const { state } = await store.end(session, { ...ref, how: "withdrawn", result: "", by: "", keep });
    how = state === "answered" || state === "refused" || state === "expired" ? state : "withdrawn";
    return true;
  });
  return heard ? how : undefined;
}

/** Makes a call until the store takes it, as long as a request outlives who asked, and says whether it has. */
export async function untilHeard({ lease, now, closing, tell }: RelayContext, call: () => Promise<boolean>): Promise<boolean> {
  for (const end = now() + lease; ; ) {
    let said: "taken" | "refused" | undefined;
    try {
      said = (await inTime(call())) ? "taken" : "refused";
    } catch (error) {
      tell({ type: "failed", error });
    }
    const then = insist(now(), end, said);
    switch (then.what) {
      case "delivered":
        return true;
      case "too-many":
        tell({ type: "failed", error: new ElicitationError("internal", { reason: "too-many-notices" }) });
        return false;
      case "give-up":
        return false;
    }
    if (closing.over) {
      return false;
    }
    await new Sleeper().sleep(then.time);
  }
}

/** Says that the request is taken back or the relay closes. */
class Stop {
  error: Error | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #unlisten: () => void;
  readonly #counts: () => boolean;
  #wake: () => void;

  /** Where an abort does not count, because the deadline has passed as well, the store has the last word. */
  constructor(signal: AbortSignal | undefined, closing: Closing, wake: () => void, counts: () => boolean) {
    this.#wake = wake;
    this.#counts = counts;
    this.#signal = signal;
    signal?.addEventListener("abort", this.#aborted);
    this.#unlisten = closing.listen(() => this.#stop(new ElicitationError("disposed")));
    if (signal?.aborted) {
      this.#aborted();
    }
  }

  /** Throws when it has been said. */
  check(): void {
    // The store may have named a later deadline since.
    if (this.#signal?.aborted) {
      this.#aborted();
    }
    if (this.error) {
      throw this.error;
    }
  }

  /** What the promise says, unless somebody stops it before. Promise.race with one promise that lives long would keep all that it was raced with. */
  race<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const wake = this.#wake;
      this.#wake = () => {
        wake();
        reject(this.error);
      };
      promise.then(resolve, reject).finally(() => (this.#wake = wake));
      if (this.error) {
        reject(this.error);
      }
    });
  }

  forget(): void {
    this.#signal?.removeEventListener("abort", this.#aborted);
    this.#unlisten();
  }

  readonly #aborted = (): void => {
    if (this.#counts()) {
      this.#stop(withdrawal(this.#signal!.reason));
    }
  };

  #stop(error: Error): void {
    this.error ??= error;
    this.#wake();
  }
}

function withdrawal(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException("Request withdrawn", "AbortError");
}

const REFUSALS: readonly unknown[] = ["invalid-request", "unsupported-mode"] satisfies ElicitationErrorCode[];

/** Whether a device may end a request for this reason: the request itself cannot be asked. */
export function isRefusal(code: unknown): code is ElicitationErrorCode {
  return REFUSALS.includes(code);
}

function refusal(result: string): ElicitationError {
  const facts = parseObject(result);
  const code = own(facts, "code");
  return new ElicitationError(isRefusal(code) ? code : "internal", { reason: textOf(own(facts, "reason")), key: textOf(own(facts, "key")) });
}
