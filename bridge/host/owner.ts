import { type JsonObject, listOf, own } from "../message/json.js";
import type { Answer, End, Finish, SessionOwner } from "../session/request.js";
import { audit, readFindings, readOrigins } from "./audit.js";
import type { Call } from "./call.js";
import { refusals } from "./check.js";
import { keepDraft } from "./drafts.js";
import { abortReason, ElicitationError } from "./errors.js";
import type { FormHostEvent } from "./events.js";
import { readAnswer } from "./question.js";
import type { ElicitResult, FormHostOptions } from "./types.js";

/** What the program has answered: a decision about each part of the question, or why there is none. */
export type Results = ElicitResult[] | ElicitationError;

/** Settles the promises of calls, keeps their drafts, and tells the listener of the host page what happens to them. */
export class CallOwner implements SessionOwner<Call, Results> {
  readonly #options: FormHostOptions;
  readonly #stow: () => void;

  constructor(options: FormHostOptions, stow: () => void) {
    this.#options = options;
    this.#stow = stow;
  }

  read(call: Call, response: JsonObject): Answer<Results> {
    const results = readAnswer(call.question, response);
    if (results instanceof ElicitationError) {
      return { value: results, opened: [] };
    }
    // Accept says that a page was opened. In a round the answer also says when the
    // person does not wait for the page any more.
    const waited = listOf(own(response, "result", "responses")).map((item) => own(item, "finished"));
    const { parts, hold } = call.question;
    return {
      value: results,
      opened: parts.filter(({ url }, i) => url && !hold && !waited[i] && results[i]!.action === "accept"),
      check: call.options.check && results.some((result) => "content" in result) ? () => refusals(call, results) : undefined,
    };
  }

  ended(call: Call, end: End<Results>): void {
    switch (end.how) {
      case "answered":
        if (end.value instanceof ElicitationError) {
          this.#failed(call, end.value);
        } else {
          call.resolve(end.value);
          this.#decided(call, end.value);
        }
        break;
      case "withdrawn":
        this.#keepDraft(call, null);
        call.reject(abortReason(end.reason));
        this.tell({ type: end.how, ...call.about });
        break;
      case "expired":
        this.#failed(call, new ElicitationError(end.how));
        break;
      case "refused":
        call.reject(new ElicitationError("internal", { reason: end.reason }));
        break;
      case "failed":
        this.#failed(call, end.error as ElicitationError);
    }
  }

  queued(call: Call, waiting: number): void {
    this.tell({ type: "queued", ...call.about, waiting });
  }

  checkFailed(call: Call): void {
    this.tell({ type: "error", ...call.about, code: "internal", reason: "check-failed" });
  }

  finished(call: Call, how: Finish): void {
    this.tell({ type: "finished", ...call.about, how });
  }

  closed(): void {
    this.#stow();
    this.tell({ type: "closed" });
  }

  /** Takes what the program tells of the active call. */
  notified(call: Call | undefined, method: string, params: unknown): void {
    if (method === "elicitform/failed" && own(params, "reason") === "internal" && call?.sent) {
      // The form has failed. The person can still decline or cancel.
      this.tell({ type: "error", ...call.about, code: "internal", reason: "internal" });
    }
    if (!call || call.id !== own(params, "requestId")) {
      return;
    }
    switch (method) {
      case "elicitform/shown":
        this.#shown(call);
        break;
      case "elicitform/draft":
        this.#keepDraft(call, own(params, "draft"));
        break;
      case "elicitform/audit":
        call.origins = readOrigins(own(params, "answers"));
        break;
      case "elicitform/findings":
        this.tell({ type: "findings", ...call.about, findings: readFindings(own(params, "findings")) });
    }
  }

  tell(event: FormHostEvent): void {
    try {
      this.#options.onEvent?.(event);
    } catch (error) {
      // A listener must not be able to stop a request from settling.
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  #decided(call: Call, results: readonly ElicitResult[]): void {
    // Who has decided has seen the request, also where a frame of an older version
    // has not said so.
    this.#shown(call);
    // After Decline and Cancel the draft stays, for when the same request comes again.
    if (results.some((result) => "content" in result)) {
      this.#keepDraft(call, null);
    }
    call.question.parts.forEach(({ key }, i) => this.tell({ type: "settled", ...call.about, key, action: results[i]!.action }));
    audit(call, results, (record) => this.tell({ type: "audit", record }));
  }

  #failed(call: Call, error: ElicitationError): void {
    call.reject(error);
    const { code, reason, key } = error;
    if (code === "expired" || code === "disposed") {
      // The draft is of no use: nobody can answer the request any more.
      this.#keepDraft(call, null);
    }
    this.tell(code === "expired" ? { type: code, ...call.about } : { type: "error", ...call.about, code, reason, key });
  }

  // The event comes once. A frame that has loaded again says again that it shows the request.
  #shown(call: Call): void {
    if (!call.shownAt) {
      call.shownAt = Date.now();
      this.tell({ type: "shown", ...call.about });
    }
  }

  #keepDraft(call: Call, answers: unknown): void {
    keepDraft(this.#options.drafts, call, answers);
  }
}
