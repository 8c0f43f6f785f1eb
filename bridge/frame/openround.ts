import { listOf, own, parseObject, type RequestId, textOf } from "../message/json.js";
import { safeMessage, safeText } from "../message/safetext.js";
import type { Place } from "../session/round.js";

/** A decision that needs no form. */
export type Decision = "decline" | "cancel";

const MAX_NAME = 200;
const MAX_MESSAGE = 4000;

/** The open round, as far as the shell shows it. Its params come from a server, and may be anything. */
export class OpenRound {
  /** The host's own name of the server. */
  readonly server: string;
  readonly message: string;
  /** The schema of the first request, unchecked. */
  readonly schema: unknown;
  /** The latest place in the host's queue: it may be anything. */
  queue: unknown;
  /** When the round expires, in milliseconds since 1970. */
  readonly deadline: number | undefined;
  /** Whether the heading may take the focus when the round appears. */
  readonly focus: boolean;
  readonly #requests: readonly unknown[];
  // The number of the button that declines, of an approval.
  readonly #declineButton: number | undefined;

  constructor(readonly id: RequestId, params: unknown) {
    this.#requests = listOf(own(params, "requests"));
    const first = parseObject(textOf(own(this.#requests[0], "params")));
    this.message = safeMessage(own(first, "message"), MAX_MESSAGE);
    this.schema = own(first, "requestedSchema");
    const notes = own(params, "notes");
    this.server = safeText(own(notes, "server", "id"), MAX_NAME);
    this.queue = own(notes, "queue");
    const deadline = own(notes, "deadline");
    this.deadline = typeof deadline === "number" ? deadline : undefined;
    this.focus = own(notes, "focus") === true;
    if (own(notes, "approval") === true) {
      this.#declineButton = listOf(own(first, "choices")).findIndex((choice) => own(choice, "kind") === "reject");
    }
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

  /** Writes the response for a decision about all requests of the round. */
  answer(action: Decision): string {
    const choice = action === "decline" ? this.#declineButton : undefined;
    const responses = this.#requests.map((request) => ({ key: textOf(own(request, "key")), result: { action, choice } }));
    return JSON.stringify({ jsonrpc: "2.0", id: this.id, result: { responses } });
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}
