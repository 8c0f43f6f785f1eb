import { parseObject } from "../message/json.js";
import { ASK } from "../message/names.js";
import type { Display } from "./display.js";
import { intake } from "./intake.js";

/** The connection to either kind of host. Its messages go to the display. */
export interface Channel {
  /** Whether the host is the host package: it knows our own methods, and goes on asking when the program has failed. */
  readonly ours: boolean;
  send(text: string): void;
  /** Starts to listen. The callback gets the program from the host in pieces: see {@link Wasm} in bridge/message/download.ts. */
  listen(program: (data: unknown) => void): void;
  /** The program has given up. Requests that wait for their turn cannot be shown any more. */
  giveUp(): void;
}

export function portChannel(port: MessagePort, display: Display): Channel {
  return {
    ours: true,
    send: (text) => port.postMessage(text),
    listen(program) {
      const take = intake(ASK, (message, text) => display.receive(message, text));
      port.onmessage = ({ data }) => {
        const message = typeof data === "string" ? parseObject(data) : undefined;
        if (message) {
          take(message, data);
        } else if (typeof data !== "string") {
          program(data);
        }
      };
    },
    giveUp() {
      // The host package keeps waiting requests for a new frame.
    },
  };
}
