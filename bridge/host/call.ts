import { deadlineOf } from "../session/deadline.js";
import type { SessionRequest } from "../session/request.js";
import type { AskedRequest, Results } from "./round.js";
import type { AuditedAnswer, RoundOptions } from "./types.js";

/** Leaves its line in a container. */
export type Receipt = () => void;

/** One call of elicit or elicitAll. */
export interface Call extends SessionRequest {
  readonly id: number;
  pages: readonly AskedRequest[];
  readonly round: readonly AskedRequest[];
  readonly options: RoundOptions;
  /** Settles the promise that the call has returned. */
  settle: ((results: Results) => void) | undefined;
  /** The unfinished answers that the frame has sent last. */
  draft?: object | undefined;
  /** The container of the call is gone: it is shown in the container of the host. */
  inDefaultContainer?: boolean;
  /** Leaves a line about the outcome in its container, when the frame leaves that. */
  receipt?: Receipt | undefined;
  /** When it came on the screen, in milliseconds since 1970. */
  shownAt?: number;
  /** Where the answers of an accepted form come from. */
  origins?: AuditedAnswer[];
}

export function callOf(id: number, round: readonly AskedRequest[], options: RoundOptions, settle: (results: Results) => void): Call {
  return {
    id,
    round,
    options,
    settle,
    from: options.server.id,
    pages: round.filter(({ url }) => url),
    deadline: deadlineOf(options.deadline),
    completed: new Set(),
    over: new AbortController(),
  };
}
