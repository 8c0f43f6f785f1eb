import { type JsonObject, own, textOf } from "../message/json.js";
import { CANCELLED, CLOSED, COMPLETED, FINISHED, QUEUE, RECEIVED, REFUSED, WAIT_ENDS, type WaitEnd } from "../message/names.js";
import { onDeadline } from "./deadline.js";
import type { Answer, End, SessionOwner, SessionRound } from "./round.js";

// The number of waiting rounds of one server: more than a person would answer.
const MAX_WAITING = 100;
// The number of answered rounds whose opened page is not finished.
const MAX_OPENED = 20;
// An outcome hides an unfinished opened page for this long, in milliseconds.
const BRIEF_OUTCOME = 4000;
// The number of answers that are confirmed again if the program repeats them.
const MAX_CONFIRMED = 100;

/**
 * The one owner of the life of rounds. A round
 *
 * 1. arrives;
 * 2. waits for its turn, in the order of arrival;
 * 3. is shown: the display shows one thing at a time;
 * 4. is answered by the program that shows it, and the answer may be checked;
 * 5. ends, exactly once: answered, withdrawn, expired, rejected or failed.
 * 6. stays, if the answer opened a page, until that page is finished; the page is shown again when nothing else is shown.
 */
export class Session<R extends SessionRound, V> {
  readonly #owner: SessionOwner<R, V>;
  // The open rounds in their order, and the first of them once it is its turn.
  #queue: readonly R[] = [];
  #active: R | undefined;
  // For "2 of 3": the place of the active round in its burst, and the size that the display knows.
  #position = 0;
  #total = 0;
  // The answered rounds with an unfinished page, the latest last.
  #opened: R[] = [];
  // The round on the screen: the active round or an opened one.
  #onScreen: R | undefined;
  // Identifies the check that is running.
  #checking: object | undefined;
  // The ids of answered rounds, the latest last.
  #answered: readonly unknown[] = [];
  /** The error of dispose(). */
  disposed: Error | undefined;

  constructor(owner: SessionOwner<R, V>) {
    this.#owner = owner;
  }

  /** The round whose turn it is. */
  get active(): R | undefined {
    return this.#active;
  }

  /** The active round, once the program has it. */
  get shown(): R | undefined {
    return this.#onScreen === this.#active ? this.#active : undefined;
  }

