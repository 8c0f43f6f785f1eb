import { own } from "./json.js";

/** The id of a JSON-RPC message. */
export type RequestId = string | number;

/** The JSON-RPC error code for a request that cannot be shown. */
export const INVALID_PARAMS = -32602;

/** The JSON-RPC error code for what is nobody's fault but ours. */
export const INTERNAL_ERROR = -32603;

/** The JSON-RPC error code for a method that the receiver does not know. */
export const METHOD_NOT_FOUND = -32601;

/** The id of a message, or undefined when it has none. */
export function requestId(message: unknown): RequestId | undefined {
  const id = own(message, "id");
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
