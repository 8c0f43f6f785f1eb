// elicitform/testing: a form host for unit tests of a chat, in which a script takes the
// place of the person. It needs no browser.

import type { FrameFactory } from "../host/frame.js";
import { type Host, openHost } from "../host/host.js";
import type {
  ElicitOptions, ElicitRequestParams, ElicitResult, FormHost, FormHostEvent, FormHostOptions, HostContext, InputRequest, InputResponse, RoundOptions, Server,
} from "../host/types.js";
import { Actor } from "./actor.js";
import { type Answer, type Asked, type Script, ScriptError } from "./script.js";

export { type Answer, type Asked, type Script, ScriptError } from "./script.js";
export type * from "../host/types.js";
export { ElicitationError } from "../host/errors.js";

/** How to set up a {@link FakeHost}: as a {@link FormHost}, without what is about the frame. */
export type FakeHostOptions = Pick<FormHostOptions, "onEvent" | "openLink" | "outcome">;

/** A {@link FormHost} without a frame. */
export interface FakeHost extends FormHost {
  /** What the person was asked, in order. */
  readonly asked: readonly Asked[];
  /** What the host has told, in order. */
  readonly events: readonly FormHostEvent[];
  /** What `setContext` has made of the context. */
  readonly context: HostContext;
  /** Throws when the script has made a mistake, or has answers that nobody asked for. */
  verify(): void;
}

/**
 * Makes a host that answers by a script. Everything else is as with a real host: order,
 * signals, deadlines, checks, rounds, notices of finished pages, disposal and events.
 *
 * ```ts
 * const forms = fakeHost([{ name: "Ada", guests: 2 }, "decline"]);
 * const chat = new Chat(forms);
 * ```
 *
 * An answer that no person could give, because the form does not ask for it or would not
 * let it pass, is a mistake of the test: the call rejects with a {@link ScriptError}, and so
 * do all that follow and `verify()`.
 */
export function fakeHost(script: Script, options: FakeHostOptions = {}): FakeHost {
  return new ScriptedHost(script, options);
}

class ScriptedHost implements FakeHost {
  readonly asked: Asked[] = [];
  readonly events: FormHostEvent[] = [];
  context: HostContext = {};
  readonly #host: Host;
  readonly #script: Script;
  #next = 0;
  #mistake: Error | undefined;

  constructor(script: Script, options: FakeHostOptions) {
    this.#script = script;
    const onEvent = (event: FormHostEvent): void => {
      this.events.push(event);
      options.onEvent?.(event);
    };
    const makeFrame: FrameFactory = (_url, place, handlers) =>
      new Actor(handlers, place, { answer: (asked) => this.#answer(asked), openLink: Boolean(options.openLink), outcome: options.outcome });
    // The frame is never in a page: the host only hands it around.
    this.#host = openHost({ ...options, container: { isConnected: true } as HTMLElement, onEvent }, "", makeFrame);
  }

  get ready(): Promise<void> {
    return this.#host.ready;
  }

  elicit(params: ElicitRequestParams | string, options: ElicitOptions): Promise<ElicitResult> {
    return this.#call(options, (own) => this.#host.elicit(params, own));
  }

  elicitAll(requests: Record<string, InputRequest> | string, options: RoundOptions): Promise<Record<string, InputResponse>> {
    return this.#call(options, (own) => this.#host.elicitAll(requests, own));
  }

  complete(server: Pick<Server, "id">, elicitationId: string): void {
    this.#host.complete(server, elicitationId);
  }

  setContext(context: Partial<HostContext>): void {
    this.#host.setContext(context);
    this.context = { ...this.context, ...context };
  }

  dispose(): void {
    this.#host.dispose();
  }

  verify(): void {
    if (this.#mistake) {
      throw this.#mistake;
    }
    const left = typeof this.#script === "function" ? [] : this.#script.slice(this.#next);
    if (left.length > 0) {
      throw new ScriptError(`nobody has asked for ${left.length} of the ${this.#script.length} answers: ${JSON.stringify(left)}`);
    }
  }

  // A call that the script can end: by its signal, which is all that a host listens to.
  async #call<Options extends ElicitOptions, Result>(options: Options, call: (own: Options) => Promise<Result>): Promise<Result> {
    if (this.#mistake) {
      throw this.#mistake;
    }
    const own = new AbortController();
    const { signal } = options;
    const withdrawn = (): void => own.abort(signal?.reason);
    const giveUp = (mistake: Error): void => {
      this.#mistake ??= mistake;
      own.abort(mistake);
    };
    if (signal?.aborted) {
      withdrawn();
    }
    signal?.addEventListener("abort", withdrawn);
    try {
      // The place where a request is shown tells the actor which call it belongs to.
      const container = { isConnected: true, options, giveUp } as unknown as HTMLElement;
      return await call({ ...options, signal: own.signal, container });
    } finally {
      signal?.removeEventListener("abort", withdrawn);
    }
  }

  async #answer(asked: Asked): Promise<Answer> {
    this.asked.push(asked);
    if (typeof this.#script === "function") {
      return this.#script(asked);
    } else if (this.#next >= this.#script.length) {
      throw new ScriptError(`there is no answer left for ${JSON.stringify(asked.params.message)}, after ${this.#script.length}${asked.problems.length > 0 ? "; the check has refused the last one" : ""}`);
    }
    return this.#script[this.#next++]!;
  }
}
