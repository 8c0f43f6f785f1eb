import { own, textOf } from "../message/json.js";
import { listener } from "../message/listener.js";
import { ASK, AUDIT, DRAFT, FAILED, FINDINGS, type Notes, RECEIPT, SHOWN, WAIT } from "../message/names.js";
import { roundParams } from "../message/params.js";
import type { End, SessionEvent } from "../session/round.js";
import { deadlineOf } from "../session/deadline.js";
import { Session } from "../session/session.js";
import { audit, readFindings, readOrigins } from "./audit.js";
import { type Bridge, openBridge } from "./bridge.js";
import { checkAnswers } from "./check.js";
import { loadDraft, saveDraft, sweepDrafts } from "./drafts.js";
import { ElicitationError } from "./errors.js";
import type { FrameFactory } from "./frame.js";
import { eraseReceipt, renderReceipt } from "./receipt.js";
import { type Call, readAnswer, type Results, round, type RoundPart, single } from "./round.js";
import type { ElicitResult, FormHost, FormHostEvent, FormHostOptions, Outcome, RoundOptions } from "./types.js";

/** The host, and whether it is idle: no request is open, and it waits for no opened page. */
export type Host = FormHost & { readonly idle: boolean };

/** The one implementation of {@link FormHost}. The frame is a parameter for the tests; hosts with the same `ids` give no number twice. */
export function openHost(options: FormHostOptions, frameUrl: string, makeFrame: FrameFactory, ids = { last: 0 }): Host {
  const report = listener<FormHostEvent>((event) => options.onEvent?.(event));
  const tell = ({ from, id }: Call, event: SessionEvent | CallEvent): void => report({ ...event, server: from, id } as FormHostEvent);
  let isDisposed = false;

  // The event comes once, although a frame that loads again sends SHOWN again.
  const shown = (call: Call): void => {
    if (!call.shownAt) {
      call.shownAt = Date.now();
      tell(call, { type: "shown" });
    }
  };

  const save = (call: Call, draft: unknown): void => saveDraft(options.drafts, call, draft);

  // The ended call that is still on the screen, or whose receipt takes the place of the frame.
  let ended: Call | undefined;

  // Puts the receipt of the ended call in the place of the frame, and returns the element that takes the focus.
  const leaveReceipt = (): HTMLElement | undefined => {
    const call = ended;
    ended = undefined;
    return call && renderReceipt(call.receipt, call.how!, placeOf(call));
  };

  const placeOf = ({ options: { container }, inDefaultContainer }: Call): HTMLElement =>
    container?.isConnected && !inDefaultContainer ? container : options.container;

  const reveal = (call: Call): void => {
    leaveReceipt();
    const place = placeOf(call);
    eraseReceipt(place);
    bridge.place(place);
    // The bridge may have replaced a failed frame.
    bridge.frame.show(`Request from ${call.from}`);
  };

  const hide = (): void => bridge.frame.hide(leaveReceipt());

  const putAway = (): void => {
    hide();
    bridge.place(options.container);
  };

  // The notes of every screen. Each screen reads the options again, because a page may change them.
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
      return { ...answer, check: call.options.check && hasContent(value) ? () => checkAnswers(call, value) : undefined };
    },
    hasEnded(call, end) {
      const results = resultsOf(end);
      call.settle?.(results);
      // A call that waits for its opened page must not keep the promise, which holds the answers.
      call.settle = call.draft = undefined;
      if (results instanceof Error) {
        const { code, reason, key } = results as ElicitationError;
        const type = end.how === "withdrawn" ? end.how : code;
        if (type === "withdrawn" || type === "expired" || type === "disposed") {
          // Nobody can answer the request, so its draft is useless.
          save(call, null);
        }
        if (end.how !== "rejected") {
          tell(call, type === "withdrawn" || type === "expired" ? { type } : { type: "error", code, reason, key });
        }
      } else {
        // A person who decided has seen the request. A frame of an older version may not have sent SHOWN.
        shown(call);
        // After Decline and Not now the draft stays, because the same request may come again.
        if (hasContent(results)) {
          save(call, null);
        }
        call.round.forEach(({ key }, i) => tell(call, { type: "settled", key, action: results[i]!.action }));
        audit(call, results, (record) => report({ type: "audit", record }));
      }
      call.how = end.how;
      if (call.receipt) {
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

  // No function that is made here may refer to the results, or the listeners of the signal would keep them in memory.
  const ask = async (read: () => RoundPart[], how: RoundOptions): Promise<[RoundPart[], ElicitResult[]]> => {
    if (!textOf(how?.server?.id)) {
      throw new TypeError("elicit: options.server.id is missing");
    }
    if (isDisposed) {
      throw new ElicitationError("disposed");
    }
    const { signal } = how;
    if (signal?.aborted) {
      throw abortReason(signal.reason);
    }
    const parts = read();
    const results = await new Promise<Results>((settle) => {
      if (parts.length === 0) {
        settle([]);
        return;
      }
      const call: Call = {
        id: ++ids.last,
        round: parts,
        options: how,
        settle,
        from: how.server.id,
        pages: parts.filter(({ url }) => url),
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
    return [parts, results];
  };

  sweepDrafts(options.drafts);
  const bridge: Bridge = openBridge(options, frameUrl, makeFrame, {
    session,
    report,
    hide,
    notified(method, params) {
      const call = session.shown;
      if (method === FAILED && own(params, "reason") === "internal" && call) {
        // The form has failed, but the person can decline or cancel.
        tell(call, { type: "error", code: "internal", reason: "internal" });
      } else if (call && call.id === own(params, "requestId")) {
        if (method === SHOWN) {
          shown(call);
        } else if (method === DRAFT) {
          save(call, own(params, "draft"));
        } else if (method === AUDIT) {
          call.origins = readOrigins(own(params, "answers"));
        } else if (method === RECEIPT) {
          call.receipt = params;
        } else if (method === FINDINGS) {
          tell(call, { type: "findings", findings: readFindings(own(params, "findings")) });
        }
      }
      session.notified(method, params);
    },
    // The shown request goes on in the host's container. Without that container open requests fail: nobody can answer them.
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
    elicit: async (params, how) => (await ask(() => single(params), how))[1][0]!,
    async elicitAll(requests, how) {
      const [parts, results] = await ask(() => round(requests), how);
      // Assigning the members one by one would lose a key "__proto__".
      return Object.fromEntries(parts.map(({ key }, i) => [key, results[i]!]));
    },
    complete: ({ id }, elicitationId) => session.complete(elicitationId, id),
    setContext: bridge.setContext,
    dispose() {
      isDisposed = true;
      const error = new ElicitationError("disposed");
      bridge.close(error);
      session.dispose(error);
    },
  };
}

/** An event about a call, without the server and the id. */
type CallEvent = FormHostEvent extends infer E ? (E extends { id: number } ? Omit<E, "server" | "id"> : never) : never;

// The time for which an outcome is shown, in milliseconds; undefined means without limit, and -1 a receipt in its place.
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
