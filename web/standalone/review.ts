// Makes review a step of the page. The host package does not offer this: this page talks to
// the program in the frame.

import { own, parseObject } from "../../bridge/message/json.js";
import { BACK, FOLLOW, REVIEW } from "../../bridge/message/names.js";

/** Watches whether the answers are on review, and leads back from there. */
export class ReviewWatch {
  #port: MessagePort | undefined;
  isOpen = false;

  /** `onChange` is called whenever {@link isOpen} changes. */
  constructor(readonly onChange: () => void) {}

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

  #set(isOpen: boolean): void {
    if (this.isOpen !== isOpen) {
      this.isOpen = isOpen;
      this.onChange();
    }
  }

  #send(method: string): void {
    this.#port?.postMessage(JSON.stringify({ jsonrpc: "2.0", method, params: {} }));
  }
}
