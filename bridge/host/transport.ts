import type { Elicitor, OptionsOf } from "./types.js";

/** How to show the requests that come over a transport. */
export type InterceptOptions<H extends Elicitor = Elicitor> = Omit<OptionsOf<H>, "signal">;

/** A JSON-RPC message as a transport has parsed it. The SDKs have different types for it. */
export type Message = any;

/** The members that are used of a transport of the official SDKs, of version 1 and of version 2. */
export interface TransportLike {
  /** Opens the connection. */
  start(): Promise<void>;
  /** Of the options only those of {@link SendOptions} are used. */
  send(message: Message, options?: any): Promise<void>;
  /** Closes the connection. */
  close(): Promise<void>;
  /** Gets what the server sends. */
  onmessage?: ((message: Message, extra?: any) => void) | undefined;
  /** Gets what goes wrong. */
  onerror?: ((error: Error) => void) | undefined;
  /** Told that the connection is closed. */
  onclose?: (() => void) | undefined;
}

/** The options of a client for a message that it sends. */
export type SendOptions = {
  /**
   * Continues the stream of an earlier request instead of sending this one.
   *
   * @defaultValue the request is sent
   */
  resumptionToken?: string | undefined;
  /**
   * Aborted when the client gives the request up (version 2, Streamable HTTP).
   *
   * @defaultValue never
   */
  requestSignal?: AbortSignal | undefined;
  /**
   * The same, as other clients name it.
   *
   * @defaultValue never
   */
  signal?: AbortSignal | undefined;
};

/** Sends a request of ours. `failed` is told that the transport has failed, and whether that was before a response. */
export type SendRequest = (
  message: object, answered: (response: Message) => void, failed: (error: Error, unanswered: boolean) => void,
) => void;
