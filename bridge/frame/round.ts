import { listOf, own, parseObject, type RequestId, textOf } from "../message/json.js";
import { safeMessage, safeText } from "../message/safetext.js";
import type { Place } from "../session/round.js";

/** What a person can decide without having seen the form. */
export type Decision = "decline" | "cancel";

const NAME_LIMIT = 200;
const SHOWN_LIMIT = 4000;

/** A round that waits for an answer, as the shell shows it before the program runs. Its params may be anything. */
export class OpenRound {
  /** The host's own name of the server that asks. */
  readonly server: string;
  /** The message of the first request. */
  readonly message: string;
  /** The schema of the first request, as the server wrote it. */
  readonly schema: unknown;
  /** The place in the host's queue, as the host has told it last: it may be anything. */
  queue: unknown;
  /** When the round expires, in milliseconds since 1970. */
  readonly deadline: number | undefined;
  /** Whether the heading may take the focus when the round appears. */
  readonly focus: boolean;
  /** Whether the host leaves a line about the round in its place. */
  readonly leavesLine: boolean;
  readonly #requests: readonly unknown[];

  constructor(readonly id: RequestId, params: unknown) {
    this.#requests = listOf(own(params, "requests"));
    const first = parseObject(textOf(own(this.#requests[0], "params")));
    this.message = safeMessage(own(first, "message"), SHOWN_LIMIT);
    this.schema = own(first, "requestedSchema");
    const notes = own(params, "notes");
    this.server = safeText(own(notes, "server", "id"), NAME_LIMIT);
    this.queue = own(notes, "queue");
    const deadline = own(notes, "deadline");
    this.deadline = typeof deadline === "number" ? deadline : undefined;
    this.focus = own(notes, "focus") === true;
    this.leavesLine = own(notes, "outcome") === -1;
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

  /** The response for a decision, which is about every request. */
  answer(action: Decision): string {
    const responses = this.#requests.map((request) => ({ key: textOf(own(request, "key")), result: { action } }));
    return JSON.stringify({ jsonrpc: "2.0", id: this.id, result: { responses } });
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}
