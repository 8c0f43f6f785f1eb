// A transport without a server, for the tests of interception.

import type { Message, SendOptions, TransportLike } from "../transport.js";

/** A transport whose server is played by a test. */
export class FakeTransport implements TransportLike {
  onmessage: TransportLike["onmessage"];
  onerror: TransportLike["onerror"];
  onclose: TransportLike["onclose"];
  /** What was sent to the server. */
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

  /** The server says something. */
  receive(message: object, extra?: unknown): void {
    this.onmessage?.({ jsonrpc: "2.0", ...message }, extra);
  }

  /** The ids under which requests of that method were sent. */
  ids(method: string): unknown[] {
    return this.sent.filter((message) => message.method === method).map((message) => message.id);
  }
}
