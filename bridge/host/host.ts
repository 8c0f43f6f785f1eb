import { isObject, type JsonObject, own, type RequestId, textOf } from "../message/json.js";
import { listener } from "../message/listener.js";
import { ASK, AUDIT, DRAFT, FAILED, FINDINGS, INITIALIZED, type Notes, RECEIPT, SHOWN, WAIT } from "../message/names.js";
import { roundParams } from "../message/params.js";
import type { Answer, End, Place, SessionEvent, SessionOwner } from "../session/round.js";
import { deadlineOf } from "../session/deadline.js";
import { Session } from "../session/session.js";
import type { Ask } from "./approval.js";
import { Bridge, type BridgeOwner } from "./bridge.js";
import { ElicitationError } from "./errors.js";
import type { FrameClass } from "./frame.js";
import { attachReceipt, eraseReceipt, readReceipt } from "./receipt.js";
import type { renderReceipt } from "./renderreceipt.js";
import { type Call, readAnswer, type Results, round, type RoundPart, single } from "./round.js";
import type { ElicitResult, FormHost, FormHostEvent, FormHostOptions, Outcome, Receipt, RoundOptions } from "./types.js";

/** The host, and whether it is idle: no request is open, and it waits for no opened page. */
export type Host = FormHost & { readonly idle: boolean };

/** The one implementation of {@link FormHost}. The frame is a parameter for the tests; hosts with the same `ids` give no number twice. */
export function openHost(options: FormHostOptions, frameUrl: string, frameClass: FrameClass, ids = { last: 0 }): Host {
  return new Calls(options, frameUrl, frameClass, ids).host();
}

// The largest draft, in characters of JSON.
const MAX_DRAFT = 64 * 1024;

/** An event about a call, without the server and the id. */
type CallEvent = FormHostEvent extends infer E ? (E extends { id: number } ? Omit<E, "server" | "id"> : never) : never;

/**
 * The calls of a host. It owns the session and the bridge, which do not know each other: what the bridge gets from the frame
 * goes to the session, and what the session shows goes to the bridge.
 */
class Calls implements SessionOwner<Call, Results>, BridgeOwner {
  readonly #session: Session<Call, Results> = new Session<Call, Results>(this);
  readonly #bridge: Bridge;
  readonly #options: FormHostOptions;
  readonly #ids: { last: number };
  readonly #frameUrl: string;
  #loaded: typeof import("./records.js") | undefined;
  readonly #records = loadOnce(async () => (this.#loaded = await import("./records.js")));
  readonly report = listener<FormHostEvent>((event) => this.#options.onEvent?.(event));
  // The ended call that is still on the screen, or whose receipt takes the place of the frame.
  #ended: Call | undefined;
  // Draws a receipt. Only a page that shows receipts loads it, while its first form is open.
  #render: typeof renderReceipt | undefined;
  // The frame has gone from an ended call whose receipt could not be drawn yet.
  #isLate = false;

  constructor(options: FormHostOptions, frameUrl: string, frameClass: FrameClass, ids: { last: number }) {
    this.#options = options;
    this.#ids = ids;
    this.#frameUrl = frameUrl;
    if (options.drafts) {
      this.#record(({ sweepDrafts }) => sweepDrafts(options.drafts));
    }
    this.#bridge = new Bridge(options, frameUrl, frameClass, this);
  }

  /** Returns the object that the page gets. Its methods need no `this`. */
  host(): Host {
    const session = this.#session;
    const bridge = this.#bridge;
    const ask: Ask = (read, how) => this.#ask(read, how);
    const approvals = loadOnce(() => import("./approval.js"));
    return {
      get ready() {
        return bridge.ready;
      },
      get idle() {
        return session.idle;
      },
      elicit: async (params, how) =>
        how?.server?.agent ? (await approvals()).elicit(ask, single, params, how) : (await ask(() => single(params), how))[1][0]!,
      approve: async (approval, how) => (await approvals()).approve(ask, approval, how),
      elicitAll: async (requests, how) => {
        const [parts, results] = await ask(() => round(requests), how);
        // Assigning the members one by one would lose a key "__proto__".
        return Object.fromEntries(parts.map(({ key }, i) => [key, results[i]!]));
      },
      complete: ({ id }, elicitationId) => session.complete(elicitationId, id),
      setContext: (change) => bridge.setContext(change),
      dispose: () => this.#dispose(),
    };
  }

  // Asks the person. No function that is made here may refer to the results, or the listeners of the signal would keep them in memory.
  async #ask(read: () => RoundPart[], how: RoundOptions): Promise<[RoundPart[], ElicitResult[]]> {
    if (!textOf(how?.server?.id)) {
      throw new TypeError("elicit: options.server.id is missing");
    }
    if (this.#options.drafts) {
      // Where the script fails to load, no draft is found.
      await this.#records().catch(() => {});
    }
    if (this.#session.disposed) {
      throw this.#session.disposed;
    }
    const { signal } = how;
    if (signal?.aborted) {
      throw abortReason(signal.reason);
    }
    const parts = read();
    const results = await new Promise<Results>((settle) => {
      if (parts.length === 0) {
        settle([]);
      } else {
        this.#arrive(parts, how, settle);
      }
    });
    if (results instanceof Error) {
      throw results;
    }
    return [parts, results];
  }

