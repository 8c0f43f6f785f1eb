import type { ElicitOptions } from "./types.js";

/** How to show what a transport brings; given for each request, or once. */
export type ShowOptions = Omit<ElicitOptions, "signal">;

/**
 * A JSON-RPC message as a transport has parsed it. The SDKs have types of their
 * own for it, which differ between their versions, as they do for what goes
 * along with a message.
 */
export type Message = any;

/** What takes messages of a transport. */
export type MessageHandler = (message: Message, extra?: any) => void;

/** What is used of a transport of the official SDKs, of version 1 and of version 2. */
export interface TransportLike {
  start(): Promise<void>;
  /** The options are {@link SendOptions}, as far as they are understood here. */
  send(message: Message, options?: any): Promise<void>;
  close(): Promise<void>;
  onmessage?: MessageHandler | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onclose?: (() => void) | undefined;
}

/** What a client may say about a message that it sends. */
export type SendOptions = {
  /** Continues the stream of an earlier request instead of sending this one. */
  resumptionToken?: string | undefined;
  /** Aborted when the client gives the request up (version 2, Streamable HTTP). */
  requestSignal?: AbortSignal | undefined;
};