  /** Whether a person may be asked to open a page at present. */
  get opensPages(): boolean {
    return [...this.#opened, this.#active].some((round) => round?.pages.length);
  }

  /** The time for which an outcome may be shown, in milliseconds: then an unfinished opened page comes back. */
  get outcomeTime(): number | undefined {
    return this.#opened.some((round) => round !== this.#onScreen) ? BRIEF_OUTCOME : undefined;
  }

  /** Whether no round is open, and no opened page is unfinished. */
  get idle(): boolean {
    return this.#queue.length + this.#opened.length === 0;
  }

  // 1. Arrival.

  /** Takes a round. The owner gets its end once. */
  arrive(round: R): void {
    if (this.#queue.length === 0) {
      this.#position = 0;
    }
    const waiting = this.#queue.filter((other) => other.from === round.from && other !== this.#active).length;
    this.#queue = [...this.#queue, round];
    onDeadline(round.deadline, round.over.signal, () => this.#takeBack(round, { how: "expired" }));
    if (this.disposed) {
      this.#end(round, { how: "failed", error: this.disposed });
    } else if (waiting >= MAX_WAITING) {
      this.#end(round, { how: "rejected", reason: "too-many-requests" });
    } else if (this.#queue.length > 1 && !round.over.signal.aborted) {
      this.#owner.tell(round, { type: "queued", waiting: this.#queue.length - (this.#active ? 1 : 0) });
    }
    // Later in this turn, so that rounds made together know of each other.
    queueMicrotask(() => this.#advance());
  }

  // 2. Its turn.

  // Shows the next round in its turn, or the active round again if the display was taken out of the page.
  #advance(): void {
    const next = this.#active ? undefined : this.#queue[0];
    if (next) {
      this.#active = next;
      this.#position++;
    }
    if (this.#active && (next || !this.#owner.present)) {
      this.#reveal(this.#active);
    }
    this.show();
  }

  // Reports whether the display has lost its content by that.
  #reveal(round: R): boolean {
    const isLost = this.#owner.reveal(round);
    if (isLost) {
      this.displayLost();
    }
    return isLost;
  }

  // 3. On the display.

  /** Called by the owner when the display has lost its content. Later show() shows the active round, but no opened page. */
  displayLost(): void {
    this.#opened = [];
    this.#onScreen = this.#checking = undefined;
  }

  /** Shows the active round, or its new place, if the display accepts messages. Called by the owner when the display opens. */
  show(): void {
    const round = this.#active;
    if (!round || !this.#owner.open) {
      return;
    }
    const { shown } = this;
    const before = this.#total;
    const total = (this.#total = this.#position + this.#queue.length - 1);
    const queue = { position: this.#position, total };
    if (shown) {
      if (total !== before) {
        this.#owner.inform(QUEUE, { requestId: round.id, queue });
      }
      return;
    }
    this.#onScreen = round;
    this.#owner.show(round, queue);
    // The round may have ended by now: some displays answer at once.
    if (round === this.#active) {
      round.completed.forEach((elicitationId) => this.#notifyComplete(round, elicitationId));
    }
  }

  // 4. The answer.

  /** Takes a response of the program. A response to a round that is not shown is late or repeated. */
  reply(id: unknown, response: JsonObject): void {
    const round = this.shown;
    if (!round || round.id !== id) {
      this.#confirm(id);
      return;
    }
    const answer = this.#owner.read(round, response);
    if (!answer.check) {
      this.#conclude(round, answer);
    } else if (!this.#checking) {
      void this.#check(round, answer, answer.check);
    }
  }

  // The program may repeat the answer during a check, which starts no second check.
  async #check(round: R, answer: Answer<V>, check: () => Promise<object[]>): Promise<void> {
    const checking = (this.#checking = {});
    const problems = await check().catch(() => undefined);
    // Otherwise the round has ended, or the display has lost it.
    if (this.#checking === checking) {
      this.#checking = undefined;
      if (problems?.length === 0) {
        this.#conclude(round, answer);
        return;
      }
      // The person sees the problems, and can send again.
      this.#owner.inform(REFUSED, { requestId: round.id, problems });
      if (!problems) {
        this.#owner.tell(round, { type: "error", code: "internal", reason: "check-failed" });
      }
    }
  }

  // Confirms an answer each time that the program sends it.
  #confirm(requestId: unknown): void {
    if (this.#answered.includes(requestId)) {
      this.#owner.inform(RECEIVED, { requestId });
    }
  }

  // 5. The end.

  #conclude(round: R, { value, opened }: Answer<V>): void {
    if (round.deadline! <= Date.now()) {
      this.#takeBack(round, { how: "expired" });
      return;
    }
    this.#end(round, { how: "answered", value }, () => {
      this.#answered = [...this.#answered, round.id].slice(-MAX_CONFIRMED);
      this.#confirm(round.id);
      round.pages = opened;
      if (opened.length > 0 && this.#opened.push(round) > MAX_OPENED) {
        this.#finish(this.#opened[0]!, "closed");
      }
    });
    this.#advance();
  }

  /** Ends the waiting rounds for which `answer` returns a value. */
  answerAll(answer?: (round: R) => V | undefined): void {
    for (const round of this.#queue) {
      const value = answer?.(round);
      if (value) {
        this.#end(round, { how: "answered", value });
      }
    }
  }

  /** Withdraws a round, if it is open. */
  withdraw(round: R, reason?: unknown): void {
    this.#takeBack(round, { how: "withdrawn", reason });
  }

