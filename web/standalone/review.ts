// Makes review a step of the page. No other page needs that, so the host package
// does not offer it: this page talks to the program in the frame directly.

import { own, parseObject } from "../../bridge/message/json.js";
import { BACK, FOLLOW, REVIEW } from "../../bridge/message/names.js";

/** Knows whether the answers are on review, and leads back from there. */
export class ReviewWatch {
  #port: MessagePort | undefined;
  /** Whether the answers are on review. */
  now = false;

  /** told is called whenever {@link now} changes. */
  constructor(readonly told: () => void) {}

  /** Listens to the document that has loaded in the frame. */
  listen(port: MessagePort): void {
    this.#port = port;
    this.#set(false);
    port.addEventListener("message", ({ data }) => {
      const message = typeof data === "string" ? parseObject(data) : undefined;
      if (own(message, "method") === REVIEW) {
        this.#set(own(message, "params", "now") === true);
      }
    });
    this.#send(FOLLOW);
  }

  /** Leads from review back to the form. */
  back(): void {
    this.#send(BACK);
  }

  #set(now: boolean): void {
    if (this.now !== now) {
      this.now = now;
      this.told();
    }
  }

  #send(method: string): void {
    this.#port?.postMessage(JSON.stringify({ jsonrpc: "2.0", method, params: {} }));
  }
}
