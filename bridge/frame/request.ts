import { isObject, own } from "../message/json.js";
import { memberSpan } from "../message/jsontext.js";
import { withoutOurs } from "../message/params.js";
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

/** Reports whether a method asks the person something. */
export function asks(method: unknown): method is string {
  return method === "elicitation/create" || method === ROUND;
}

/**
 * A request that waits for an answer, read as far as it is shown before the
 * program runs. Its params are whatever came over the port.
 */
export class OpenRequest {
  /** The JSON-RPC id as JSON text, which tells 1 from "1". */
  readonly id: string;
  readonly #text: string;
  readonly #params: unknown;
  readonly #meta: unknown;
  // What a round asks, in its order.
  readonly #parts: { key: string; params: unknown }[] | undefined;

  /** The text is the whole message. */
  constructor(id: string, method: string, params: unknown, text = "") {
    this.id = id;
    this.#text = text;
    this.#params = params;
    this.#meta = own(params, "_meta");
    this.#parts = method === ROUND ? partsOf(own(params, "requests")) : undefined;
  }

  /** The host's own name of the server that asks. */
  get server(): string {
    return safeText(own(own(this.#meta, "elicitform/server"), "id"), NAME_LIMIT);
  }

  /** What the server says; of a round, what it says first. */
  get message(): string {
    const params = this.#parts ? this.#parts[0]?.params : this.#params;
    return safeMessage(own(params, "message"), MESSAGE_LIMIT);
  }

  /** The place in the round or else in the host's queue; only where there are several. */
  get place(): Place | undefined {
    if (this.#parts && this.#parts.length > 1) {
      return { position: 1, total: this.#parts.length };
    }
    const queue = own(this.#meta, "elicitform/queue");
    const position = own(queue, "position");
    const total = own(queue, "total");
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

  /**
   * Whether another request with this id asks the same, byte for byte, so that
   * it is this one sent again. What the host adds to it may have changed.
   */
  repeats(other: OpenRequest): boolean {
    return questionOf(this.#text) === questionOf(other.#text);
  }

  /** The response that a decision is. Of a round it decides every part. */
  answer(action: Decision): string {
    const result = this.#parts
      ? { responses: this.#parts.map(({ key }) => ({ key, result: { action } })) }
      : { action };
    return `{"jsonrpc":"2.0","id":${this.id},"result":${JSON.stringify(result)}}`;
  }
}

// The method and the params as the server wrote them.
function questionOf(text: string): string {
  const asked = ["method", "params"].map((name) => {
    return memberSpan(text, name)?.value;
  });
  return withoutOurs(asked[1] ?? "") + asked[0];
}

function partsOf(requests: unknown): { key: string; params: unknown }[] {
  const parts: { key: string; params: unknown }[] = [];
  for (const request of Array.isArray(requests) ? requests : []) {
    const key = isObject(request) ? own(request, "key") : undefined;
    if (typeof key === "string") {
      parts.push({ key, params: own(request, "params") });
    }
  }
  return parts;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}
