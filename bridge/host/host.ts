import { own, textOf } from "../message/json.js";
import { listener } from "../message/listener.js";
import { ASK, AUDIT, DRAFT, FAILED, FINDINGS, type Notes, RECEIPT, SHOWN, WAIT } from "../message/names.js";
import { roundParams } from "../message/params.js";
import type { End, SessionEvent } from "../session/round.js";
import { deadlineOf } from "../session/deadline.js";
import { Session } from "../session/session.js";
import { audit, readFindings, readOrigins } from "./audit.js";
import { type Bridge, openBridge } from "./bridge.js";
import { refusals } from "./check.js";
import { keepDraft, loadDraft, sweepDrafts } from "./drafts.js";
import { ElicitationError } from "./errors.js";
import type { FrameFactory } from "./frame.js";
import { erase, leave } from "./receipt.js";
import { type AskedRequest, type Call, readAnswer, type Results, round, single } from "./round.js";
import type { ElicitResult, FormHost, FormHostEvent, FormHostOptions, Outcome, RoundOptions } from "./types.js";

/** The host, and whether it is idle: nobody has to answer anything, and no opened page is waited for. */
export type Host = FormHost & { readonly idle: boolean };

/** The one implementation of {@link FormHost}. The frame is a parameter for the tests; hosts with the same `ids` give no number twice. */
export function openHost(options: FormHostOptions, frameUrl: string, makeFrame: FrameFactory, ids = { last: 0 }): Host {
  const report = listener<FormHostEvent>((event) => options.onEvent?.(event));
  const tell = ({ from, id }: Call, event: SessionEvent | CallEvent): void => report({ ...event, server: from, id } as FormHostEvent);
  let disposed = false;

  // The event comes once. A frame that has loaded again says again that it shows the request.
  const shown = (call: Call): void => {
    if (!call.shownAt) {
      call.shownAt = Date.now();
      tell(call, { type: "shown" });
    }
  };

  const keep = (call: Call, draft: unknown): void => keepDraft(options.drafts, call, draft);

  // The call that was on the screen when it ended, where something stays in its place.
  let ended: Call | undefined;

  // The frame is about to show something else, or nothing.
  const file = (): HTMLElement | undefined => {
    const call = ended;
    ended = undefined;
    return call && leave(call.said, call.how!, placeOf(call));
  };

  const placeOf = ({ options: { container }, inDefaultContainer }: Call): HTMLElement =>
    container?.isConnected && !inDefaultContainer ? container : options.container;

  const reveal = (call: Call): void => {
    file();
    const place = placeOf(call);
    erase(place);
    bridge.place(place);
    // The bridge may have made a new frame, in place of one that has failed.
    bridge.frame.show(`Request from ${call.from}`);
  };

  const hide = (): void => bridge.frame.hide(file());

  const putAway = (): void => {
    hide();
    bridge.place(options.container);
  };

  // What the options say of every screen. They may say something else the next time.
  const screenNotes = ({ options: { server } }: Call): Notes => ({
    server: { id: server.id, name: textOf(server.name), title: textOf(server.title) },
    openLink: Boolean(options.openLink),
    outcome: millisecondsOf(options.outcome) ?? session.outcomeTime,
  });

  const session: Session<Call, Results> = new Session<Call, Results>({
    get open() {
      return bridge.open;
    },
    get present() {
      return bridge.frame.present;
    },
    reveal,
    show(call, queue) {
      const { id, round, options: { focus, review, waitForPages }, deadline, draft } = call;
      const { findings, drafts } = options;
      if (focus) {
        bridge.frame.focus();
      }
      const notes = {
        ...screenNotes(call), queue, deadline, draft, focus, findings,
        drafts: drafts !== false, shortReview: review === "short", waitForPages,
      };
      bridge.send({ id, method: ASK, params: roundParams(notes, round) });
    },
    wait(call) {
      ended = call;
      bridge.send({ method: WAIT, params: roundParams(screenNotes(call), call.pages.slice(-1), call.id) });
    },
    inform: (method, params) => bridge.inform(method, params),
    hide,
    read(call, response) {
      const answer = readAnswer(call.round, Boolean(call.options.waitForPages), response);
      const { value } = answer;
      return { ...answer, check: call.options.check && hasContent(value) ? () => refusals(call, value) : undefined };
    },
    hasEnded(call, end) {
      const results = resultsOf(end);
      call.settle?.(results);
      // A call that is kept for its opened page must not keep the promise, which holds the answers.
      call.settle = call.draft = undefined;
      if (results instanceof Error) {
        const { code, reason, key } = results as ElicitationError;
        const type = end.how === "withdrawn" ? end.how : code;
        if (type === "withdrawn" || type === "expired" || type === "disposed") {
          // The draft is of no use: nobody can answer the request any more.
          keep(call, null);
        }
        if (end.how !== "rejected") {
          tell(call, type === "withdrawn" || type === "expired" ? { type } : { type: "error", code, reason, key });
        }
      } else {
        // A person who has decided has seen the request, also in a frame of an older version.
        shown(call);
        // After Decline and Not now the draft stays, for when the same request comes again.
        if (hasContent(results)) {
          keep(call, null);
        }
        call.round.forEach(({ key }, i) => tell(call, { type: "settled", key, action: results[i]!.action }));
        audit(call, results, (record) => report({ type: "audit", record }));
      }
      call.how = end.how;
      if (call.said) {
        ended = call;
      }
    },
    tell(call, event) {
      if (event.type === "finished" && event.how === "person") {
        call.how = event.how;
      }
      tell(call, event);
    },
    closed() {
      putAway();
      report({ type: "closed" });
    },
  });

  // No function that is made here may name the results, or the listeners of the signal would keep them.
  const ask = async (read: () => AskedRequest[], how: RoundOptions): Promise<{ asked: AskedRequest[]; results: ElicitResult[] }> => {
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
    const asked = read();
    const results = await new Promise<Results>((settle) => {
      if (asked.length === 0) {
        settle([]);
        return;
      }
      const call: Call = {
        id: ++ids.last,
        round: asked,
        options: how,
        settle,
        from: how.server.id,
        pages: asked.filter(({ url }) => url),
        deadline: deadlineOf(how.deadline),
        completed: new Set(),
        over: new AbortController(),
      };
      loadDraft(options.drafts, call);
      signal?.addEventListener("abort", () => session.withdraw(call.id, signal.reason), { signal: call.over.signal });
      session.arrive(call);
    });
    if (results instanceof Error) {
      throw results;
    }
    return { asked, results };
  };

  sweepDrafts(options.drafts);
  const bridge: Bridge = openBridge(options, frameUrl, makeFrame, {
    session,
    report,
    hide,
    notified(method, params) {
      const call = session.shown;
      if (method === FAILED && own(params, "reason") === "internal" && call) {
        // The form has failed. The person can still decline or cancel.
        tell(call, { type: "error", code: "internal", reason: "internal" });
      } else if (call && call.id === own(params, "requestId")) {
        if (method === SHOWN) {
          shown(call);
        } else if (method === DRAFT) {
          keep(call, own(params, "draft"));
        } else if (method === AUDIT) {
          call.origins = readOrigins(own(params, "answers"));
        } else if (method === RECEIPT) {
          call.said = params;
        } else if (method === FINDINGS) {
          tell(call, { type: "findings", findings: readFindings(own(params, "findings")) });
        }
      }
      session.notified(method, params);
    },
    // The shown request goes on in the host's container. Without that, open requests fail: nobody can answer them any more.
    takenOut() {
      const { active } = session;
      if (!options.container.isConnected) {
        session.fail(new ElicitationError("disposed", { reason: "removed" }));
        hide();
      } else if (active) {
        active.inDefaultContainer = true;
        reveal(active);
      } else {
        putAway();
      }
    },
  });

  return {
    get ready() {
      return bridge.ready;
    },
    get idle() {
      return session.idle;
    },
    elicit: async (params, how) => (await ask(() => single(params), how)).results[0]!,
    async elicitAll(requests, how) {
      const { asked, results } = await ask(() => round(requests), how);
      // Assigning the members one by one would lose a key "__proto__".
      return Object.fromEntries(asked.map(({ key }, i) => [key, results[i]!]));
    },
    complete: ({ id }, elicitationId) => session.complete(elicitationId, id),
    setContext: bridge.setContext,
    dispose() {
      disposed = true;
      const error = new ElicitationError("disposed");
      bridge.close(error);
      session.dispose(error);
    },
  };
}

/** An event about a call, without the server and the id. */
type CallEvent = FormHostEvent extends infer E ? (E extends { id: number } ? Omit<E, "server" | "id"> : never) : never;

// For how many milliseconds an outcome is shown; undefined stands for no limit, and -1 for a receipt in its place.
function millisecondsOf(outcome: Outcome = "shown"): number | undefined {
  return typeof outcome === "object" ? outcome.milliseconds : { shown: undefined, receipt: -1, hidden: 0 }[outcome];
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