  /** Ends the open rounds with an error, because nobody can answer them, except for the round `except`. */
  fail(error: Error, except?: R): void {
    for (const round of this.#queue) {
      if (round !== except) {
        this.#end(round, { how: "failed", error });
      }
    }
  }

  /** Ends the open rounds with that error, and every round that arrives later. */
  dispose(error: Error): void {
    this.disposed ??= error;
    this.#opened = [];
    this.#onScreen = undefined;
    this.fail(error);
  }

  #takeBack(round: R, end: End<V>): void {
    const { shown } = this;
    const active = this.#active;
    this.#end(round, end, () => {
      if (shown === round) {
        this.#owner.inform(CANCELLED, { requestId: round.id, reason: "reason" in end ? textOf(own(end.reason, "outcome")) : end.how });
      } else if (active === round) {
        this.#owner.hide();
      }
    });
    // Later in this turn, so that a round which is withdrawn with others is not shown in between.
    queueMicrotask(() => this.#advance());
  }

  // A round ends when it leaves the queue, so it ends once. The display gets its message first.
  #end(round: R, end: End<V>, tellDisplay?: () => void): void {
    if (!this.#queue.includes(round)) {
      return;
    }
    this.#queue = this.#queue.filter((other) => other !== round);
    if (this.#active === round) {
      this.#active = this.#checking = undefined;
    }
    round.over.abort();
    tellDisplay?.();
    this.#forget(round);
    this.#owner.hasEnded(round, end);
  }

  // 6. After the end: opened pages.

  /** Takes the notifications FINISHED of an opened page, and CLOSED of the screen. It ignores other notifications. */
  notified(method: string, params: unknown): void {
    if (method === FINISHED) {
      // The other side may have used one id for two opened pages. The later page is shown first.
      const opened = this.#opened.findLast(({ id }) => id === own(params, "requestId"));
      const how = WAIT_ENDS.find((how) => how === own(params, "how"));
      if (opened && how) {
        this.#finish(opened, how);
      }
    } else if (method === CLOSED && !this.#active) {
      // A round that has arrived meanwhile stays visible.
      this.#closed();
    }
  }

  // Finishes the page on the screen, and shows the last opened page.
  #closed(): void {
    if (this.#onScreen && this.#opened.includes(this.#onScreen)) {
      this.#finish(this.#onScreen, "closed");
    }
    const opened = (this.#onScreen = this.#opened.at(-1));
    if (opened && !this.#reveal(opened)) {
      this.#owner.wait(opened);
    } else {
      this.#owner.closed();
    }
  }

  /** Takes the server's notification that a page is finished. Without `from` the page may be any server's. */
  complete(elicitationId: string, from?: string): void {
    for (const round of [...this.#opened, ...this.#queue]) {
      const isNamed = (from ?? round.from) === round.from && round.pages.some((page) => page.elicitationId === elicitationId);
      if (!isNamed || round.completed.has(elicitationId)) {
        continue;
      }
      round.completed.add(elicitationId);
      if (round === this.#onScreen) {
        this.#notifyComplete(round, elicitationId);
      } else if (this.#opened.includes(round)) {
        // Another screen is shown. The program announces the notification there.
        this.#finish(round, "completed");
        this.#notifyComplete(round, elicitationId, { id: round.from });
      }
    }
  }

  #finish(round: R, how: WaitEnd): void {
    this.#opened = this.#opened.filter((other) => other !== round);
    this.#forget(round);
    this.#owner.tell(round, { type: "finished", how });
  }

  // Forgets a round that has ended, although the screen may still show its outcome.
  #forget(round: R): void {
    if (this.#onScreen === round && !this.#opened.includes(round)) {
      this.#onScreen = undefined;
    }
  }

  // With a server the program announces the notification on another screen.
  #notifyComplete({ id }: R, elicitationId: unknown, server?: { id: string }): void {
    this.#owner.inform(COMPLETED, { requestId: id, elicitationId, server });
  }
}
