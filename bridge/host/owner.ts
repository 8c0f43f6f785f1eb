import { type JsonObject, own } from "../message/json.js";
import { paramsMessage } from "../message/params.js";
import type { Answer, End, SessionEvent, SessionOwner, ShowNotes } from "../session/request.js";
import { Session } from "../session/session.js";
import { audit, readFindings, readOrigins } from "./audit.js";
import { Bridge, type BridgeOwner } from "./bridge.js";
import type { Call } from "./call.js";
import { refusals } from "./check.js";
import { keepDraft } from "./drafts.js";
import { abortReason, ElicitationError } from "./errors.js";
import type { FrameFactory } from "./frame.js";
import { questionMessage, readAnswer, type Results, waitedFor } from "./question.js";
import type { ElicitResult, FormHostEvent, FormHostOptions } from "./types.js";

/** Shows calls in the frame, settles them, keeps their drafts, and tells the listener of the host page what happens to them. */
export class CallOwner implements SessionOwner<Call, Results>, BridgeOwner {
  readonly #options: FormHostOptions;
  readonly session: Session<Call, Results> = new Session<Call, Results>(this);
  readonly bridge: Bridge;

  constructor(options: FormHostOptions, frameUrl: string, makeFrame: FrameFactory) {
    this.#options = options;
    this.bridge = new Bridge(options, frameUrl, makeFrame, this);
  }

  // The frame as the display of the session.

  get open(): boolean {
    return this.bridge.open;
  }

  get present(): boolean {
    return this.bridge.frame.connected;
  }

  reveal({ options: { container }, from, inDefaultContainer }: Call): void {
    this.bridge.place(container?.isConnected && !inDefaultContainer ? container : this.#options.container);
    // The bridge may have made a new frame, in place of one that has failed.
    this.bridge.frame.show(`Request from ${from}`);
  }

  show({ id, question, options: { server, focus }, deadline, draft }: Call, { queue, waits }: ShowNotes): void {
    const { openLink, findings, drafts } = this.#options;
    if (focus) {
      this.bridge.frame.focus();
    }
    this.bridge.sendText(
      questionMessage(question, id, {
        server, queue, waits, deadline, draft,
        focus: Boolean(focus),
        openLink: Boolean(openLink),
        findings: Boolean(findings),
        drafts: Boolean(drafts),
      }),
    );
  }

  wait({ id, pages, options: { server } }: Call, waits: boolean): void {
    const notes = { requestId: id, server, openLink: Boolean(this.#options.openLink), waits };
    this.bridge.sendText(paramsMessage(undefined, "elicitform/wait", pages.at(-1)!, notes));
  }

  notify(method: string, params: object): void {
    this.bridge.notify(method, params);
  }

  hide(): void {
    this.bridge.frame.hide();
  }

  closed(): void {
    this.#stow();
    this.report({ type: "closed" });
  }

  // The frame goes back to the host's container, and what is shown in it goes on
  // there. When that container is gone too, nobody can answer any more.
  removed(): void {
    const { active } = this.session;
    if (!this.#options.container.isConnected) {
      this.session.fail(new ElicitationError("disposed", { reason: "removed" }));
      this.hide();
    } else if (active) {
      active.inDefaultContainer = true;
      this.reveal(active);
    } else {
      this.#stow();
    }
  }

  // Puts the frame away, unseen, where it started.
  #stow(): void {
    this.hide();
    this.bridge.place(this.#options.container);
  }

  // What the program says.

  read(call: Call, response: JsonObject): Answer<Results> {
    const { question, options } = call;
    const value = readAnswer(question, response);
    return value instanceof Error
      ? { value, opened: [] }
      : {
          value,
          opened: waitedFor(question, response, value),
          check: options.check && hasContent(value) ? () => refusals(call, value) : undefined,
        };
  }

  notified(method: string, params: unknown): void {
    const call = this.session.shown;
    if (method === "elicitform/failed" && own(params, "reason") === "internal" && call) {
      // The form has failed. The person can still decline or cancel.
      this.tell(call, { type: "error", code: "internal", reason: "internal" });
    }
    if (call && call.id === own(params, "requestId")) {
      switch (method) {
        case "elicitform/shown":
          this.#shown(call);
          break;
        case "elicitform/draft":
          keepDraft(this.#options.drafts, call, own(params, "draft"));
          break;
        case "elicitform/audit":
          call.origins = readOrigins(own(params, "answers"));
          break;
        case "elicitform/findings":
          this.tell(call, { type: "findings", findings: readFindings(own(params, "findings")) });
      }
    }
    this.session.notified(method, params);
  }

  // What becomes of calls.

  ended(call: Call, end: End<Results>): void {
    const results = resultsOf(end);
    call.settle(results);
    // The call may be kept for its opened page. The promise, which holds the answers,
    // must not be kept with it.
    call.settle = () => {};
    if (results instanceof Error) {
      const { code, reason, key } = results as ElicitationError;
      if (end.how === "withdrawn" || code === "expired" || code === "disposed") {
        // The draft is of no use: nobody can answer the request any more.
        keepDraft(this.#options.drafts, call, null);
      }
      if (end.how === "withdrawn" || code === "expired") {
        this.tell(call, { type: end.how === "withdrawn" ? end.how : "expired" });
      } else if (end.how !== "refused") {
        this.tell(call, { type: "error", code, reason, key });
      }
    } else {
      this.#decided(call, results);
    }
    call.draft = undefined;
  }

  #decided(call: Call, results: readonly ElicitResult[]): void {
    // Who has decided has seen the request, also where a frame of an older version
    // has not said so.
    this.#shown(call);
    // After Decline and Cancel the draft stays, for when the same request comes again.
    if (hasContent(results)) {
      keepDraft(this.#options.drafts, call, null);
    }
    call.question.parts.forEach(({ key }, i) => this.tell(call, { type: "settled", key, action: results[i]!.action }));
    audit(call, results, (record) => this.report({ type: "audit", record }));
  }

  // The event comes once. A frame that has loaded again says again that it shows the request.
  #shown(call: Call): void {
    if (!call.shownAt) {
      call.shownAt = Date.now();
      this.tell(call, { type: "shown" });
    }
  }

  tell({ from, id }: Call, event: SessionEvent | CallEvent): void {
    this.report({ ...event, server: from, id } as FormHostEvent);
  }

  report(event: FormHostEvent): void {
    try {
      this.#options.onEvent?.(event);
    } catch (error) {
      // A listener must not be able to stop a request from settling.
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}

/** An event about a call, without what is the same in all of them. */
type CallEvent = FormHostEvent extends infer E ? (E extends { id: number } ? Omit<E, "server" | "id"> : never) : never;

function hasContent(results: readonly ElicitResult[]): boolean {
  return results.some((result) => "content" in result);
}

function resultsOf(end: End<Results>): Results {
  switch (end.how) {
    case "answered":
      return end.value;
    case "withdrawn":
      return abortReason(end.reason);
    case "expired":
      return new ElicitationError(end.how);
    case "refused":
      return new ElicitationError("internal", { reason: end.reason });
    case "failed":
      return end.error;
  }
}
