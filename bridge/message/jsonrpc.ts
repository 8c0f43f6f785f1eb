import { own } from "./json.js";

/** The id of a JSON-RPC message. */
export type RequestId = string | number;

/** The id of a message, or undefined when it has none. */
export function requestId(message: unknown): RequestId | undefined {
  const id = own(message, "id");
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
