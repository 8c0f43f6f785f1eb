import { own, textOf } from "../message/json.js";
import { Session } from "../session/session.js";
import { Bridge } from "./bridge.js";
import { Call } from "./call.js";
import { FrameDisplay } from "./display.js";
import { loadDraft, sweepDrafts } from "./drafts.js";
import { abortReason, ElicitationError } from "./errors.js";
import type { FrameFactory } from "./frame.js";
import { openLink } from "./openlink.js";
import { CallOwner, type Results } from "./owner.js";
import { type Question, single } from "./question.js";
import { round } from "./round.js";
import type {
  ElicitOptions, ElicitRequestParams, ElicitResult, FormHost, FormHostOptions, HostContext, InputRequest, InputResponse, RoundOptions, Server,
} from "./types.js";

/** The one implementation of {@link FormHost}; the frame is a parameter for the tests. */
export class Host implements FormHost {
  readonly #options: FormHostOptions;
  readonly #bridge: Bridge;
  readonly #session: Session<Call, Results>;
  #disposed = false;
  #lastId = 0;

  constructor(options: FormHostOptions, frameUrl: string, makeFrame: FrameFactory) {
    this.#options = options;
    sweepDrafts(options.drafts);
    this.#bridge = new Bridge(options, frameUrl, makeFrame, {
      restarted: () => session.displayLost(),
      opened: () => session.displayOpened(),
      lost: (error) => session.fail(error),
      removed: () => display.removed(session),
      tell: (event) => owner.tell(event),
      request: (method, params) => (method === "ui/open-link" ? openLink(own(params, "url"), session.opensPages && options.openLink) : undefined),
      notification: (method, params) => {
        owner.notified(session.active, method, params);
        session.notified(method, params);
      },
      response: (id, response) => session.reply(id, response),
      awaits: (id) => session.awaits(id),
    });
    const display = new FrameDisplay(this.#bridge, options);
    const owner = new CallOwner(options, () => display.stow());
    const session: Session<Call, Results> = (this.#session = new Session(display, owner));
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
    this.#bridge.setContext(context);
  }

  dispose(): void {
    this.#disposed = true;
    const error = new ElicitationError("disposed");
    this.#bridge.close(++this.#lastId, error);
    this.#session.dispose(error);
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
      loadDraft(this.#options.drafts, call);
      const { signal } = options;
      signal?.addEventListener("abort", () => this.#session.withdraw(call.id, signal.reason), { signal: call.over.signal });
      this.#session.arrive(call);
    });
  }
}