  #arrive(round: RoundPart[], options: RoundOptions, settle: (results: Results) => void): void {
    const { signal } = options;
    const call: Call = {
      id: ++this.#ids.last,
      round,
      options,
      settle,
      from: options.server.id,
      pages: round.filter(({ url }) => url),
      deadline: deadlineOf(Math.min(Number(options.deadline ?? Infinity), ...round.map(endOfWaiting))),
      completed: new Set(),
      over: new AbortController(),
    };
    this.#loaded?.loadDraft(this.#options.drafts, call);
    signal?.addEventListener("abort", () => this.#session.withdraw(call, signal.reason), { signal: call.over.signal });
    this.#session.arrive(call);
  }

  // Ends all calls, and removes the frame.
  #dispose(): void {
    const error = new ElicitationError("disposed");
    this.#bridge.close(error);
    this.#session.dispose(error);
  }

  tell(call: Call, event: SessionEvent | CallEvent): void {
    if (event.type === "finished" && event.how === "person") {
      call.receipt = receiptOf(call, event.how, "accept");
    }
    this.report({ ...event, server: call.from, id: call.id } as FormHostEvent);
  }

  // The place of the frame.

  #placeOf({ options: { container }, inDefaultContainer }: Call): HTMLElement {
    return container?.isConnected && !inDefaultContainer ? container : this.#options.container;
  }

  // Puts the receipt of the ended call in the place of the frame, and returns the element that takes the focus.
  #leaveReceipt(): HTMLElement | undefined {
    const call = this.#ended;
    this.#isLate = Boolean(call && !this.#render);
    if (!call?.receipt || !this.#render) {
      return undefined;
    }
    this.#ended = undefined;
    return this.#render(this.#placeOf(call), call.receipt);
  }

  // A failed request for the script is repeated with the next call.
  #loadReceipts(): void {
    const loaded = ({ renderReceipt: render }: { renderReceipt: typeof renderReceipt }): void => {
      this.#render = render;
      if (this.#isLate && this.#session.idle) {
        this.#leaveReceipt();
      }
    };
    import("./renderreceipt.js").then(loaded, () => {});
  }

  reveal(call: Call): boolean {
    this.#leaveReceipt();
    const place = this.#placeOf(call);
    eraseReceipt(place);
    const isLost = this.#bridge.place(place);
    // The bridge may have replaced a failed frame.
    this.#bridge.frame.show(`Request from ${call.from}`);
    return isLost;
  }

  hide(): void {
    this.#bridge.frame.hide(this.#leaveReceipt());
  }

  #putAway(): void {
    this.hide();
    if (this.#bridge.place(this.#options.container)) {
      this.#session.displayLost();
    }
  }

  closed(): void {
    this.#putAway();
    this.report({ type: "closed" });
  }

  // The shown request goes on in the host's container. Without that open requests fail: nobody can answer them.
  takenOut(): void {
    const { active } = this.#session;
    if (!this.#options.container.isConnected) {
      this.failed(new ElicitationError("disposed", { reason: "removed" }));
    } else if (active) {
      active.inDefaultContainer = true;
      if (this.reveal(active)) {
        this.#session.displayLost();
      }
    } else {
      this.#putAway();
    }
  }

  // From the session to the frame.

  get open(): boolean {
    return this.#bridge.open;
  }

  get present(): boolean {
    return this.#bridge.frame.present;
  }

  show(call: Call, queue: Place): void {
    const { id, round, options: { focus, review, waitForPages }, deadline, draft } = call;
    const { findings, drafts } = this.#options;
    if (focus) {
      this.#bridge.frame.focus();
    }
    const notes = {
      ...this.#screenNotes(call), queue, deadline, draft, focus, findings,
      drafts: drafts !== false, shortReview: review === "short", waitForPages, approval: round[0]!.read && true,
    };
    this.#bridge.send({ id, method: ASK, params: roundParams(notes, round) });
  }

  wait(call: Call): void {
    this.#ended = call;
    this.#bridge.send({ method: WAIT, params: roundParams(this.#screenNotes(call), call.pages.slice(-1), call.id) });
  }

  // The notes of every screen. Each screen reads the options again, because a page may change them.
  #screenNotes({ options: { server } }: Call): Notes {
    const { openLink, outcome } = this.#options;
    return {
      server: { id: server.id, name: textOf(server.name), title: textOf(server.title) },
      openLink: Boolean(openLink),
      outcome: millisecondsOf(outcome) ?? this.#session.outcomeTime,
    };
  }

  inform(method: string, params: object): void {
    this.#bridge.inform(method, params);
  }

  // From the frame to the session.

  get awaited(): RequestId | undefined {
    return this.#session.shown?.id;
  }

  get openLink(): FormHostOptions["openLink"] | false {
    return this.#session.opensPages && this.#options.openLink;
  }

  replied(id: RequestId | undefined, response: JsonObject): void {
    this.#session.reply(id, response);
  }

  lost(): void {
    this.#session.displayLost();
    if (!this.#session.active) {
      // The outcome of the last request is gone with the document.
      this.hide();
    }
  }

  failed(error: ElicitationError): void {
    this.#session.fail(error);
    this.hide();
  }

  notified(method: string, params: unknown): void {
    const session = this.#session;
    const call = session.shown;
    if (method === INITIALIZED) {
      // The script comes now, because requests for files must not show when a form is asked.
      this.#record(({ warnOfHeaders }) => warnOfHeaders(this.#frameUrl));
      session.show();
    } else if (method === FAILED && own(params, "reason") === "internal" && call) {
      // The form has failed, but the person can decline or cancel.
      this.tell(call, { type: "error", code: "internal", reason: "internal" });
    } else if (call && call.id === own(params, "requestId")) {
      this.#notifiedOf(call, method, params);
    }
    session.notified(method, params);
  }

  #notifiedOf(call: Call, method: string, params: unknown): void {
    switch (method) {
      case SHOWN:
        this.#shown(call);
        break;
      case DRAFT:
        this.#save(call, own(params, "draft"));
        break;
      case AUDIT:
        call.origins = own(params, "answers");
        break;
      case RECEIPT:
        call.lines = params;
        if (this.#options.outcome === "receipt" && !this.#render) {
          this.#loadReceipts();
        }
        break;
      case FINDINGS:
        this.#record(({ readFindings }) => this.tell(call, { type: "findings", findings: readFindings(own(params, "findings")) }));
    }
  }

  // The event comes once, although a frame that loads again sends SHOWN again.
  #shown(call: Call): void {
    if (!call.shownAt) {
      call.shownAt = Date.now();
      this.tell(call, { type: "shown" });
    }
  }

  #save(call: Call, given: unknown): void {
    const { drafts } = this.#options;
    const draft = drafts !== false && isObject(given) && JSON.stringify(given).length <= MAX_DRAFT ? given : undefined;
    call.draft = draft;
    if (drafts) {
      this.#record(({ saveDraft }) => saveDraft(drafts, call, draft));
    }
  }

  // Does what a page can miss if the script fails to load.
  #record(act: (records: typeof import("./records.js")) => void): void {
    if (this.#loaded) {
      act(this.#loaded);
    } else {
      this.#records().then(act).catch((error: unknown) => console.error("elicitform:", error));
    }
  }

  // The end of a call.

  read(call: Call, response: JsonObject): Answer<Results> {
    const answer = readAnswer(call.round, Boolean(call.options.waitForPages), response);
    const { value } = answer;
    const check = async (): Promise<object[]> =>
      (await this.#records()).checkAnswers(call, value as ElicitResult[], receiptOf(call, "answered", "accept"));
    return { ...answer, check: call.options.check && hasContent(value) ? check : undefined };
  }

  hasEnded(call: Call, end: End<Results>): void {
    const results = resultsOf(end);
    const { how } = end;
    const decisions = results instanceof Error ? [] : results;
    const { action = how } = decisions.find(({ action }) => action === "accept") ?? decisions[0] ?? {};
    call.receipt = receiptOf(call, how, action);
    decisions.forEach((decision) => attachReceipt(decision, call.receipt));
    call.settle?.(results);
    // A call that waits for its opened page must not keep the promise, which holds the answers.
    call.settle = call.draft = undefined;
    if (results instanceof Error) {
      this.#hasFailed(call, how, results as ElicitationError);
    } else {
      this.#isSettled(call, results);
    }
    if (call.receipt) {
      this.#ended = this.#options.outcome === "receipt" ? call : undefined;
      this.report(attachReceipt({ type: "outcome", server: call.from, id: call.id } as FormHostEvent, call.receipt));
    }
  }

  #hasFailed(call: Call, how: string, { code, reason, key }: ElicitationError): void {
    const type = how === "withdrawn" ? how : code;
    const isOver = type === "withdrawn" || type === "expired";
    if (isOver || type === "disposed") {
      // Nobody can answer the request, so its draft is useless.
      this.#save(call, null);
    }
    if (how !== "rejected") {
      this.tell(call, isOver ? { type } : { type: "error", code, reason, key });
    }
  }

  #isSettled(call: Call, results: ElicitResult[]): void {
    // A person who decided has seen the request. A frame of an older version may not have sent SHOWN.
    this.#shown(call);
    // After Decline and Not now the draft stays, because the same request may come again.
    if (hasContent(results)) {
      this.#save(call, null);
    }
    this.#session.answerAll(call.round[0]!.others);
    call.round.forEach(({ key }, i) => this.tell(call, { type: "settled", key, action: results[i]!.action }));
    const settledAt = Date.now();
    this.#record(({ audit }) => audit(call, results, settledAt, (record) => this.report({ type: "audit", record })));
  }
}

