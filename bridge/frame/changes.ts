import { isObject, type JsonObject, own, parseObject } from "../message/json.js";

const METHOD = "ui/notifications/host-context-changed";
// How long a change waits for those that follow it, in milliseconds.
const WAIT = 10;

/**
 * Changes of the host's context. Each of them draws the form again, and a page
 * may send thousands in a moment, so that those which wait are merged: the last
 * value of a member counts, and none is lost.
 */
export class ContextChanges {
  readonly #deliver: (text: string) => void;
  #waiting: JsonObject | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deliver: (text: string) => void) {
    this.#deliver = deliver;
  }

  /** Takes a text if it is a change of context, and reports whether it was one. */
  take(text: string): boolean {
    const message = text.includes(METHOD) ? parseObject(text) : undefined;
    const params = own(message, "params");
    if (own(message, "method") !== METHOD || own(message, "id") !== undefined || !isObject(params)) {
      return false;
    }
    this.#waiting = { ...this.#waiting, ...params };
    this.#timer ??= setTimeout(() => this.flush(), WAIT);
    return true;
  }

  /** Hands over what waits, before something that came after it. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const params = this.#waiting;
    if (params) {
      this.#waiting = undefined;
      this.#deliver(JSON.stringify({ jsonrpc: "2.0", method: METHOD, params }));
    }
  }
}
