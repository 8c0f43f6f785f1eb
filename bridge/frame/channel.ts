/** The way to the host, whichever kind of host it is. */
export interface Channel {
  /** Whether the host knows our own methods, and goes on asking when the program has failed. */
  readonly ours: boolean;
  /** Sends a message that is JSON text. */
  send(text: string): void;
  /**
   * Starts to listen: to messages as JSON text, and once to the bytes of the
   * program, to why there are none, or to null where the frame has to fetch the
   * program itself.
   */
  listen(receive: (data: unknown) => void): void;
}

/** The way to the host package. */
export function portChannel(port: MessagePort): Channel {
  return {
    ours: true,
    send: (text) => port.postMessage(text),
    listen: (receive) => {
      port.onmessage = ({ data }) => receive(data);
    },
  };
}
