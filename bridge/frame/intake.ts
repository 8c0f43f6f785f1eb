import { isObject, type JsonObject, own } from "../message/json.js";
import { requestId } from "../message/jsonrpc.js";
import { CONTEXT_CHANGED } from "../message/names.js";
import { rateLimit } from "../message/rate.js";

// How long a change of context waits for those that follow it, in milliseconds.
const WAIT = 10;
const MESSAGES_PER_SECOND = 500;

/**
 * Protects the frame from floods of messages. Changes of the host's context,
 * each of which would draw the form again, are merged: the last value of each
 * member counts, and no member is lost. Other messages are dropped when more
 * than a limit arrive in a second. Requests that ask the person are never
 * dropped, because each of them needs an answer.
 */
export class Intake {
  readonly #asks: string;
  readonly #receive: (message: JsonObject, text?: string) => void;
  readonly #limit = rateLimit(MESSAGES_PER_SECOND);
  // The changes of context that wait, merged.
  #waiting: JsonObject | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Requests of the method `asks` are those that ask the person. */
  constructor(asks: string, receive: (message: JsonObject, text?: string) => void) {
    this.#asks = asks;
    this.#receive = receive;
  }

  /** Takes a message of the host. text is its JSON text, when it came as text. */
  take(message: JsonObject, text?: string): void {
    const method = own(message, "method");
    const params = own(message, "params");
    const id = requestId(message);
    if (method === CONTEXT_CHANGED && id === undefined && isObject(params)) {
      this.#waiting = { ...this.#waiting, ...params };
      this.#timer ??= setTimeout(() => this.#flush(), WAIT);
    } else if ((id !== undefined && method === this.#asks) || this.#limit()) {
      this.#flush();
      this.#receive(message, text);
    }
  }

  // A change of context takes effect before any message that comes after it.
  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const params = this.#waiting;
    if (params) {
      this.#waiting = undefined;
      this.#receive({ jsonrpc: "2.0", method: CONTEXT_CHANGED, params });
    }
  }
}
