import { textOf } from "../message/json.js";
import { callOf } from "./call.js";
import { loadDraft, sweepDrafts } from "./drafts.js";
import { abortReason, ElicitationError } from "./errors.js";
import type { FrameFactory } from "./frame.js";
import { ownCalls } from "./owner.js";
import { type Part, type Question, type Results, round, single } from "./question.js";
import type { ElicitOptions, ElicitResult, FormHost, FormHostOptions } from "./types.js";

/** The one implementation of {@link FormHost}; the frame is a parameter for the tests. */
export function createHost(options: FormHostOptions, frameUrl: string, makeFrame: FrameFactory): FormHost {
  sweepDrafts(options.drafts);
  const { session, bridge } = ownCalls(options, frameUrl, makeFrame);
  let disposed: ElicitationError | undefined;
  let lastId = 0;

  // No function that is made here may name the results: the listeners of the signal
  // would keep them.
  const ask = async (how: ElicitOptions, question: () => Question): Promise<{ parts: readonly Part[]; results: ElicitResult[] }> => {
    if (!textOf(how?.server?.id)) {
      throw new TypeError("elicit: options.server.id is missing");
    }
    if (disposed) {
      throw new ElicitationError("disposed");
    }
    const { signal } = how;
    if (signal?.aborted) {
      throw abortReason(signal.reason);
    }
    const asked = question();
    const { parts } = asked;
    const results = await new Promise<Results>((settle) => {
      if (parts.length === 0) {
        settle([]);
        return;
      }
      const call = callOf(++lastId, asked, how, settle);
      loadDraft(options.drafts, call);
      signal?.addEventListener("abort", () => session.withdraw(call.id, signal.reason), { signal: call.over.signal });
      session.arrive(call);
    });
    if (results instanceof Error) {
      throw results;
    }
    return { parts, results };
  };

  return {
    get ready() {
      return bridge.ready;
    },
    async elicit(params, how) {
      return (await ask(how, () => single(params))).results[0]!;
    },
    async elicitAll(requests, how) {
      const { parts, results } = await ask(how, () => round(requests, Boolean(how.hold)));
      // Assigning the members one by one would lose a key "__proto__".
      return Object.fromEntries(parts.map(({ key }, i) => [key, results[i]!]));
    },
    complete: (elicitationId, server) => session.complete(elicitationId, server?.id),
    setContext: bridge.setContext,
    dispose() {
      disposed = new ElicitationError("disposed");
      bridge.close(disposed);
      session.dispose(disposed);
    },
  };
}
