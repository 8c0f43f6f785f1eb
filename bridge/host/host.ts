import { type JsonObject, own, textOf } from "../message/json.js";
import { audit, readFindings, readOrigins } from "./audit.js";
import { Bridge } from "./bridge.js";
import { keepDraft, loadDraft, sweepDrafts } from "./drafts.js";
import { refusals } from "./check.js";
import { Entry } from "./entry.js";
import { abortReason, ElicitationError } from "./errors.js";
import type { FormHostEvent } from "./events.js";
import type { FrameFactory } from "./frame.js";
import { openLink } from "./openlink.js";
import { type Question, readAnswer, single } from "./question.js";
import { Queue } from "./queue.js";
import { round } from "./round.js";
import type { RpcOutcome } from "./rpc.js";
import type {
  ElicitOptions, ElicitRequestParams, ElicitResult, FormHost, FormHostOptions, HostContext, InputRequest, InputResponse, RoundOptions, Server,
} from "./types.js";

// How many requests of one server wait at most: more than a person would answer.
const MOST_WAITING = 100;
// How many answers are known again when they are repeated.
const MOST_ANSWERED = 100;
const HOWS = ["completed", "person", "closed"] as const;
// How many requests with opened pages are waited for.
const MOST_OPENED = 20;

/** The one implementation of {@link FormHost}; the frame is a parameter for the tests. */
export class Host implements FormHost {
  readonly #options: FormHostOptions;
  readonly #queue = new Queue();
  readonly #bridge: Bridge;
  // The requests that an answer has settled, the latest last.
  readonly #answered: number[] = [];
  // Those of them of which the person has opened pages that are not finished.
  #opened: Entry[] = [];
  #disposed = false;
  #lastId = 0;

