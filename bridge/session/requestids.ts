import type { RequestId } from "../message/json.js";

// How many ended requests of a connection are kept at most, and for how long, in milliseconds.
const MOST_KEPT = 200;
const KEPT_FOR = 60_000;

interface Kept<Open, Answer> {
  readonly text: string;
  /** Undefined once the request has ended. */
  open: Open | undefined;
  endedAt: number;
  answer: Answer | undefined;
}

/**
 * The requests of one connection by the ids that the other side gave them. It tells a request that is delivered
 * twice, and asked once, from another request under an id that is in use, which JSON-RPC does not allow.
 */
export class RequestIds<Open, Answer = never> {
  readonly #kept = new Map<unknown, Kept<Open, Answer>>();

  /** Takes a request. The text is what it asks; `open` is kept until it ends. */
  arrive(id: RequestId, text: string, open: Open): "new" | "repeated" | "id-in-use" {
    this.#kept.forEach((kept, id) => {
      if (!kept.open && (this.#kept.size > MOST_KEPT || Math.abs(Date.now() - kept.endedAt) >= KEPT_FOR)) {
        this.#kept.delete(id);
      }
    });
    const before = this.#kept.get(id);
    if (before?.text === text) {
      return "repeated";
    }
    // No answer to the one can be taken for an answer to the other.
    if (before?.open) {
      return "id-in-use";
    }
    this.#kept.set(id, { text, open, endedAt: 0, answer: undefined });
    return "new";
  }

  /** The value `open` of the request of that id, while it is open. */
  open(id: unknown): Open | undefined {
    return this.#kept.get(id)?.open;
  }

  /** The answer to the request of that id, for as long as it may be repeated. */
  answer(id: RequestId): Answer | undefined {
    return this.#kept.get(id)?.answer;
  }

  /** The request has ended. An answer is kept only as long as the request itself. */
  end(id: RequestId, answer?: Answer): void {
    const kept = this.#kept.get(id);
    if (kept) {
      Object.assign(kept, { open: undefined, endedAt: Date.now(), answer });
      if (answer !== undefined) {
        setTimeout(() => (kept.answer = undefined), KEPT_FOR);
      }
    }
  }

  /** Everything that is open, in the order of arrival. */
  get all(): Open[] {
    return [...this.#kept.values()].flatMap(({ open }) => open ?? []);
  }
}
