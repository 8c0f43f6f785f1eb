import type { RequestId } from "../message/jsonrpc.js";

// How many requests of a connection are known at most, beside those that are
// open, and how long a request is known after its end, in milliseconds.
const MOST_KNOWN = 200;
const KNOWN_FOR = 60_000;

interface Known<Open, Answer> {
  readonly text: string;
  /** Undefined once the request has ended. */
  open: Open | undefined;
  endedAt: number;
  answer: Answer | undefined;
}

/**
 * The requests of one connection by the ids that the other side gave them. It
 * tells a request that is delivered twice, which is not asked twice, from another
 * request under an id that is in use, which JSON-RPC does not allow.
 */
export class KnownRequests<Open, Answer = never> {
  readonly #known = new Map<unknown, Known<Open, Answer>>();

  /** Takes a request. The text is what it asks; `open` is kept until it ends. */
  arrive(id: RequestId, text: string, open: Open): "new" | "repeated" | "id-in-use" {
    this.#known.forEach((known, id) => {
      if (!known.open && (this.#known.size > MOST_KNOWN || Math.abs(Date.now() - known.endedAt) >= KNOWN_FOR)) {
        this.#known.delete(id);
      }
    });
    const before = this.#known.get(id);
    if (before?.text === text) {
      return "repeated";
    }
    // Refused before the first request is answered: no answer to the one can be
    // taken for an answer to the other.
    if (before?.open) {
      return "id-in-use";
    }
    this.#known.set(id, { text, open, endedAt: 0, answer: undefined });
    return "new";
  }

  /** What was kept for the request of that id while it is open. */
  open(id: unknown): Open | undefined {
    return this.#known.get(id)?.open;
  }

  /** The answer to the request of that id, for as long as it may be repeated. */
  answer(id: RequestId): Answer | undefined {
    return this.#known.get(id)?.answer;
  }

  /** The request has ended. An answer is kept only as long as the request is known. */
  end(id: RequestId, answer?: Answer): void {
    const known = this.#known.get(id);
    if (known) {
      Object.assign(known, { open: undefined, endedAt: Date.now(), answer });
      if (answer !== undefined) {
        setTimeout(() => (known.answer = undefined), KNOWN_FOR);
      }
    }
  }

  /** Everything that is open, in the order of arrival. */
  get all(): Open[] {
    return [...this.#known.values()].flatMap(({ open }) => open ?? []);
  }
}
