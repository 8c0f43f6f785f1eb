import { strictestReview } from "../../bridge/host/review.js";
import type {
  AnswerProblem, Approval, Elicitor, ElicitContent, ElicitOptions, ElicitResult, Receipt, RoundOptions,
} from "../../bridge/host/types.js";
import { isObject, listOf, own, parseObject, textOf } from "../../bridge/message/json.js";
import { listener } from "../../bridge/message/listener.js";
import { CREATE } from "../../bridge/message/names.js";
import { CHECK_TIMEOUT_MS, deliver, type Delivery, post } from "./delivery.js";
import { Feed } from "./feed.js";
import type { RelayConnectionOptions } from "./relay-connection.js";
import type { RelayConnectionEvent, RelayConnectionState } from "./relay-events.js";
import type { RoundRef } from "./relay-store.js";
import type { OpenRound, RoundRequest } from "./roundbody.js";

// The forms reject more than 100 rounds of a server.
const MAX_SHOWN = 20;

interface Item {
  readonly round: OpenRound;
  readonly withdrawal: AbortController;
  /** A round that is "done" is never shown here again. */
  state: "waiting" | "shown" | "done" | "failed";
  /** Only the replies to these answers tell whether one of them has ended the round. */
  pending: number;
  end: string | undefined;
  /** The answers that were sent, by their text, the latest last. */
  readonly answers: Map<string, SentAnswer>;
  outcome: "elsewhere" | "sent" | undefined;
}

interface SentAnswer {
  /** A repetition has the same nonce, so that the relay does not take it for a second answer. */
  readonly nonce: string;
  readonly receipt: Receipt | undefined;
  hasReply: boolean;
}

/** Shows the open rounds of a session in the forms of this device. */
export class RelayDevice {
  readonly #forms: Elicitor;
  readonly #options: RelayConnectionOptions;
  readonly #report: (event: RelayConnectionEvent) => void;
  readonly #feed: Feed;
  readonly #closing = new AbortController();
  readonly #items = new Map<string, Item>();
  // While all open rounds arrive in several messages: the fingerprints so far, by id.
  #open: Map<unknown, unknown> | undefined;

  constructor(url: string, forms: Elicitor, options: RelayConnectionOptions) {
    const { token, credentials = "same-origin", drafts, onEvent } = options;
    this.#forms = forms;
    this.#options = options;
    const report = (this.#report = listener(onEvent));
    const feed = (this.#feed = new Feed({
      url, token, credentials,
      take: (message) => this.#take(message),
      changed: (state) => report({ type: "state", state }),
      failed: (error) => report({ type: "error", error }),
    }));
    if (drafts) {
      drafts.link.send = ({ id, fp }, draft, last) => {
        post(feed, JSON.stringify({ id, fp, draft }), last).then((response) => response.body?.cancel()).catch(() => {});
      };
      globalThis.addEventListener?.("pagehide", () => drafts.link.flush(), { signal: this.#closing.signal });
    }
  }

  get state(): RelayConnectionState {
    return this.#feed.state;
  }

  close(): void {
    this.#options.drafts?.link.flush();
    this.#closing.abort();
    this.#feed.close();
    this.#items.forEach(({ withdrawal }) => withdrawal.abort());
    this.#items.clear();
  }

  #take(message: unknown): number | undefined {
    const more = own(message, "more") === true;
    const fingerprints = readFingerprints(own(message, "open"));
    if (own(message, "full") === true) {
      this.#open = readFingerprints(own(message, "kept"));
      if ([...this.#open].some(([id, fp]) => !this.#items.has(`${id} ${fp}`))) {
        throw new Error("relay: this device lacks a round");
      }
    }
    fingerprints.forEach((fp, id) => this.#open?.set(id, fp));
    this.#update(message, fingerprints, more);
    for (const page of listOf(own(message, "pages"))) {
      this.#forms.complete({ id: String(own(page, "server")) }, String(own(page, "elicitationId")));
    }
    this.#add(message);
    this.#fill();
    this.#open = more ? this.#open : undefined;
    return more ? undefined : Number(own(message, "v")) || 0;
  }

  #update(message: unknown, fingerprints: Map<unknown, unknown>, more: boolean): void {
    const ends = new Map(listOf(own(message, "gone")).map((end) => [own(end, "id"), textOf(own(end, "how")) ?? "orphaned"]));
    for (const item of this.#items.values()) {
      const { id, fp } = item.round;
      const current = fingerprints.get(id) ?? this.#open?.get(id);
      // The last of several messages ends the rounds that none of them has named.
      if (current !== fp && (current !== undefined || ends.has(id) || (this.#open && !more))) {
        this.#leave(item, ends.get(id) ?? "orphaned");
      } else if (this.#open && item.state === "failed") {
        // All rounds arrive after a new connection: try again to show the round.
        item.state = "waiting";
      }
    }
  }

  #add(message: unknown): void {
    const lateMs = Date.now() - (Number(own(message, "now")) || Date.now());
    const rounds = listOf(own(message, "open")).filter(isRound);
    for (const { deadline, ...round } of rounds.filter((round) => !this.#items.has(itemName(round)))) {
      this.#options.drafts?.link.opened(round, round.draft);
      this.#items.set(itemName(round), {
        round: { ...round, ...(deadline && { deadline: deadline + lateMs }) },
        withdrawal: new AbortController(), state: "waiting", pending: 0, end: undefined, answers: new Map(), outcome: undefined,
      });
      this.#report({ type: "asked", id: round.id, server: round.server.id });
    }
  }

  #leave(item: Item, end?: string): void {
    if (end !== undefined) {
      item.end = end;
      item.outcome = end === "answered" ? "elsewhere" : undefined;
    }
    if (item.end === undefined || item.pending > 0) {
      return;
    }
    const unconfirmed = [...item.answers].findLast(([, { hasReply }]) => !hasReply);
    if (unconfirmed && (item.end === "answered" || item.end === "orphaned") && !this.#closing.signal.aborted) {
      void this.#confirm(item, ...unconfirmed);
      return;
    }
    this.#items.delete(itemName(item.round));
    if (item.state === "shown") {
      item.withdrawal.abort(Object.assign(new DOMException("Request withdrawn", "AbortError"), { outcome: item.outcome }));
    }
    if (item.state !== "done") {
      this.#finish(item, item.end);
    }
    item.state = "done";
    this.#fill();
  }

