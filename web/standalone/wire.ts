// The messages that a client sends after a decision, as JSON text. Ids, keys and
// states are written in them as they were pasted.

import type { ElicitationError, ElicitResult, InputResponse } from "../../bridge/host/index.js";
import type { RequestReading, RoundReading } from "./reading.js";
import { tidy } from "./tidy.js";

/** The JSON-RPC response with a result. */
export function resultAnswer(reading: RequestReading, result: ElicitResult): string {
  return answer(reading, "result", result);
}

/** The JSON-RPC response with an error, when there is no result. */
export function errorAnswer(reading: RequestReading, { rpcCode: code, message }: ElicitationError): string {
  return answer(reading, "error", { code, message });
}

function answer({ id = "1" }: RequestReading, member: "result" | "error", value: object): string {
  return tidy(`{"jsonrpc":"2.0","id":${id},"${member}":${JSON.stringify(value)}}`);
}

/** The call of a round, repeated under another id with the responses and the state. */
export function retriedCall({ state }: RoundReading, responses: Record<string, InputResponse>): string {
  return repeatedCall(`,"inputResponses":${JSON.stringify(responses)}${state === undefined ? "" : `,"requestState":${state}`}`);
}

/** The call that had failed with -32042, repeated under another id. */
export function repeatedCall(more = ""): string {
  return tidy(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"…","arguments":{}${more}}}`);
}
