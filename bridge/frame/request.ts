import { listOf, own } from "../message/json.js";
import type { RequestId } from "../message/jsonrpc.js";
import { safeMessage, safeText } from "../message/safetext.js";

/** What a person can decide without having seen the form. */
export type Decision = "decline" | "cancel";

/** Which of how many requests one is. */
export interface Place {
  position: number;
  total: number;
}

const ROUND = "elicitform/round";
const NAME_LIMIT = 200;
const MESSAGE_LIMIT = 4000;

/** Whether a method asks the person something. */
export function asks(method: unknown): method is string {
  return method === "elicitation/create" || method === ROUND;
}

/**
 * A request that waits for an answer: what the shell shows of it before the
 * program runs. Any member of its params may be missing or of a wrong type.
 */
export class OpenRequest {
  readonly id: RequestId;
  /** The place in the host's queue, as the host has told it last: it may be anything. */
  queue: unknown;
  readonly #params: unknown;
  readonly #meta: unknown;
  // The requests of a round, in its order.
  readonly #parts: { key: string; params: unknown }[] | undefined;

  constructor(id: RequestId, method: string, params: unknown) {
    this.id = id;
    this.#params = params;
    this.#meta = own(params, "_meta");
    this.queue = own(this.#meta, "elicitform/queue");
    this.#parts = method === ROUND ? partsOf(own(params, "requests")) : undefined;
  }

  /** The host's own name of the server that asks. */
  get server(): string {
    return safeText(own(this.#meta, "elicitform/server", "id"), NAME_LIMIT);
  }

  /** The server's message; of a round, the message of its first request. */
  get message(): string {
    return safeMessage(own(this.#first, "message"), MESSAGE_LIMIT);
  }

  /** The schema of the form, as it came; of a round, that of its first request. */
  get schema(): unknown {
    return own(this.#first, "requestedSchema");
  }

  get #first(): unknown {
    return this.#parts ? this.#parts[0]?.params : this.#params;
  }

  /** The place in the round or else in the host's queue; undefined unless there are several requests. */
  get place(): Place | undefined {
    if (this.#parts && this.#parts.length > 1) {
      return { position: 1, total: this.#parts.length };
    }
    const position = own(this.queue, "position");
    const total = own(this.queue, "total");
    const several = isCount(position) && isCount(total) && position <= total && total > 1;
    return several ? { position, total } : undefined;
  }

  /** When the request expires, in milliseconds since 1970. */
  get deadline(): number | undefined {
    const deadline = own(this.#meta, "elicitform/deadline");
    return typeof deadline === "number" ? deadline : undefined;
  }

  /** Whether the heading may take the focus when the request appears. */
  get focus(): boolean {
    return own(this.#meta, "elicitform/focus") === true;
  }

  /** The response for a decision. In a round the decision is about every request. */
  answer(action: Decision): string {
    const result = this.#parts
      ? { responses: this.#parts.map(({ key }) => ({ key, result: { action } })) }
      : { action };
    return JSON.stringify({ jsonrpc: "2.0", id: this.id, result });
  }
}

function partsOf(requests: unknown): { key: string; params: unknown }[] {
  return listOf(requests).flatMap((request) => {
    const key = own(request, "key");
    return typeof key === "string" ? [{ key, params: own(request, "params") }] : [];
  });
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}
