import { listOf, own, parseObject, type RequestId, textOf } from "../message/json.js";
import { safeMessage, safeText } from "../message/safetext.js";
import type { Place } from "../session/round.js";

/** What a person can decide without having seen the form. */
export type Decision = "decline" | "cancel";

const NAME_LIMIT = 200;
const SHOWN_LIMIT = 4000;

/** A round that waits for an answer, as the shell shows it before the program runs. Its params may be anything. */
export class OpenRound {
  readonly id: RequestId;
  /** The place in the host's queue, as the host has told it last: it may be anything. */
  queue: unknown;
  readonly #notes: unknown;
  readonly #requests: readonly unknown[];
  // What the server of the first request wrote.
  readonly #params: unknown;

  constructor(id: RequestId, params: unknown) {
    this.id = id;
    this.#notes = own(params, "notes");
    this.queue = own(this.#notes, "queue");
    this.#requests = listOf(own(params, "requests"));
    this.#params = parseObject(textOf(own(this.#requests[0], "params")));
  }

  /** The host's own name of the server that asks. */
  get server(): string {
    return safeText(own(this.#notes, "server", "id"), NAME_LIMIT);
  }

  /** The message of the first request. */
  get message(): string {
    return safeMessage(own(this.#params, "message"), SHOWN_LIMIT);
  }

  /** The schema of the first request, as the server wrote it. */
  get schema(): unknown {
    return own(this.#params, "requestedSchema");
  }

  /** The place in the round or else in the host's queue; undefined unless there are several requests. */
  get place(): Place | undefined {
    if (this.#requests.length > 1) {
      return { position: 1, total: this.#requests.length };
    }
    const position = own(this.queue, "position");
    const total = own(this.queue, "total");
    const several = isCount(position) && isCount(total) && position <= total && total > 1;
    return several ? { position, total } : undefined;
  }

  /** When the round expires, in milliseconds since 1970. */
  get deadline(): number | undefined {
    const deadline = own(this.#notes, "deadline");
    return typeof deadline === "number" ? deadline : undefined;
  }

  /** Whether the heading may take the focus when the round appears. */
  get focus(): boolean {
    return own(this.#notes, "focus") === true;
  }

  /** Whether the host leaves a line about the round in its place. */
  get leavesLine(): boolean {
    return own(this.#notes, "outcome") === -1;
  }

  /** The response for a decision, which is about every request. */
  answer(action: Decision): string {
    const responses = this.#requests.map((request) => ({ key: textOf(own(request, "key")), result: { action } }));
    return JSON.stringify({ jsonrpc: "2.0", id: this.id, result: { responses } });
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}
