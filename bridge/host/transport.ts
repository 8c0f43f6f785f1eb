import { ElicitationError, INTERNAL_ERROR } from "./errors.js";
import { own } from "./json.js";
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

/** The id of a JSON-RPC message. */
export type RequestId = string | number;

/** The id of a message, or undefined when it has none. */
export function requestId(message: Message): RequestId | undefined {
  const id = own(message, "id");
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

/** The error response to a request that failed. */
export function failureOf(id: RequestId, error: unknown): Message {
  const code = error instanceof ElicitationError ? error.rpcCode : INTERNAL_ERROR;
  return { jsonrpc: "2.0", id, error: { code, message: error instanceof Error ? error.message : String(error) } };
}
