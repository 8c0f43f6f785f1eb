import { ElicitationError, type ElicitationErrorCode } from "../host/errors.js";
import type { ElicitResult } from "../host/types.js";
import { isObject, listOf, own, parseObject, textOf } from "../message/json.js";
import { ACKNOWLEDGED, CALL_UNREADABLE, KEY_IN_USE, MALFORMED_RESULT, NO_CALL, ORPHANED, UNKNOWN_ROUND } from "../message/names.js";
import type { Calls } from "./calls.js";
import { inTime, type RelayCore } from "./core.js";
import type { Outcome, Questions } from "./relay-questions.js";
import type { EndRecord, RoundRef, Verdict } from "./relay-store.js";
import { checkSession } from "./token.js";
import { follow } from "./waiting.js";

// What the id and the fingerprint of a round look like, and the nonce of an answer.
export const NAME = /^[\w-]{8,64}$/;

const UNKNOWN: Verdict = { state: "unknown", whose: "", result: "", deadline: 0 };

/** What can be done with questions that were asked before. `calling` throws where no calls are kept. */
export function questions(core: RelayCore, calling: () => Calls): Questions {
  const { store, lease, keep, now } = core;
  // Asks about a question that may be one. Another round under its id says that the store has forgotten the question, and
  // nothing else of that round.
  const verdictOn = async (session: string, { id, fp }: RoundRef, call: (ref: RoundRef) => Promise<Verdict>): Promise<Verdict> => {
    checkSession(session);
    const verdict = [id, fp].every((name) => typeof name === "string" && NAME.test(name)) ? await call({ id, fp }) : UNKNOWN;
    return verdict.state === "conflict" ? UNKNOWN : verdict;
  };
  const about = async (...call: Parameters<typeof verdictOn>): Promise<Outcome> => outcomeOf(await verdictOn(...call));
  const ended = (session: string, question: RoundRef, signal?: AbortSignal): Promise<Verdict> =>
    verdictOn(session, question, (ref) => follow(core, session, { ...ref, task: "await", keyed: true, signal }));
  const end = (session: string, ref: RoundRef, how: EndRecord["how"]): Promise<Verdict> =>
    inTime(store.end(session, { ...ref, how, result: "", by: "", keep }));
  return {
    wait: async (session, question, { signal } = {}) => outcomeOf(await ended(session, question, signal)),
    async resume(session, question, { signal } = {}) {
      const calls = calling();
      const verdict = await ended(session, question, signal);
      const outcome = outcomeOf(verdict);
      if (outcome.state !== "answered") {
        return { outcome, call: undefined };
      }
      const { id, fp } = question;
      const [record] = await inTime(store.records(session, [id], ["fp", "call"]));
      if (record!.fp !== fp || record!.call === "") {
        throw internal(NO_CALL);
      }
      const call = await calls.resume(record!.call, session, { id, fp }, verdict.result);
      if (!call) {
        throw internal(CALL_UNREADABLE);
      }
      return { outcome, call };
    },
    peek: (session, question) =>
      about(session, question, async (ref) => {
        const verdict = await inTime(store.peek(session, { ...ref, lease, keep }));
        const over = verdict.state === "open" && verdict.deadline > 0 && verdict.deadline <= now();
        // No device has looked since the deadline. The store has the last word.
        return over ? end(session, ref, "expired") : verdict;
      }),
    withdraw: (session, question) => about(session, question, (ref) => end(session, ref, "withdrawn")),
    acknowledge: (session, question) => about(session, question, (ref) => end(session, ref, "acknowledged")),
  };
}

/** What a verdict means for a caller. It may be "conflict" or "full", which no question that was asked can be. */
export function outcomeOf({ state, result, deadline }: Verdict): Outcome {
  const known = { state: state as Outcome["state"], ...(deadline > 0 && { deadline }) };
  if (state === "answered") {
    const results = resultsOf(result);
    return results ? { ...known, results } : { ...known, results: {}, error: internal(MALFORMED_RESULT) };
  }
  const error = errorOf(state, result);
  return { ...known, results: {}, ...(error && { error }) };
}

const REASONS = { conflict: KEY_IN_USE, orphaned: ORPHANED, acknowledged: ACKNOWLEDGED, unknown: UNKNOWN_ROUND };

function errorOf(state: Exclude<Verdict["state"], "answered">, result: string): ElicitationError | undefined {
  switch (state) {
    case "open":
      return undefined;
    case "rejected": {
      const facts = parseObject(result);
      const [code, reason, key] = ["code", "reason", "key"].map((name) => textOf(own(facts, name)));
      return new ElicitationError(isRejection(code) ? code : "internal", { reason, key });
    }
    case "expired":
    case "withdrawn":
      return new ElicitationError(state);
    default:
      return internal(state === "full" ? result : REASONS[state]);
  }
}

function internal(reason: string): ElicitationError {
  return new ElicitationError("internal", { reason });
}

// The results of an answer by the keys of their requests; undefined where one of them is none.
function resultsOf(answer: string): Record<string, ElicitResult> | undefined {
  const results = listOf(own(parseObject(answer), "responses")).map((one) => [textOf(own(one, "key")) ?? "", own(one, "result")] as const);
  const all = results.length > 0 && results.every(([, result]) => isObject(result) && textOf(own(result, "action")));
  return all ? (Object.fromEntries(results) as Record<string, ElicitResult>) : undefined;
}

const REJECTIONS: readonly unknown[] = ["invalid-request", "unsupported-mode"] satisfies ElicitationErrorCode[];

/** Whether a device may end a round for this reason: the round itself cannot be asked. */
export function isRejection(code: unknown): code is ElicitationErrorCode {
  return REJECTIONS.includes(code);
}
