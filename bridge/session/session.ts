import { type JsonObject, own, textOf } from "../message/json.js";
import { CANCELLED, CLOSED, COMPLETED, FINISHED, QUEUE, RECEIVED, REFUSED, WAIT_ENDS, type WaitEnd } from "../message/names.js";
import { onDeadline } from "./deadline.js";
import type { RequestIds } from "./requestids.js";
import type { Answer, End, SessionOwner, SessionRequest } from "./request.js";

// How many requests of one server wait at most: more than a person would answer.
const MOST_WAITING = 100;
// How many answered requests are kept whose opened page is still waited for.
const MOST_OPENED = 20;
// How long an outcome is shown that an opened page waits behind, in milliseconds.
const BRIEFLY = 4000;
// How many answers are confirmed again when the program sends them again.
const MOST_ANSWERED = 100;

/**
 * The one owner of the life of requests. A request
 *
 * 1. arrives, unless it repeats an earlier one;
 * 2. waits for its turn, in the order of arrival;
 * 3. is shown: the display shows one thing at a time;
 * 4. is answered by the program that shows it, and the answer may be checked;
 * 5. ends, exactly once: answered, withdrawn, expired, rejected or failed.
 * 6. is kept, when it was answered by opening a page, until that is finished; the page is shown again when nothing else is.
 */
export class Session<R extends SessionRequest, V> {
  readonly #owner: SessionOwner<R, V>;
  readonly #ids: RequestIds<R, V> | undefined;
  // The open requests in their order, and the first of them once it is its turn.
  #queue: readonly R[] = [];
  #active: R | undefined;
  // For "2 of 3": the place of the active request in its burst, and the size that the display was told last.
  #position = 0;
  #total = 0;
  // The answered requests with a page that is waited for, the latest last.
  #opened: R[] = [];
  // Which of the active request and the opened ones is on the screen.
  #onScreen: R | undefined;
  // While an answer is checked: another object each time.
  #checking: object | undefined;
  // The ids of answered requests, the latest last.
  #answered: readonly unknown[] = [];
  // Why nothing can be shown any more.
  #disposed: Error | undefined;

  /** With `ids`, where the other side chose the ids: the same text under the same id is the same request, sent again. */
  constructor(owner: SessionOwner<R, V>, ids?: RequestIds<R, V>) {
    this.#owner = owner;
    this.#ids = ids;
  }

  /** The request whose turn it is. */
  get active(): R | undefined {
    return this.#active;
  }

  /** The active request, once the program has got it. */
  get shown(): R | undefined {
    return this.#onScreen === this.#active ? this.#active : undefined;
  }

