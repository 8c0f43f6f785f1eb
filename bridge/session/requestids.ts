import type { RequestId } from "../message/json.js";

// The number of remembered ended requests of a connection, and the time for which each is remembered, in milliseconds.
const MAX_ENDED = 200;
const ENDED_LIFETIME = 60_000;

interface Entry<Open, Answer> {
  readonly text: string;
  /** Undefined once the request has ended. */
  open: Open | undefined;
  endedAt: number;
  answer: Answer | undefined;
}

/**
 * The requests of one connection by the ids of the other side. It distinguishes a request that is delivered twice from
 * another request under an id that is in use, which JSON-RPC does not allow.
 */
export class RequestIds<Open, Answer = never> {
  readonly #entries = new Map<unknown, Entry<Open, Answer>>();

  /** Takes a request with its text. It keeps `open` until the request ends. */
  arrive(id: RequestId, text: string, open: Open): "new" | "repeated" | "id-in-use" {
    this.#entries.forEach((entry, id) => {
      if (!entry.open && (this.#entries.size > MAX_ENDED || Math.abs(Date.now() - entry.endedAt) >= ENDED_LIFETIME)) {
        this.#entries.delete(id);
      }
    });
    const before = this.#entries.get(id);
    if (before?.text === text) {
      return "repeated";
    }
    // The answers to two requests with one id could be confused.
    if (before?.open) {
      return "id-in-use";
    }
    this.#entries.set(id, { text, open, endedAt: 0, answer: undefined });
    return "new";
  }

  /** Returns the value `open` of a request, while the request is open. */
  open(id: unknown): Open | undefined {
    return this.#entries.get(id)?.open;
  }

  /** Returns the answer to a request, as long as the request may be repeated. */
  answer(id: RequestId): Answer | undefined {
    return this.#entries.get(id)?.answer;
  }

  /** Ends a request. The answer is remembered as long as the request. */
  end(id: RequestId, answer?: Answer): void {
    const entry = this.#entries.get(id);
    if (entry) {
      Object.assign(entry, { open: undefined, endedAt: Date.now(), answer });
      if (answer !== undefined) {
        setTimeout(() => (entry.answer = undefined), ENDED_LIFETIME);
      }
    }
  }

  /** The values `open` of all open requests, in the order of arrival. */
  get all(): Open[] {
    return [...this.#entries.values()].flatMap(({ open }) => open ?? []);
  }
}
