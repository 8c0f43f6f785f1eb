/**
 * A form host for unit tests of a chat, with a script in place of the person and the browser.
 *
 * @module elicitform/testing
 */

import type { FrameHandlers } from "../../bridge/host/frame.js";
import { openHost } from "../../bridge/host/host.js";
import type { ElicitOptions, FormHost, FormHostEvent, FormHostOptions, HostContext } from "../../bridge/host/types.js";
import { Actor, type Stage } from "./actor.js";
import { type Answer, type Asked, type Script, ScriptError } from "./script.js";

export { type Answer, type Asked, type Script, ScriptError } from "./script.js";
export type * from "../../bridge/host/types.js";
export { ElicitationError } from "../../bridge/host/errors.js";

/** The options of a {@link FakeHost}: those of a {@link FormHost} that do not concern the frame. */
export type FakeHostOptions = Pick<FormHostOptions, "onEvent" | "openLink" | "outcome">;

/** A {@link FormHost} without a frame. */
export interface FakeHost extends FormHost {
  /** The requests that the person got, in order. */
  readonly asked: readonly Asked[];
  /** The events of the host, in order. */
  readonly events: readonly FormHostEvent[];
  /** The context after all calls of `setContext`. */
  readonly context: HostContext;
  /** Throws if the script made a mistake, or if answers are unused. */
  verify(): void;
}

// The frame is never in a page: the host only moves it.
const somewhere = { isConnected: true, querySelector: () => null } as unknown as HTMLElement;

/**
 * Makes a host that answers by a script, and otherwise behaves like a real host.
 *
 * @throws After an answer that no person can give in the form, that call and all later calls reject with a {@link ScriptError}.
 *
 * @example
 * ```ts
 * const forms = fakeHost([{ name: "Ada", guests: 2 }, "decline"]);
 * const chat = new Chat(forms);
 * ```
 */
export function fakeHost(script: Script, options: FakeHostOptions = {}): FakeHost {
  const requests: Asked[] = [];
  const events: FormHostEvent[] = [];
  let context: HostContext = {};
  let next = 0;
  const calls = new Calls();
  const answer = async (request: Asked): Promise<Answer> => {
    requests.push(request);
    return typeof script === "function" ? script(request) : answerAt(script, next++, request);
  };
  class Frame extends Actor {
    constructor(_url: string, place: HTMLElement, handlers: FrameHandlers) {
      super(handlers, place, { answer, openLink: Boolean(options.openLink), outcome: options.outcome });
    }
  }
  const onEvent = (event: FormHostEvent): void => {
    events.push(event);
    options.onEvent?.(event);
  };
  // A receipt cannot be drawn without a page.
  const outcome = options.outcome === "receipt" ? "hidden" : options.outcome;
  const host = openHost({ ...options, outcome, container: somewhere, onEvent }, "", Frame);

  return {
    asked: requests,
    events,
    get context() {
      return context;
    },
    get ready() {
      return host.ready;
    },
    elicit: (params, options) => calls.make(options, (shown) => host.elicit(params, shown)),
    elicitAll: (requests, options) => calls.make(options, (shown) => host.elicitAll(requests, shown)),
    approve: (approval, options) => calls.make({ ...options, server: approval.server }, (shown) => host.approve(approval, shown)),
    complete: host.complete,
    setContext(change) {
      host.setContext(change);
      context = { ...context, ...change };
    },
    dispose: host.dispose,
    verify() {
      if (calls.mistake) {
        throw calls.mistake;
      }
      requireUsed(script, next);
    },
  };
}

/** The calls of a fake host. */
class Calls {
  /** The first mistake of the script. It ends its call and all later ones. */
  mistake: Error | undefined;

  async make<O extends ElicitOptions, R>(options: O, ask: (options: O) => Promise<R>): Promise<R> {
    let own = this.mistake;
    try {
      if (own) {
        throw own;
      }
      // The actor finds the call of a request by its place.
      const stage: Stage = { options, giveUp: (error) => (own = this.mistake ??= error) };
      return await ask({ ...options, container: { ...somewhere, ...stage } });
    } catch (error) {
      throw own ?? error;
    }
  }
}

function answerAt(script: readonly Answer[], index: number, request: Asked): Answer {
  if (index >= script.length) {
    const refused = request.problems.length > 0 ? "; the check has refused the last one" : "";
    throw new ScriptError(`there is no answer left for ${JSON.stringify(request.params.message)}, after ${script.length}${refused}`);
  }
  return script[index]!;
}

function requireUsed(script: Script, used: number): void {
  const unused = typeof script === "function" ? [] : script.slice(used);
  if (unused.length > 0) {
    throw new ScriptError(`nobody has asked for ${unused.length} of the ${script.length} answers: ${JSON.stringify(unused)}`);
  }
}