  /** Whether a person may be asked to open a page at present. */
  get opensPages(): boolean {
    return [...this.#opened, this.#active].some((request) => request?.pages.length);
  }

  /** For how many milliseconds an outcome may be shown: an opened page that is waited for behind it comes back then. */
  get outcomeTime(): number | undefined {
    return this.#opened.some((request) => request !== this.#onScreen) ? BRIEFLY : undefined;
  }

  /** Whether nothing is open, and no opened page is waited for. */
  get idle(): boolean {
    return this.#queue.length + this.#opened.length === 0;
  }

  // 1. Arrival.

  /** Takes a request. Its end is told once, unless it repeats an open one. One that repeats an answered one gets that answer. */
  arrive(request: R): void {
    const { id, text, deadline } = request;
    const arrival = text === undefined ? undefined : this.#ids?.arrive(id, text, request);
    const value = this.#ids?.answer(id);
    if (arrival === "id-in-use") {
      this.#owner.hasEnded(request, { how: "rejected", reason: arrival });
    } else if (arrival === "repeated" && value !== undefined) {
      this.#owner.hasEnded(request, { how: "answered", value });
    }
    if (arrival && arrival !== "new") {
      return;
    }
    if (this.#queue.length === 0) {
      this.#position = 0;
    }
    const others = this.#queue.filter((other) => other.from === request.from && other !== this.#active).length;
    this.#queue = [...this.#queue, request];
    onDeadline(deadline, request.over.signal, () => this.#takeBack(request, { how: "expired" }));
    if (this.#disposed) {
      this.#end(request, { how: "failed", error: this.#disposed });
    } else if (others >= MOST_WAITING) {
      this.#end(request, { how: "rejected", reason: "too-many-requests" });
    } else if (this.#queue.length > 1 && !request.over.signal.aborted) {
      this.#owner.tell(request, { type: "queued", waiting: this.#queue.length - (this.#active ? 1 : 0) });
    }
    // Later in this turn, so that requests made together know of each other.
    queueMicrotask(() => this.#advance());
  }

  // 2. Its turn.

  // Shows the next request in its turn, and the active one again where the display was taken out of the page.
  #advance(): void {
    const next = this.#active ? undefined : this.#queue[0];
    if (next) {
      this.#active = next;
      this.#position++;
    }
    if (this.#active && (next || !this.#owner.present)) {
      this.#owner.reveal(this.#active);
    }
    this.#show();
  }

  // 3. On the display.

  /** To be called when the display begins to take messages. */
  displayOpened(): void {
    this.#show();
  }

  /** To be called when the display has lost what it showed. When it opens, the active request is shown again; opened pages are not. */
  displayLost(): void {
    this.#opened = [];
    this.#onScreen = this.#checking = undefined;
  }

  #show(): void {
    const request = this.#active;
    if (!request || !this.#owner.open) {
      return;
    }
    const { shown } = this;
    const before = this.#total;
    const total = (this.#total = this.#position + this.#queue.length - 1);
    const queue = { position: this.#position, total };
    if (shown) {
      if (total !== before) {
        this.#owner.inform(QUEUE, { requestId: request.id, queue });
      }
      return;
    }
    this.#onScreen = request;
    this.#owner.show(request, queue);
    // The request may have ended by now: some displays answer at once.
    if (request === this.#active) {
      request.completed.forEach((elicitationId) => this.#notifyComplete(request, elicitationId));
    }
  }

  // 4. The answer.

  /** Takes a response of the program. When it answers anything but the request that is shown, it is late or repeated. */
  reply(id: unknown, response: JsonObject): void {
    const request = this.shown;
    if (!request || request.id !== id) {
      this.#confirm(id);
      return;
    }
    const answer = this.#owner.read(request, response);
    if (!answer.check) {
      this.#conclude(request, answer);
    } else if (!this.#checking) {
      void this.#check(request, answer, answer.check);
    }
  }

  // While an answer is checked the program may send it again, which begins no second check.
  async #check(request: R, answer: Answer<V>, check: () => Promise<object[]>): Promise<void> {
    const checking = (this.#checking = {});
    const problems = await check().catch(() => undefined);
    // Otherwise the request has ended, or the display has lost it: nobody waits for this check.
    if (this.#checking === checking) {
      this.#checking = undefined;
      if (problems?.length === 0) {
        this.#conclude(request, answer);
        return;
      }
      // The person is told, and can send once more.
      this.#owner.inform(REFUSED, { requestId: request.id, problems });
      if (!problems) {
        this.#owner.tell(request, { type: "error", code: "internal", reason: "check-failed" });
      }
    }
  }

  // Tells the program that its answer has arrived, each time that it sends the answer.
  #confirm(requestId: unknown): void {
    if (this.#answered.includes(requestId)) {
      this.#owner.inform(RECEIVED, { requestId });
    }
  }

  // 5. The end.

  #conclude(request: R, { value, opened }: Answer<V>): void {
    if (request.deadline! <= Date.now()) {
      this.#takeBack(request, { how: "expired" });
      return;
    }
    this.#end(request, { how: "answered", value }, () => {
      this.#answered = [...this.#answered, request.id].slice(-MOST_ANSWERED);
      this.#confirm(request.id);
      request.pages = opened;
      if (opened.length > 0 && this.#opened.push(request) > MOST_OPENED) {
        this.#finish(this.#opened[0]!, "closed");
      }
    });
    this.#advance();
  }

  /** Withdraws the open request of that id. */
  withdraw(id: unknown, reason?: unknown): void {
    const request = this.#queue.find((request) => request.id === id);
    if (request) {
      this.#takeBack(request, { how: "withdrawn", reason });
    }
  }

