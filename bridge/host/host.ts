import { own, textOf } from "../message/json.js";
import { Session } from "../session/session.js";
import { Bridge } from "./bridge.js";
import { Call } from "./call.js";
import { FrameDisplay } from "./display.js";
import { loadDraft, sweepDrafts } from "./drafts.js";
import { abortReason, ElicitationError } from "./errors.js";
import type { FrameFactory } from "./frame.js";
import { openLink } from "./openlink.js";
import { CallOwner } from "./owner.js";
import { type Question, single } from "./question.js";
import { round } from "./round.js";
import type {
  ElicitOptions, ElicitRequestParams, ElicitResult, FormHost, FormHostOptions, HostContext, InputRequest, InputResponse, RoundOptions, Server,
} from "./types.js";

/** The one implementation of {@link FormHost}; the frame is a parameter for the tests. */
export class Host implements FormHost {
  readonly #options: FormHostOptions;
  readonly #bridge: Bridge;
  readonly #display: FrameDisplay;
  readonly #session: Session<Call, ElicitResult[] | ElicitationError>;
  #disposed = false;
  #lastId = 0;

  constructor(options: FormHostOptions, frameUrl: string, makeFrame: FrameFactory) {
    this.#options = options;
    if (options.drafts) {
      sweepDrafts(options.drafts);
    }
    const owner = new CallOwner(options, () => this.#display.stow());
    this.#bridge = new Bridge(options, frameUrl, makeFrame, {
      restarted: () => this.#session.displayLost(),
      opened: () => this.#session.displayOpened(),
      lost: (error) => this.#session.fail(error),
      removed: () => this.#removed(),
      tell: (event) => owner.tell(event),
      request: (method, params) =>
        method === "ui/open-link" ? openLink(own(params, "url"), this.#session.opensPages ? options.openLink : undefined) : undefined,
      notification: (method, params) => {
        const { active } = this.#session;
        this.#session.notified(method, params);
        if (active) {
          owner.notified(active, method, params);
        }
      },
      response: (id, response) => this.#session.reply(id, response),
      awaits: (id) => this.#session.awaits(id),
    });
    this.#display = new FrameDisplay(this.#bridge, options);
    this.#session = new Session(this.#display, owner);
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
    this.#session.complete(elicitationId, server?.id);
  }

  setContext(context: Partial<HostContext>): void {
    if (!this.#disposed) {
      this.#bridge.setContext(context);
    }
  }

  dispose(): void {
    if (!this.#disposed) {
      this.#disposed = true;
      const error = new ElicitationError("disposed");
      this.#bridge.close(++this.#lastId, error);
      this.#session.dispose(error);
    }
  }

  #check(options: ElicitOptions): void {
    if (!textOf(options?.server?.id)) {
      throw new TypeError("elicit: options.server.id is missing");
    }
    if (this.#disposed) {
      throw new ElicitationError("disposed");
    }
    if (options.signal?.aborted) {
      throw abortReason(options.signal.reason);
    }
  }

  #ask<T>(question: Question<T>, options: ElicitOptions): Promise<T> {
    return new Promise((resolve, reject) => {
      const call = new Call(++this.#lastId, question, options, resolve as (value: unknown) => void, reject);
      if (this.#options.drafts) {
        loadDraft(this.#options.drafts, call);
      }
      const { signal } = options;
      signal?.addEventListener("abort", () => this.#session.withdraw(call.id, signal.reason), { signal: call.over.signal });
      this.#session.arrive(call);
    });
  }

  // Somebody took the frame out of the page: it goes back to its own container,
  // and what is shown in it goes on there. When that container is gone too,
  // nobody can answer any more.
  #removed(): void {
    const { active } = this.#session;
    if (!this.#options.container.isConnected) {
      this.#session.fail(new ElicitationError("disposed", { reason: "removed" }));
      this.#display.hide();
    } else if (active) {
      active.inDefaultContainer = true;
      this.#display.reveal(active);
    } else {
      this.#display.stow();
    }
  }
}
