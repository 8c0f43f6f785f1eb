import { parseObject } from "../message/json.js";
import type { Display } from "./display.js";
import { Intake } from "./intake.js";

/** The connection to the host, whichever kind of host it is. What it brings is for the display. */
export interface Channel {
  /** Whether the host knows our own methods, and goes on asking when the program has failed. */
  readonly ours: boolean;
  /** Sends a message that is JSON text. */
  send(text: string): void;
  /**
   * Starts to listen. The program is told once: its bytes, why there are none,
   * or null where the frame has to fetch them itself.
   */
  listen(program: (data: unknown) => void): void;
  /** The program has given up: of the requests that nobody has seen yet, none can be answered. */
  giveUp(): void;
}

/** The connection to the host package. */
export function portChannel(port: MessagePort, display: Display): Channel {
  return {
    ours: true,
    send: (text) => port.postMessage(text),
    listen(program) {
      const intake = new Intake((message, text) => display.receive(message, text));
      port.onmessage = ({ data }) => {
        const message = typeof data === "string" ? parseObject(data) : undefined;
        if (message) {
          intake.take(message, data);
        } else if (typeof data !== "string") {
          program(data);
        }
      };
    },
    giveUp() {
      // The host package keeps them for the next frame.
    },
  };
}
