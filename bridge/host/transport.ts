import type { Elicitor, OptionsOf } from "./types.js";

/** How to show the requests that arrive over a transport. */
export type InterceptOptions<H extends Elicitor = Elicitor> = Omit<OptionsOf<H>, "signal">;

/** A JSON-RPC message as a transport has parsed it. The SDKs type it differently. */
export type Message = any;

/** The members of a transport of the official SDKs that this package uses, of version 1 and of version 2. */
export interface TransportLike {
  /** Opens the connection. */
  start(): Promise<void>;
  /** Sends a message. Only the options of {@link SendOptions} are used. */
  send(message: Message, options?: any): Promise<void>;
  /** Closes the connection. */
  close(): Promise<void>;
  /** Gets the messages of the server. */
  onmessage?: ((message: Message, extra?: any) => void) | undefined;
  /** Gets errors. */
  onerror?: ((error: Error) => void) | undefined;
  /** Called when the connection is closed. */
  onclose?: (() => void) | undefined;
}

/** The options of a client for a message that it sends. */
export type SendOptions = {
  /**
   * Continues the stream of an earlier request in place of sending this one.
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

/** Sends a request of ours. `failed` gets the error of the transport, and whether the request has no response yet. */
export type SendRequest = (
  message: object, responded: (response: Message) => void, failed: (error: Error, unanswered: boolean) => void,
) => void;
