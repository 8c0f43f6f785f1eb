import { ElicitationError, type ElicitationErrorCode } from "../../bridge/host/errors.js";
import { readReceipt } from "../../bridge/host/receipt.js";
import type { ElicitResult } from "../../bridge/host/types.js";
import { isObject, listOf, own, parseObject, textOf } from "../../bridge/message/json.js";
import {
  ACKNOWLEDGED, CALL_UNREADABLE, KEY_IN_USE, MALFORMED_RESULT, NO_CALL, ORPHANED, UNKNOWN_ROUND,
} from "../../bridge/message/names.js";
import type { CallSealer } from "./calls.js";
import { type RelayCore, withTimeout } from "./core.js";
import type { Outcome, Questions } from "./relay-questions.js";
import type { EndRecord, RoundRef, Verdict } from "./relay-store.js";
import { checkSession } from "./token.js";
import { Waiter } from "./waiter.js";

// The form of ids and fingerprints, and of the nonce of an answer.
export const NAME_PATTERN = /^[\w-]{8,64}$/;

const UNKNOWN: Verdict = { state: "unknown", byCaller: false, result: "", deadline: 0 };

/** Makes the methods of questions. `requireSealer` throws if the relay has no secret. */
export function makeQuestions(core: RelayCore, requireSealer: () => CallSealer): Questions {
  const { store, lease, keep, now } = core;
  // A conflict means that the store has forgotten the question. The caller learns nothing of the round that has its id now.
  const verdictOn = async (session: string, { id, fp }: RoundRef, call: (ref: RoundRef) => Promise<Verdict>): Promise<Verdict> => {
    checkSession(session);
    const isRef = [id, fp].every((name) => typeof name === "string" && NAME_PATTERN.test(name));
    const verdict = isRef ? await call({ id, fp }) : UNKNOWN;
    return verdict.state === "conflict" ? UNKNOWN : verdict;
  };
  const outcomeOn = async (...call: Parameters<typeof verdictOn>): Promise<Outcome> => toOutcome(await verdictOn(...call));
  const wait = (session: string, question: RoundRef, signal?: AbortSignal): Promise<Verdict> =>
    verdictOn(session, question, (ref) => new Waiter(core, session, { ...ref, task: "await", keyed: true, signal }).run());
  const end = (session: string, ref: RoundRef, how: EndRecord["how"]): Promise<Verdict> =>
    withTimeout(store.end(session, { ...ref, how, result: "", by: "", keep }));
  return {
    wait: async (session, question, { signal } = {}) => toOutcome(await wait(session, question, signal)),
    async resume(session, question, { signal } = {}) {
      const sealer = requireSealer();
      const verdict = await wait(session, question, signal);
      const outcome = toOutcome(verdict);
      if (outcome.state !== "answered") {
        return { outcome, call: undefined };
      }
      const { id, fp } = question;
      const [record] = await withTimeout(store.records(session, [id], ["fp", "call"]));
      if (record!.fp !== fp || record!.call === "") {
        throw internalError(NO_CALL);
      }
      const call = await sealer.resume(record!.call, session, { id, fp }, verdict.result);
      if (!call) {
        throw internalError(CALL_UNREADABLE);
      }
      return { outcome, call };
    },
    peek: (session, question) =>
      outcomeOn(session, question, async (ref) => {
        const verdict = await withTimeout(store.peek(session, { ...ref, lease, keep }));
        const isOverdue = verdict.state === "open" && verdict.deadline > 0 && verdict.deadline <= now();
        // Without a device nobody has expired the question. The store decides by its own clock.
        return isOverdue ? end(session, ref, "expired") : verdict;
      }),
    withdraw: (session, question) => outcomeOn(session, question, (ref) => end(session, ref, "withdrawn")),
    acknowledge: (session, question) => outcomeOn(session, question, (ref) => end(session, ref, "acknowledged")),
  };
}

/** Converts a verdict for the caller. A verdict of `ask` may also be "conflict" or "full", which are no states of a question. */
export function toOutcome({ state, result, deadline }: Verdict): Outcome {
  const common = { state: state as Outcome["state"], ...(deadline > 0 && { deadline }) };
  if (state === "answered") {
    const results = readResults(result);
    const receipt = readReceipt(own(parseObject(result), "receipt"));
    return results
      ? { ...common, results, ...(receipt && { receipt }) }
      : { ...common, results: {}, error: internalError(MALFORMED_RESULT) };
  }
  const error = toError(state, result);
  return { ...common, results: {}, ...(error && { error }) };
}

const REASONS = { conflict: KEY_IN_USE, orphaned: ORPHANED, acknowledged: ACKNOWLEDGED, unknown: UNKNOWN_ROUND };

function toError(state: Exclude<Verdict["state"], "answered">, result: string): ElicitationError | undefined {
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
      return internalError(state === "full" ? result : REASONS[state]);
  }
}

function internalError(reason: string): ElicitationError {
  return new ElicitationError("internal", { reason });
}

function readResults(answer: string): Record<string, ElicitResult> | undefined {
  const responses = listOf(own(parseObject(answer), "responses"));
  const results = responses.map((response) => [textOf(own(response, "key")) ?? "", own(response, "result")] as const);
  const isValid = results.length > 0 && results.every(([, result]) => isObject(result) && textOf(own(result, "action")));
  return isValid ? (Object.fromEntries(results) as Record<string, ElicitResult>) : undefined;
}

const REJECTIONS: readonly unknown[] = ["invalid-request", "unsupported-mode"] satisfies ElicitationErrorCode[];

/** Reports whether a device may end a round with this error code: no device could show the round. */
export function isRejection(code: unknown): code is ElicitationErrorCode {
  return REJECTIONS.includes(code);
}
