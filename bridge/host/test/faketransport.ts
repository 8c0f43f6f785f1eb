// A transport without a server, for the tests of interception.

import type { Message, SendOptions, TransportLike } from "../transport.js";

/** A transport whose server is the test. */
export class FakeTransport implements TransportLike {
  onmessage: TransportLike["onmessage"];
  onerror: TransportLike["onerror"];
  onclose: TransportLike["onclose"];
  /** The messages to the server. */
  readonly sent: Message[] = [];
  readonly options: (SendOptions | undefined)[] = [];
  /** Makes the next messages fail. */
  broken = false;
  // The official transports have private members, which a wrapper must not break.
  #session = "session-1";

  get sessionId(): string {
    return this.#session;
  }

  async start(): Promise<void> {}

  async send(message: Message, options?: SendOptions): Promise<void> {
    if (this.broken) {
      throw new Error("unreachable");
    }
    this.sent.push(message);
    this.options.push(options);
  }

  async close(): Promise<void> {
    this.#session = "";
    this.onclose?.();
  }

  /** The server sends a message. */
  receive(message: object, extra?: unknown): void {
    this.onmessage?.({ jsonrpc: "2.0", ...message }, extra);
  }

  /** The ids of the sent requests of a method. */
  ids(method: string): unknown[] {
    return this.sent.filter((message) => message.method === method).map((message) => message.id);
  }
}