  #finish({ round }: Item, how: string): void {
    this.#options.drafts?.link.ended(round);
    this.#report({ type: "ended", id: round.id, server: round.server.id, how: how as "delivered" });
  }

  #fill(): void {
    let shownCount = [...this.#items.values()].filter(({ state }) => state === "shown").length;
    for (const item of this.#items.values()) {
      if (item.state === "waiting" && shownCount < MAX_SHOWN && !this.#closing.signal.aborted) {
        shownCount++;
        item.state = "shown";
        void this.#show(item).finally(() => this.#fill());
      }
    }
  }

  async #show(item: Item): Promise<void> {
    const { id, requests, server, deadline, waitForPages, review } = item.round;
    const [{ key, params, approval } = {}, ...others] = requests;
    const isSingle = others.length === 0 && key === undefined && params !== undefined;
    let isDelivered = false;
    const check = async (content: ElicitContent, _key?: string, receipt?: Receipt): Promise<AnswerProblem[]> => {
      const delivery = await this.#deliver(item, { responses: [{ result: { action: "accept", content } }] }, CHECK_TIMEOUT_MS, receipt);
      isDelivered ||= delivery.how === "delivered";
      return this.#readProblems(id, delivery);
    };
    try {
      const display = this.#options.show?.({ id, server });
      const options: ElicitOptions = {
        server, deadline, ...display, review: strictestReview(review, display?.review), draftKey: id, signal: item.withdrawal.signal,
      };
      const single = approval ? this.#approve(params, options) : isSingle ? this.#forms.elicit(params, { ...options, check }) : undefined;
      const results = single
        ? [await single]
        : await this.#elicitAll(requests, { ...options, waitForPages });
      item.state = "done";
      const responses = results.map((result, i) => (
        { key: requests[i]!.key, result: approval ? { ...result } : { action: result.action, content: own(result, "content") } }
      ));
      await (isDelivered ? this.#finish(item, "delivered") : this.#insist(item, { responses }, results[0]?.receipt));
    } catch (error) {
      await (isDelivered ? this.#finish(item, "delivered") : this.#handleFailure(item, error));
    }
  }

  #readProblems(id: string, delivery: Delivery): AnswerProblem[] {
    switch (delivery.how) {
      case "over":
        throw new Error("relay: the round is over");
      case "failed":
        this.#report({ type: "error", id, error: delivery.error });
        throw delivery.error;
      case "refused":
        return delivery.problems.map((problem) => ({ name: String(own(problem, "name")), message: String(own(problem, "message")) }));
    }
    return [];
  }

  async #approve(params: string | undefined, options: ElicitOptions): Promise<ElicitResult> {
    if (!this.#forms.approve) {
      throw new TypeError("relay: the forms have no approve()");
    }
    return this.#forms.approve({ ...parseObject(params), server: options.server } as Approval, options);
  }

  async #elicitAll(requests: RoundRequest[], options: RoundOptions): Promise<ElicitResult[]> {
    const members = requests.map(({ key = "", params }) => {
      const member = params === undefined ? "" : `,"params":${params}`;
      return `${JSON.stringify(key)}:{"method":"${CREATE}"${member}}`;
    });
    const results = await this.#forms.elicitAll(`{${members.join(",")}}`, options);
    return requests.map(({ key = "" }) => own(results, key) as ElicitResult);
  }

  // A round without a decision ends for all devices only if none can show it. Otherwise another device may answer.
  async #handleFailure(item: Item, error: unknown): Promise<void> {
    if (item.state === "done" || this.#closing.signal.aborted) {
      return;
    }
    const [code, reason, key] = ["code", "reason", "key"].map((name) => own({ ...(error as object) }, name));
    if (code === "invalid-request" || code === "unsupported-mode") {
      item.state = "done";
      await this.#insist(item, { rejected: { code, reason, key } });
    } else if (code === "expired") {
      item.state = "done";
      this.#finish(item, "expired");
    } else {
      item.state = "failed";
      this.#report({ type: "error", id: item.round.id, error });
    }
  }

  async #insist(item: Item, decision: object, receipt?: Receipt): Promise<void> {
    const delivery = await this.#deliver(item, decision, Infinity, receipt);
    switch (delivery.how) {
      case "delivered":
        this.#finish(item, delivery.how);
        break;
      case "over":
        this.#finish(item, delivery.state);
        break;
      default: {
        const error = delivery.how === "failed"
          ? delivery.error
          : new Error(`relay: the answer was refused: ${JSON.stringify(delivery.problems)}`);
        this.#report({ type: "error", id: item.round.id, error });
      }
    }
  }

  async #deliver(item: Item, decision: object, timeoutMs: number, receipt?: Receipt): Promise<Delivery> {
    const text = JSON.stringify(decision);
    const nonce = item.answers.get(text)?.nonce ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
    const answer = { nonce, receipt, hasReply: false };
    item.answers.delete(text);
    item.answers.set(text, answer);
    const delivery = await this.#send(item, text, answer, timeoutMs);
    if (delivery.how === "delivered") {
      item.state = "done";
    }
    this.#leave(item, delivery.how === "over" ? delivery.state : undefined);
    return delivery;
  }

  // Repeats an answer without a reply after the end of its round: the relay then tells whether it has ended the round.
  async #confirm(item: Item, text: string, answer: SentAnswer): Promise<void> {
    const { how } = await this.#send(item, text, answer, Infinity);
    answer.hasReply = true;
    if (how === "delivered") {
      item.answers.forEach((other) => (other.hasReply = true));
      item.end = how;
      item.outcome = text === [...item.answers.keys()].at(-1) ? "sent" : undefined;
    } else if (how === "failed") {
      item.outcome = undefined;
    }
    this.#leave(item);
  }

  async #send(item: Item, text: string, answer: SentAnswer, timeoutMs: number): Promise<Delivery> {
    const { id, fp } = item.round;
    const body = JSON.stringify({ id, fp, nonce: answer.nonce, receipt: answer.receipt, ...parseObject(text) });
    item.pending++;
    const delivery = await deliver(this.#feed, this.#closing.signal, body, timeoutMs);
    item.pending--;
    answer.hasReply ||= delivery.how !== "failed";
    return delivery;
  }
}

function isRound(value: unknown): value is OpenRound {
  const requests = listOf(own(value, "requests"));
  const names = [own(value, "id"), own(value, "fp"), own(value, "server", "id")];
  return requests.length > 0 && requests.every(isObject) && names.every((text) => typeof text === "string");
}

function itemName({ id, fp }: RoundRef): string {
  return `${id} ${fp}`;
}

function readFingerprints(rounds: unknown): Map<unknown, unknown> {
  return new Map(listOf(rounds).map((round) => [own(round, "id"), own(round, "fp")]));
}
