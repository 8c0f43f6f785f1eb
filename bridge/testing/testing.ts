/**
 * A form host for unit tests of a chat, with a script in place of the person and the browser.
 *
 * @module elicitform/testing
 */

import type { FrameFactory } from "../host/frame.js";
import { openHost } from "../host/host.js";
import type { ElicitOptions, FormHost, FormHostEvent, FormHostOptions, HostContext } from "../host/types.js";
import { Actor, type Stage } from "./actor.js";
import { type Answer, type Asked, type Script, ScriptError } from "./script.js";

export { type Answer, type Asked, type Script, ScriptError } from "./script.js";
export type * from "../host/types.js";
export { ElicitationError } from "../host/errors.js";

/** The options of a {@link FakeHost}: those of a {@link FormHost} that are not about the frame. */
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
 * Makes a host that answers by a script, and is otherwise as a real host.
 *
 * @throws After an answer that no person could give in the form, that call and all later ones reject with a {@link ScriptError}.
 *
 * @example
 * ```ts
 * const forms = fakeHost([{ name: "Ada", guests: 2 }, "decline"]);
 * const chat = new Chat(forms);
 * ```
 */
export function fakeHost(script: Script, options: FakeHostOptions = {}): FakeHost {
  const asked: Asked[] = [];
  const events: FormHostEvent[] = [];
  let context: HostContext = {};
  let next = 0;
  let mistake: Error | undefined;

  const answer = async (request: Asked): Promise<Answer> => {
    asked.push(request);
    if (typeof script === "function") {
      return script(request);
    } else if (next >= script.length) {
      const refused = request.problems.length > 0 ? "; the check has refused the last one" : "";
      throw new ScriptError(`there is no answer left for ${JSON.stringify(request.params.message)}, after ${script.length}${refused}`);
    }
    return script[next++]!;
  };
  const makeFrame: FrameFactory = (_url, place, handlers) =>
    new Actor(handlers, place, { answer, openLink: Boolean(options.openLink), outcome: options.outcome });
  const onEvent = (event: FormHostEvent): void => {
    events.push(event);
    options.onEvent?.(event);
  };
  // The frame is never in a page: the host only hands it around, and finds no receipt where it goes.
  const somewhere = { isConnected: true, querySelector: () => null } as unknown as HTMLElement;
  const host = openHost({ ...options, container: somewhere, onEvent }, "", makeFrame);

  // A call that a mistake of the script can end.
  const call = async <O extends ElicitOptions, R>(options: O, ask: (options: O) => Promise<R>): Promise<R> => {
    let own = mistake;
    try {
      if (own) {
        throw own;
      }
      // The place where a request is shown tells the actor which call it belongs to.
      const stage: Stage = { options, giveUp: (error) => (own = mistake ??= error) };
      return await ask({ ...options, container: { ...somewhere, ...stage } });
    } catch (error) {
      throw own ?? error;
    }
  };

  return {
    asked,
    events,
    get context() {
      return context;
    },
    get ready() {
      return host.ready;
    },
    elicit: (params, options) => call(options, (shown) => host.elicit(params, shown)),
    elicitAll: (requests, options) => call(options, (shown) => host.elicitAll(requests, shown)),
    complete: host.complete,
    setContext(change) {
      host.setContext(change);
      context = { ...context, ...change };
    },
    dispose: host.dispose,
    verify() {
      if (mistake) {
        throw mistake;
      }
      const left = typeof script === "function" ? [] : script.slice(next);
      if (left.length > 0) {
        throw new ScriptError(`nobody has asked for ${left.length} of the ${script.length} answers: ${JSON.stringify(left)}`);
      }
    },
  };
}
