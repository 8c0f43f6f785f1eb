// Review as a step of the page. Other pages have no use for that, so that it is
// no part of the host package: this page talks to its frame beside it.

import { createFrame, type FrameFactory } from "../../bridge/host/frame.js";
import { own, parseObject } from "../../bridge/message/json.js";
import type { Port } from "../../bridge/host/rpc.js";

/** Knows whether the answers are on review, and leads back from there. */
export class ReviewWatch {
  readonly #told: () => void;
  #port: Port | undefined;
  #now = false;

  /** told is called with each change of {@link now}. */
  constructor(told: () => void) {
    this.#told = told;
  }

  /** Whether the answers are on review. */
  get now(): boolean {
    return this.#now;
  }

  /** Makes the frame, and listens to it. */
  readonly makeFrame: FrameFactory = (url, container, handlers) =>
    createFrame(url, container, {
      ...handlers,
      connected: (port, hello) => {
        handlers.connected(port, hello);
        this.#port = port;
        this.#set(false);
        (port as MessagePort).addEventListener("message", ({ data }) => {
          const message = typeof data === "string" ? parseObject(data) : undefined;
          if (own(message, "method") === "elicitform/review") {
            this.#set(own(own(message, "params"), "now") === true);
          }
        });
        this.#send("elicitform/follow");
      },
    });

  /** Leads from review back to the form. */
  back(): void {
    this.#send("elicitform/back");
  }

  #set(now: boolean): void {
    if (this.#now !== now) {
      this.#now = now;
      this.#told();
    }
  }

  #send(method: string): void {
    this.#port?.postMessage(JSON.stringify({ jsonrpc: "2.0", method, params: {} }));
  }
}