// Loads a script with the first call, and again after a failure. The calls that wait for it go on in their order.
function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => (loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}

// Returns when the agent goes on without an answer: Codex sends the number of milliseconds.
function endOfWaiting({ value }: RoundPart): number {
  const after = Number(own(value, "_meta", "codex", "autoResolutionMs"));
  return after > 0 ? Date.now() + after : Infinity;
}

// The time for which an outcome is shown, in milliseconds; undefined means without limit.
function millisecondsOf(outcome: Outcome = "shown"): number | undefined {
  return typeof outcome === "object" ? outcome.milliseconds : outcome === "shown" ? undefined : 0;
}

// Returns the receipt of a call that has ended in the way `how`; undefined if the frame has sent no line about that.
function receiptOf({ lines, from: server }: Call, how: string, outcome: string): Receipt | undefined {
  // The frame may have listed answers that the host then refused: they were not sent.
  const answers = outcome === "accept" && own(lines, "answers");
  return readReceipt({ title: own(lines, how), server, outcome, answers, endedAt: Date.now(), language: own(lines, "language") });
}

function hasContent(results: Results): results is ElicitResult[] {
  return !(results instanceof Error) && results.some((result) => "content" in result);
}

function resultsOf(end: End<Results>): Results {
  if ("value" in end) {
    return end.value;
  }
  if (end.how === "withdrawn") {
    return abortReason(end.reason);
  }
  return "error" in end ? end.error : end.how === "expired" ? new ElicitationError(end.how) : new ElicitationError("internal", end);
}

function abortReason(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException("Request withdrawn", "AbortError");
}
