import { deadlineOf, onDeadline } from "./deadline.js";
import { abortReason } from "./errors.js";
import type { AboutRequest, AuditedAnswer } from "./events.js";
import type { Part, Question } from "./question.js";
import type { ElicitOptions } from "./types.js";

/** One call of elicit or elicitAll, until it settles. */
export class Entry {
  /** The JSON-RPC id; a request that is sent again keeps it. */
  declare readonly id: number;
  declare readonly question: Question<unknown>;
  declare readonly options: ElicitOptions;
  /** In milliseconds since 1970. */
  declare readonly deadline: number | undefined;
  /** The unfinished answers that were kept last. */
  declare draft: object | undefined;
  /** It has been sent to the document of the frame that is there now. */
  sent = false;
  /** Its own container is gone: it is shown where the others are. */
  docked = false;
  /** When it came on the screen, in milliseconds since 1970; 0 before. */
  shownAt = 0;
  /** The host looks at answers; another object each time. */
  checking: object | false = false;
  /** Where the answers of an accepted form come from. */
  origins: AuditedAnswer[] = [];
  /** The parts that ask to open a page, or once it is answered, those whose page was opened. */
  declare pages: readonly Part[];
  /** The pages that the server says are finished, by its names for them. */
  readonly completed = new Set<unknown>();
  #resolve: (value: unknown) => void;
  #reject: (error: Error) => void;
  // Aborted when it settles: signals and timers that live long must not keep it alive.
  readonly #over = new AbortController();

  constructor(
    id: number,
    question: Question<unknown>,
    options: ElicitOptions,
    resolve: (value: unknown) => void,
    reject: (error: Error) => void,
  ) {
    this.id = id;
    this.question = question;
    this.pages = question.parts.filter((part) => part.url);
    this.options = options;
    this.deadline = deadlineOf(options.deadline);
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Whether its time is up. */
  get late(): boolean {
    return this.deadline !== undefined && this.deadline <= Date.now();
  }

  /** What events say of it. */
  get about(): AboutRequest {
    return { server: this.options.server.id, id: this.id };
  }

  /** Calls back when it is withdrawn or its time is up, until it settles. */
  watch(withdrawn: (reason: Error) => void, expired: () => void): void {
    const { signal } = this.#over;
    const theirs = this.options.signal;
    theirs?.addEventListener("abort", () => withdrawn(abortReason(theirs)), { signal });
    onDeadline(this.deadline, signal, expired);
  }

  resolve(value: unknown): void {
    this.#over.abort();
    this.#resolve(value);
    // It may live on with an opened page, and the answers must not.
    this.#resolve = this.#reject = () => {};
    this.draft = undefined;
  }

  reject(error: Error): void {
    this.#over.abort();
    this.#reject(error);
  }
}
