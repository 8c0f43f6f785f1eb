import { type JsonObject, own } from "../message/json.js";
import { onDeadline } from "./deadline.js";
import { KnownRequests } from "./known.js";
import type { Answer, End, Finish, SessionOwner, SessionRequest } from "./request.js";

// How many requests of one server wait at most: more than a person would answer.
const MOST_WAITING = 100;
// How many answered requests are kept whose opened page is still waited for.
const MOST_OPENED = 20;
// How many answers are confirmed again when the program sends them again.
const MOST_ANSWERED = 100;

const FINISHES = ["completed", "person", "closed"] as const satisfies Finish[];

/** The one owner of the life of requests. */
export type Session<R extends SessionRequest, V> = ReturnType<typeof openSession<R, V>>;

/**
 * Makes the one owner of the life of requests. A request
 *
 * 1. arrives, unless it repeats an earlier one;
 * 2. waits for its turn, in the order of arrival;
 * 3. is shown: the display shows one thing at a time;
 * 4. is answered by the program that shows it, and the answer may be checked;
 * 5. ends, exactly once: answered, withdrawn, expired, refused or failed.
 * 6. When it was answered by opening a page, it is kept until the page is
 *    finished, and the page is shown again when there is nothing else to show.
 */
export function openSession<R extends SessionRequest, V>(owner: SessionOwner<R, V>) {
  const known = new KnownRequests<R, V>();
  // The open requests in their order, and the first of them once it is its turn.
  let queue: readonly R[] = [];
  let active: R | undefined;
  // Which request of its burst the active one is, for "2 of 3".
  let position = 0;
  // The answered requests with a page that is waited for, the latest last.
  let opened: readonly R[] = [];
  // Which of the active request and the opened ones is on the screen.
  let onScreen: R | undefined;
  // While an answer is checked: another object each time.
  let checking: object | undefined;
  // The ids of answered requests, the latest last.
  let answered: readonly unknown[] = [];
  // Why nothing can be shown any more.
  let disposed: Error | undefined;

  // The active request, once the program has got it.
  const shown = (): R | undefined => (onScreen === active ? active : undefined);

  // 1. Arrival.

  /**
   * Takes a request. The owner is told its end exactly once, unless it repeats a
   * request that is open. What repeats an answered one gets the same answer.
   */
  const arrive = (request: R): void => {
    const { id, text, deadline } = request;
    const arrival = text === undefined ? "new" : known.arrive(id, text, request);
    const value = known.answer(id);
    if (arrival === "id-in-use") {
      owner.ended(request, { how: "refused", reason: arrival });
    } else if (arrival === "repeated" && value !== undefined) {
      owner.ended(request, { how: "answered", value });
    }
    if (arrival !== "new") {
      return;
    }
    if (queue.length === 0) {
      position = 0;
    }
    const others = queue.filter((other) => other.from === request.from && other !== active).length;
    queue = [...queue, request];
    onDeadline(deadline, request.over.signal, () => takeBack(request, { how: "expired" }));
    if (disposed) {
      end(request, { how: "failed", error: disposed });
    } else if (others >= MOST_WAITING) {
      end(request, { how: "refused", reason: "too-many-requests" });
    } else if (queue.length > 1 && queue.includes(request)) {
      owner.tell(request, { type: "queued", waiting: queue.length - (active ? 1 : 0) });
    }
    // Later in this turn, so that requests made together know of each other.
    queueMicrotask(advance);
  };

  // 2. Its turn.

  // Shows the next request when it is its turn, and the active one again where
  // somebody has taken the display out of the page.
  const advance = (): void => {
    const next = active ? undefined : queue[0];
    if (next) {
      active = next;
      position++;
    }
    if (active && (next || !owner.present)) {
      owner.reveal(active);
    }
    displayOpened();
  };

  // 3. On the display.

  /** To be called when the display has lost what it showed. The active request is shown again when the display takes messages; opened pages are not. */
  const displayLost = (): void => {
    opened = [];
    onScreen = checking = undefined;
  };

  /** To be called when the display begins to take messages. */
  const displayOpened = (): void => {
    const request = active;
    if (!request || request === onScreen || !owner.open) {
      return;
    }
    onScreen = request;
    const total = position + queue.length - 1;
    owner.show(request, { queue: total > 1 ? { position, total } : undefined, waits: opened.length > 0 });
    // The request may have ended by now: some displays answer at once.
    if (request === active) {
      request.completed.forEach((elicitationId) => notifyComplete(request, elicitationId));
    }
  };

  // 4. The answer.

  /** Takes a response of the program. When it answers anything but the request that is shown, it is late or repeated. */
  const reply = (id: unknown, response: JsonObject): void => {
    const request = shown();
    if (!request || request.id !== id) {
      confirm(id);
      return;
    }
    const answer = owner.read(request, response);
    if (!answer.check) {
      conclude(request, answer);
    } else if (!checking) {
      void check(request, answer, answer.check);
    }
  };

  // While an answer is checked, the program may send the same answer again. That
  // begins no second check.
  const check = async (request: R, answer: Answer<V>, find: () => Promise<object[]>): Promise<void> => {
    const mine = (checking = {});
    const problems = await find().catch(() => undefined);
    // Otherwise the request has ended meanwhile, or the display has lost it: nobody
    // waits for the outcome of this check.
    if (checking === mine) {
      checking = undefined;
      if (problems?.length === 0) {
        conclude(request, answer);
        return;
      }
      // The person is told, and can send once more.
      owner.notify("elicitform/refused", { requestId: request.id, problems });
      if (!problems) {
        owner.tell(request, { type: "error", code: "internal", reason: "check-failed" });
      }
    }
  };

  // Tells the program that its answer has arrived, each time that it sends the answer.
  const confirm = (requestId: unknown): void => {
    if (answered.includes(requestId)) {
      owner.notify("elicitform/received", { requestId });
    }
  };

  // 5. The end.

  const conclude = (request: R, { value, opened: pages }: Answer<V>): void => {
    if (request.deadline! <= Date.now()) {
      takeBack(request, { how: "expired" });
      return;
    }
    end(request, { how: "answered", value }, () => {
      answered = [...answered, request.id].slice(-MOST_ANSWERED);
      confirm(request.id);
      request.pages = pages;
      opened = [...opened, ...(pages.length > 0 ? [request] : [])];
      if (opened.length > MOST_OPENED) {
        finish(opened[0]!, "closed");
      }
    });
    advance();
  };

  /** Withdraws the open request of that id. */
  const withdraw = (id: unknown, reason?: unknown): void => {
    const request = queue.find((request) => request.id === id);
    if (request) {
      takeBack(request, { how: "withdrawn", reason });
    }
  };

  /** Ends the open requests with an error, because nobody can answer them, except for one that somebody still can. */
  const fail = (error: Error, except?: R): void =>
    queue.forEach((request) => {
      if (request !== except) {
        end(request, { how: "failed", error });
      }
    });

  /** Ends the open requests with that error, and every request that arrives later. */
  const dispose = (error: Error): void => {
    disposed ??= error;
    opened = [];
    onScreen = undefined;
    fail(error);
  };

  const takeBack = (request: R, how: End<V>): void => {
    const wasShown = shown() === request;
    const wasActive = active === request;
    end(request, how, () => {
      if (wasShown) {
        owner.notify("notifications/cancelled", { requestId: request.id, reason: how.how === "expired" ? how.how : undefined });
      } else if (wasActive) {
        owner.hide();
      }
    });
    // Later in this turn: what is withdrawn together is not shown in between.
    queueMicrotask(advance);
  };

  // A request ends when it leaves the queue, so that it ends once. The display is
  // told first.
  const end = (request: R, end: End<V>, tellDisplay?: () => void): void => {
    if (!queue.includes(request)) {
      return;
    }
    queue = queue.filter((other) => other !== request);
    if (active === request) {
      active = checking = undefined;
    }
    request.over.abort();
    known.end(request.id, end.how === "answered" ? end.value : undefined);
    tellDisplay?.();
    forget(request);
    owner.ended(request, end);
  };

  // 6. After the end: opened pages.

  /** Takes the notifications that an opened page is finished, and that the person has closed the screen. It ignores all others. */
  const notified = (method: string, params: unknown): void => {
    if (method === "elicitform/finished") {
      // Two opened pages can have one id, when the other side has used it again. The
      // later one is shown first.
      const request = opened.findLast(({ id }) => id === own(params, "requestId"));
      const how = FINISHES.find((how) => how === own(params, "how"));
      if (request && how) {
        finish(request, how);
      }
    } else if (method === "elicitform/closed" && !active) {
      // When a request has come meanwhile, it stays visible.
      closed();
    }
  };

  // Shows the page that was opened last.
  const closed = (): void => {
    if (onScreen && opened.includes(onScreen)) {
      finish(onScreen, "closed");
    }
    onScreen = opened.at(-1);
    if (onScreen) {
      owner.reveal(onScreen);
      owner.wait(onScreen, opened.length > 1);
    } else {
      owner.closed();
    }
  };

  /** The server says that a page is finished. Without the name of the server any server is meant. */
  const complete = (elicitationId: string, from?: string): void => {
    for (const request of [...opened, ...queue]) {
      const meant = (from ?? request.from) === request.from && request.pages.some((page) => page.elicitationId === elicitationId);
      if (!meant || request.completed.has(elicitationId)) {
        continue;
      }
      request.completed.add(elicitationId);
      if (request === onScreen) {
        notifyComplete(request, elicitationId);
      } else if (opened.includes(request)) {
        // Another screen is shown. The program announces the notice there.
        finish(request, "completed");
        notifyComplete(request, elicitationId, { id: request.from });
      }
    }
  };

  const finish = (request: R, how: Finish): void => {
    opened = opened.filter((other) => other !== request);
    forget(request);
    owner.tell(request, { type: "finished", how });
  };

  // The screen may still say what became of a request, of which nothing else is kept.
  const forget = (request: R): void => {
    if (onScreen === request && !opened.includes(request)) {
      onScreen = undefined;
    }
  };

  // With a server the program announces the notice on another screen.
  const notifyComplete = ({ id }: R, elicitationId: unknown, server?: { id: string }): void =>
    owner.notify("notifications/elicitation/complete", {
      elicitationId,
      _meta: { "elicitform/requestId": id, "elicitform/server": server },
    });

  return {
    /** The request whose turn it is. */
    get active(): R | undefined {
      return active;
    },
    /** The active request, once the program has got it. */
    get shown(): R | undefined {
      return shown();
    },
    /** Whether a person may be asked to open a page at present. */
    get opensPages(): boolean {
      return [...opened, active].some((request) => request?.pages.length);
    },
    arrive, displayLost, displayOpened, reply, withdraw, fail, dispose, notified, complete,
  };
}