  constructor(options: FormHostOptions, frameUrl: string, makeFrame: FrameFactory) {
    this.#options = options;
    if (options.drafts) {
      sweepDrafts(options.drafts);
    }
    this.#bridge = new Bridge(options, frameUrl, makeFrame, {
      restarted: () => this.#restarted(),
      opened: () => this.#sendActive(),
      lost: (error) => this.#rejectAll(error),
      removed: () => this.#removed(),
      tell: (event) => this.#tell(event),
      request: (method, params) => this.#called(method, params),
      notification: (method, params) => this.#notified(method, params),
      response: (id, response) => this.#settle(id, response),
      awaits: (id) => this.#queue.active?.id === id,
    });
  }

  get ready(): Promise<void> {
    return this.#bridge.ready;
  }

  async elicit(params: ElicitRequestParams | string, options: ElicitOptions): Promise<ElicitResult> {
    this.#check(options);
    return this.#ask(single(params), options);
  }

  async elicitAll(requests: Record<string, InputRequest> | string, options: RoundOptions): Promise<Record<string, InputResponse>> {
    this.#check(options);
    const question = round(requests, options.hold === true);
    return question ? this.#ask(question, options) : {};
  }

  complete(elicitationId: string, server?: Pick<Server, "id">): void {
    for (const entry of [...this.#opened, ...this.#queue.all]) {
      const { id } = entry.options.server;
      const meant = (server?.id ?? id) === id && entry.pages.some((page) => page.elicitationId === elicitationId);
      if (meant && !entry.completed.has(elicitationId)) {
        entry.completed.add(elicitationId);
        // With a request that is not sent yet it is sent along.
        if (entry.sent) {
          this.#notifyComplete(entry, elicitationId);
        }
      }
    }
  }

  setContext(context: Partial<HostContext>): void {
    if (!this.#disposed) {
      this.#bridge.setContext(context);
    }
  }

  dispose(): void {
    if (this.#disposed) {
      return;
    }
    this.#disposed = true;
    const error = new ElicitationError("disposed");
    this.#bridge.close(++this.#lastId, error);
    this.#rejectAll(error);
  }

  #check(options: ElicitOptions): void {
    if (!textOf(options?.server?.id)) {
      throw new TypeError("elicit: options.server.id is missing");
    }
    if (this.#disposed) {
      throw new ElicitationError("disposed");
    }
    if (options.signal?.aborted) {
      throw abortReason(options.signal);
    }
  }

  #ask<T>(question: Question<T>, options: ElicitOptions): Promise<T> {
    return new Promise((resolve, reject) => {
      const entry = new Entry(++this.#lastId, question, options, resolve as (value: unknown) => void, reject);
      if (entry.late) {
        this.#keepDraft(entry, null);
        this.#tell({ type: "expired", ...entry.about });
        throw new ElicitationError("expired");
      }
      if (this.#queue.waiting.filter((other) => other.options.server.id === options.server.id).length >= MOST_WAITING) {
        throw new ElicitationError("internal", { reason: "too-many-requests" });
      }
      if (this.#options.drafts) {
        loadDraft(this.#options.drafts, entry);
      }
      this.#queue.add(entry);
      entry.watch(
        (reason) => this.#takeBack(entry, reason),
        () => this.#takeBack(entry),
      );
      const { active, waiting } = this.#queue;
      if (active || waiting.length > 1) {
        this.#tell({ type: "queued", ...entry.about, waiting: waiting.length });
      }
      // Later in this turn, so that requests made together know of each other.
      queueMicrotask(() => this.#advance());
    });
  }

  // Shows the next request when none is shown, and brings a frame back that
  // somebody has taken out of the page.
  #advance(): void {
    if (this.#disposed) {
      return;
    }
    const next = this.#queue.advance();
    const { active } = this.#queue;
    if (!active) {
      return;
    }
    if (next || !this.#bridge.frame.connected) {
      this.#place(active);
    }
    this.#sendActive();
  }

  #place({ options: { container, server }, docked }: Entry): void {
    this.#bridge.place(container?.isConnected && !docked ? container : this.#options.container);
    // It may be a new frame, in place of one that has failed.
    this.#bridge.frame.show(`Request from ${server.id}`);
  }

  #restarted(): void {
    // The document that showed the wait for them is gone.
    this.#opened = [];
    const { active } = this.#queue;
    if (active) {
      active.sent = active.checking = false;
    }
  }

  #sendActive(): void {
    const entry = this.#queue.active;
    if (!entry || !this.#bridge.open || entry.sent) {
      return;
    }
    const { server, focus } = entry.options;
    const { openLink, findings, drafts } = this.#options;
    if (focus) {
      this.#bridge.frame.focus();
    }
    entry.sent = true;
    this.#bridge.sendText(
      entry.question.message(entry.id, {
        server,
        focus: Boolean(focus),
        queue: this.#queue.place(),
        deadline: entry.deadline,
        openLink: Boolean(openLink),
        findings: Boolean(findings),
        drafts: Boolean(drafts),
        draft: entry.draft,
      }),
    );
    for (const elicitationId of entry.completed) {
      this.#notifyComplete(entry, elicitationId);
    }
  }

  // The frame goes back to its own container and what is shown in it goes on
  // there. When that one is gone too, nobody can answer any more.
  #removed(): void {
    const active = this.#queue.active;
    if (!this.#options.container.isConnected) {
      this.#rejectAll(new ElicitationError("disposed", { reason: "removed" }));
      this.#bridge.frame.hide();
      return;
    }
    if (active) {
      active.docked = true;
      this.#place(active);
    } else {
      this.#stow();
    }
  }

  // Puts the frame away, unseen, where it started.
  #stow(): void {
    this.#bridge.frame.hide();
    this.#bridge.place(this.#options.container);
  }

  #called(method: string, params: unknown): Promise<RpcOutcome> | undefined {
    if (method !== "ui/open-link") {
      return undefined;
    }
    const allowed = [...this.#opened, this.#queue.active].some((entry) => entry?.pages.length);
    return openLink(own(params, "url"), allowed ? this.#options.openLink : undefined);
  }

  #notified(method: string, params: unknown): void {
    const { active } = this.#queue;
    if (method === "elicitform/closed") {
      // A request that came meanwhile stays visible.
      if (!active) {
        this.#stow();
        this.#tell({ type: "closed" });
      }
      return;
    }
    if (method === "elicitform/failed" && own(params, "reason") === "internal" && active?.sent) {
      // The person can no longer accept, but still decides.
      this.#tell({ type: "error", ...active.about, code: "internal", reason: "internal" });
    }
    const id = own(params, "requestId");
    const opened = this.#opened.find((entry) => entry.id === id);
    const how = HOWS.find((how) => how === own(params, "how"));
    if (opened && method === "elicitform/waiting" && !active) {
      // The page is shown again, which belongs where it was asked for.
      this.#place(opened);
    }
    if (opened && how && method === "elicitform/finished") {
      this.#opened = this.#opened.filter((entry) => entry !== opened);
      this.#tell({ type: "finished", ...opened.about, how });
    }
    if (!active || active.id !== id) {
      return;
    }
    switch (method) {
      case "elicitform/shown":
        this.#shown(active);
        break;
      case "elicitform/draft":
        this.#keepDraft(active, own(params, "draft"));
        break;
      case "elicitform/audit":
        active.origins = readOrigins(own(params, "answers"));
        break;
      case "elicitform/findings":
        this.#tell({ type: "findings", ...active.about, findings: readFindings(own(params, "findings")) });
        break;
    }
  }

  // The frame says it, and says it again after it was loaded again.
  #shown(entry: Entry): void {
    if (!entry.shownAt) {
      entry.shownAt = Date.now();
      this.#tell({ type: "shown", ...entry.about });
    }
  }

  #settle(id: number, response: JsonObject): void {
    const entry = this.#queue.active;
    // A response to anything but the request being shown is late or repeated.
    if (entry?.id !== id || !entry.sent) {
      this.#acknowledge(id);
      return;
    }
    const results = readAnswer(entry.question, response);
    if (entry.options.check && !(results instanceof ElicitationError) && results.some((result) => "content" in result)) {
      void this.#verify(entry, results);
    } else {
      this.#conclude(entry, results);
    }
  }

  // Lets the host look at accepted answers before anything is settled. The same
  // ones that come again meanwhile say nothing new; a frame that has loaded again
  // asks again.
  async #verify(entry: Entry, results: ElicitResult[]): Promise<void> {
    if (entry.checking) {
      return;
    }
    const checking = (entry.checking = {});
    const problems = await refusals(entry, results).catch(() => {});
    // Settled or asked again since: what the host has found is about nothing.
    if (entry.checking !== checking || this.#queue.active !== entry) {
      return;
    }
    entry.checking = false;
    if (problems?.length === 0) {
      this.#conclude(entry, results);
    } else {
      this.#bridge.notify("elicitform/refused", { requestId: entry.id, problems });
      if (!problems) {
        // The person is told that nothing is settled, and can send once more.
        this.#tell({ type: "error", ...entry.about, code: "internal", reason: "check-failed" });
      }
    }
  }

  #conclude(entry: Entry, results: ElicitResult[] | ElicitationError): void {
    if (entry.late) {
      this.#takeBack(entry);
      return;
    }
    this.#queue.remove(entry);
    if (this.#answered.push(entry.id) > MOST_ANSWERED) {
      this.#answered.shift();
    }
    this.#acknowledge(entry.id);
    if (results instanceof ElicitationError) {
      this.#reject(entry, results);
    } else {
      entry.resolve(entry.question.value(results));
      this.#decided(entry, results);
    }
    this.#advance();
  }

  #decided(entry: Entry, results: readonly ElicitResult[]): void {
    // Nobody decides what they have not seen: a frame of an older version says nothing of it.
    this.#shown(entry);
    const { parts, hold } = entry.question;
    const opened = parts.filter(({ url }, i) => url && results[i]!.action === "accept");
    // Accept says that a page was opened, not that it is finished.
    if (!hold && opened.length > 0 && this.#opened.push(entry) > MOST_OPENED) {
      this.#opened.shift();
    }
    entry.pages = opened;
    // What was declined or cancelled comes back with the same request.
    if (results.some((result) => "content" in result)) {
      this.#keepDraft(entry, null);
    }
    parts.forEach((part, i) => this.#tell({ type: "settled", ...entry.about, key: part.key, action: results[i]!.action }));
    audit(entry, results, (record) => this.#tell({ type: "audit", record }));
  }

  // Says that the answer has arrived, as often as it is sent.
  #acknowledge(requestId: number): void {
    if (this.#answered.includes(requestId)) {
      this.#bridge.notify("elicitform/received", { requestId });
    }
  }

  #notifyComplete({ id }: Entry, elicitationId: unknown): void {
    this.#bridge.notify("notifications/elicitation/complete", { elicitationId, _meta: { "elicitform/requestId": id } });
  }

  #keepDraft(entry: Entry, answers: unknown): void {
    if (this.#options.drafts) {
      keepDraft(this.#options.drafts, entry, answers);
    }
  }

  // Without a reason of the server the time is up.
  #takeBack(entry: Entry, withdrawn?: Error): void {
    const type = withdrawn ? "withdrawn" : "expired";
    const active = this.#queue.active === entry;
    if (!this.#queue.remove(entry)) {
      return;
    }
    if (active && entry.sent) {
      this.#bridge.notify("notifications/cancelled", { requestId: entry.id, reason: withdrawn ? undefined : type });
    } else if (active) {
      this.#bridge.frame.hide();
    }
    this.#keepDraft(entry, null);
    entry.reject(withdrawn ?? new ElicitationError("expired"));
    this.#tell({ type, ...entry.about });
    // What is withdrawn together must not be shown in between.
    queueMicrotask(() => this.#advance());
  }

  #rejectAll(error: ElicitationError): void {
    for (const entry of this.#queue.all) {
      if (this.#queue.remove(entry)) {
        this.#reject(entry, error);
      }
    }
  }

  #reject(entry: Entry, error: ElicitationError): void {
    entry.reject(error);
    const { code, reason, key } = error;
    if (code === "expired" || code === "disposed") {
      // Nobody can answer it any more.
      this.#keepDraft(entry, null);
    }
    this.#tell(code === "expired" ? { type: code, ...entry.about } : { type: "error", ...entry.about, code, reason, key });
  }

  #tell(event: FormHostEvent): void {
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
