import { deadlineOf } from "../session/deadline.js";
import { SessionRequest } from "../session/request.js";
import type { AboutRequest, AuditedAnswer } from "./events.js";
import type { Part, Question } from "./question.js";
import type { ElicitOptions, ElicitResult } from "./types.js";

/** One call of elicit or elicitAll: a request with the promise that it returned. */
export class Call extends SessionRequest {
  declare readonly id: number;
  declare pages: readonly Part[];
  declare readonly question: Question<unknown>;
  declare readonly options: ElicitOptions;
  /** The unfinished answers that the frame has sent last. */
  draft: object | undefined;
  /** The container of the call is gone: it is shown in the container of the host. */
  inDefaultContainer = false;
  /** When it came on the screen, in milliseconds since 1970; 0 before. */
  shownAt = 0;
  /** Where the answers of an accepted form come from. */
  origins: AuditedAnswer[] = [];
  #resolve: (value: unknown) => void;
  #reject: (error: Error) => void;

  constructor(id: number, question: Question<unknown>, options: ElicitOptions, resolve: (value: unknown) => void, reject: (error: Error) => void) {
    super(id, options.server.id, question.parts.filter(({ url }) => url), { deadline: deadlineOf(options.deadline) });
    this.question = question;
    this.options = options;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** What events say of it. */
  get about(): AboutRequest {
    return { server: this.from, id: this.id };
  }

  resolve(results: ElicitResult[]): void {
    this.#resolve(this.question.value(results));
    // The call may be kept for its opened page. The promise, which holds the answers,
    // must not be kept with it.
    this.#resolve = this.#reject = () => {};
    this.draft = undefined;
  }

  reject(error: Error): void {
    this.#reject(error);
  }
}
