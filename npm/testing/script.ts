import type { ElicitationError } from "../../bridge/host/errors.js";
import type { AnswerProblem, ApprovalResult, ElicitContent, ElicitOptions, ElicitRequestParams } from "../../bridge/host/types.js";

/**
 * The person's answer to one request:
 *
 * - an object: sends exactly these answers. `{}` also accepts a request without questions;
 * - "open": opens the requested page, and waits until the server reports that it is finished;
 * - "done": opens it, and reports that it is finished;
 * - "decline", "cancel": presses Decline, or Not now;
 * - an {@link ApprovalResult}: allows or declines a tool call with the button of its `scope` or `id`;
 * - "never": does nothing, so that the request stays open;
 * - an {@link ElicitationError}: no person can answer, and the call rejects with such an error.
 */
export type Answer = ElicitContent | ApprovalResult | "open" | "done" | "decline" | "cancel" | "never" | ElicitationError;

/** The person's answers: a list in the order of the requests, or a function that is called for each request. */
export type Script = readonly Answer[] | ((asked: Asked) => Answer | Promise<Answer>);

/** One request that was put to the person. */
export interface Asked {
  /** The params of the server. Those of an approval are its `tool`, `arguments` and `choices`. */
  readonly params: ElicitRequestParams;
  /** The options of the call. */
  readonly options: ElicitOptions;
  /** The request's name in its round; a single request has none. */
  readonly key?: string | undefined;
  /** The problems that the host's check found in the last answers; [] at first, and after a check that failed. */
  readonly problems: readonly AnswerProblem[];
}

/** A mistake in the script of a fake host. */
export class ScriptError extends Error {
  /** "ScriptError". */
  override readonly name = "ScriptError";

  /** Called by the fake host. */
  constructor(message: string) {
    super(`elicitform/testing: ${message}`);
  }
}
