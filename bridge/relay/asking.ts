import { ElicitationError, type ElicitationErrorCode } from "../host/errors.js";
import { own, parseObject, textOf } from "../message/json.js";
import { Sleeper } from "./bells.js";
import { type Closing, inTime, PATIENCE, type RelayContext } from "./context.js";
import type { Question } from "./question.js";
import type { QuestionRef, RelayEnd, Verdict } from "./relay-store.js";
import { hashed, keyId, randomId } from "./token.js";

// How long the store has for its last word about a request whose deadline has passed.
const LAST_WORD = 1000;

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
  if (!key && deadline !== undefined && deadline <= now()) {
    throw new ElicitationError("expired");
  }
  const body = JSON.stringify(question);
  const [id, fp] = await Promise.all([key ? keyId(session, key) : randomId(), hashed(body)]);
  const ref = { id, fp };

  const sleeper = new Sleeper();
  const bell = bells.listen(session, sleeper.ring);
  const stop = new Stop(signal, closing, sleeper.ring);
  let pending: Promise<unknown> | undefined;
  let asked = false;
  let told = false;

  const ended = (how: RelayEnd): void => tell({ type: "ended", session, id, server: question.server.id, how });

  // One look at the store: asks, or how it stands, or that the time is over.
  const look = (): Promise<Verdict> => {
    if (deadline !== undefined && deadline <= now()) {
      return store.end(session, { ...ref, how: "expired", result: "", by: "", keep });
    }
    return asked
      ? store.peek(session, { ...ref, lease, keep })
      : store.ask(session, { ...ref, body, server: question.server.id, deadline: deadline ?? 0, lease, keep, limits });
  };

  try {
    // Who asks before it can hear the bell would miss a quick answer until the next look.
    void bell.ready.then(sleeper.ring);
    await sleeper.sleep(poll);
    stop.check();
    for (;;) {
      let pause = poll * (0.9 + 0.2 * Math.random());
      let verdict: Verdict | undefined;
      sleeper.listen();
      try {
        const answer = look();
        pending = answer.catch(() => {});
        // At the deadline nobody waits for a store that does not answer.
        const left = deadline === undefined ? PATIENCE : Math.max(deadline - now(), LAST_WORD);
        verdict = await stop.race(inTime(answer, Math.min(left, PATIENCE)));
      } catch (error) {
        stop.check();
        tell({ type: "failed", error });
        // Nobody knows what has become of it, only that it is too late.
        if (deadline !== undefined && deadline <= now()) {
          throw new ElicitationError("expired", { cause: error });
        }
        pause = Math.min(poll, 1000);
      }
      switch (verdict?.state) {
        case "open":
          asked = true;
          if (!told) {
            told = true;
            tell({ type: "asked", session, id, server: question.server.id });
          }
          // The deadline of the first time counts, by the clock of the store, which may
          // be a little behind.
          deadline = verdict.deadline || undefined;
          pause = deadline === undefined ? pause : Math.min(pause, Math.max(deadline - now(), 100));
          break;
        case "answered":
          ended(verdict.state);
          return verdict.result;
        case "refused":
          ended(verdict.state);
          throw refusal(verdict.result);
        case "expired":
          ended(verdict.state);
          throw new ElicitationError("expired");
        case "withdrawn":
          ended(verdict.state);
          throw withdrawal(undefined);
        case "conflict":
          throw new ElicitationError("internal", { reason: "key-in-use" });
        case "full":
          throw new ElicitationError("internal", { reason: verdict.result });
        case "unknown":
        case "orphaned":
          if (deadline !== undefined && deadline <= now()) {
            throw new ElicitationError("expired");
          }
          // The store has lost it, or this process has slept: it is asked again.
          pause = asked ? 0 : pause;
          asked = false;
      }
      await sleeper.sleep(pause);
      stop.check();
    }
  } catch (error) {
    if (stop.error && signal?.aborted && !closing.over) {
      void withdraw(context, session, ref, pending).then(ended, () => {});
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
async function withdraw({ store, keep, lease, now, closing }: RelayContext, session: string, ref: QuestionRef, pending: Promise<unknown> | undefined): Promise<RelayEnd> {
  await pending;
  const until = now() + lease;
  for (;;) {
    try {
      const { state } = await store.end(session, { ...ref, how: "withdrawn", result: "", by: "", keep });
      return state === "answered" || state === "refused" || state === "expired" ? state : "withdrawn";
    } catch (error) {
      if (now() >= until || closing.over) {
        throw error;
      }
      await new Sleeper().sleep(500);
    }
  }
}

/** Says that the request is taken back or the relay closes. */
class Stop {
  error: Error | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #unlisten: () => void;
  #wake: () => void;

  constructor(signal: AbortSignal | undefined, closing: Closing, wake: () => void) {
    this.#wake = wake;
    this.#signal = signal;
    signal?.addEventListener("abort", this.#aborted);
    this.#unlisten = closing.listen(() => this.#stop(new ElicitationError("disposed")));
    if (signal?.aborted) {
      this.#aborted();
    }
  }

  /** Throws when it has been said. */
  check(): void {
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

  readonly #aborted = (): void => this.#stop(withdrawal(this.#signal!.reason));

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
