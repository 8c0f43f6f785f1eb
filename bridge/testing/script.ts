import type { ElicitationError } from "../host/errors.js";
import type { AnswerProblem, ElicitContent, ElicitOptions, ElicitRequestParams } from "../host/types.js";

/**
 * What the person does about one request:
 *
 * - an object: sends exactly these answers. `{}` also says yes to a request without questions;
 * - "open": opens the page that is asked for, and stays there until the server says that it is finished;
 * - "done": opens it, and says then that it is finished;
 * - "decline", "cancel": presses Decline, or Not now;
 * - "never": does nothing, so that the request stays open;
 * - an {@link ElicitationError}: no person can answer, and the call rejects with such an error.
 */
export type Answer = ElicitContent | "open" | "done" | "decline" | "cancel" | "never" | ElicitationError;

/** What the person does, request by request: a list in their order, or a function that looks at each. */
export type Script = readonly Answer[] | ((asked: Asked) => Answer | Promise<Answer>);

/** One request that was put to the person. */
export interface Asked {
  /** What the server has sent. */
  readonly params: ElicitRequestParams;
  /** The options of the call. */
  readonly options: ElicitOptions;
  /** The request's name in its round; a single request has none. */
  readonly key?: string | undefined;
  /** What the host's own check had against the last answers; [] at first, and after a check that failed. */
  readonly problems: readonly AnswerProblem[];
}

/** A mistake in the script of a fake host. */
export class ScriptError extends Error {
  /** "ScriptError". */
  override readonly name = "ScriptError";

  /** Only the fake host makes it. */
  constructor(message: string) {
    super(`elicitform/testing: ${message}`);
  }
}