  /** Ends the open requests with an error, because they cannot be answered any more, except for one that still can. */
  fail(error: Error, except?: R): void {
    for (const request of this.#queue) {
      if (request !== except) {
        this.#end(request, { how: "failed", error });
      }
    }
  }

  /** Ends the open requests with that error, and every request that arrives later. */
  dispose(error: Error): void {
    this.#disposed ??= error;
    this.#opened = [];
    this.#onScreen = undefined;
    this.fail(error);
  }

  #takeBack(request: R, end: End<V>): void {
    const { shown } = this;
    const active = this.#active;
    this.#end(request, end, () => {
      if (shown === request) {
        this.#owner.inform(CANCELLED, { requestId: request.id, reason: "reason" in end ? textOf(own(end.reason, "outcome")) : end.how });
      } else if (active === request) {
        this.#owner.hide();
      }
    });
    // Later in this turn: of several requests that are withdrawn together none is shown in between.
    queueMicrotask(() => this.#advance());
  }

  // A request ends when it leaves the queue, so that it ends once. The display is told first.
  #end(request: R, end: End<V>, tellDisplay?: () => void): void {
    if (!this.#queue.includes(request)) {
      return;
    }
    this.#queue = this.#queue.filter((other) => other !== request);
    if (this.#active === request) {
      this.#active = this.#checking = undefined;
    }
    request.over.abort();
    this.#ids?.end(request.id, end.how === "answered" ? end.value : undefined);
    tellDisplay?.();
    this.#forget(request);
    this.#owner.hasEnded(request, end);
  }

  // 6. After the end: opened pages.

  /** Takes the notifications that an opened page is finished, and that the person has closed the screen. It ignores all others. */
  notified(method: string, params: unknown): void {
    if (method === FINISHED) {
      // Of two opened pages under one id, which the other side has used again, the later one is shown first.
      const opened = this.#opened.findLast(({ id }) => id === own(params, "requestId"));
      const how = WAIT_ENDS.find((how) => how === own(params, "how"));
      if (opened && how) {
        this.#finish(opened, how);
      }
    } else if (method === CLOSED && !this.#active) {
      // When a request has come meanwhile, it stays visible.
      this.#closed();
    }
  }

  // Shows the page that was opened last.
  #closed(): void {
    if (this.#onScreen && this.#opened.includes(this.#onScreen)) {
      this.#finish(this.#onScreen, "closed");
    }
    const opened = (this.#onScreen = this.#opened.at(-1));
    if (opened) {
      this.#owner.reveal(opened);
      this.#owner.wait(opened);
    } else {
      this.#owner.closed();
    }
  }

  /** The server says that a page is finished. Without the name of the server any server is meant. */
  complete(elicitationId: string, from?: string): void {
    for (const request of [...this.#opened, ...this.#queue]) {
      const meant = (from ?? request.from) === request.from && request.pages.some((page) => page.elicitationId === elicitationId);
      if (!meant || request.completed.has(elicitationId)) {
        continue;
      }
      request.completed.add(elicitationId);
      if (request === this.#onScreen) {
        this.#notifyComplete(request, elicitationId);
      } else if (this.#opened.includes(request)) {
        // Another screen is shown. The program announces the notice there.
        this.#finish(request, "completed");
        this.#notifyComplete(request, elicitationId, { id: request.from });
      }
    }
  }

  #finish(request: R, how: WaitEnd): void {
    this.#opened = this.#opened.filter((other) => other !== request);
    this.#forget(request);
    this.#owner.tell(request, { type: "finished", how });
  }

  // The screen may still say what became of a request, of which nothing else is kept.
  #forget(request: R): void {
    if (this.#onScreen === request && !this.#opened.includes(request)) {
      this.#onScreen = undefined;
    }
  }

  // With a server the program announces the notice on another screen.
  #notifyComplete({ id }: R, elicitationId: unknown, server?: { id: string }): void {
    this.#owner.inform(COMPLETED, { requestId: id, elicitationId, server });
  }
}
