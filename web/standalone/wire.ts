// The messages that a client sends after a decision, as JSON text. Ids, keys and
// states are written in them as they were pasted.

import type { ElicitationError, ElicitResult, InputResponse } from "../../bridge/host/index.js";
import type { RequestReading, RoundReading } from "./reading.js";
import { tidy } from "./tidy.js";

/** The JSON-RPC response with a result. */
export function resultAnswer(reading: RequestReading, result: ElicitResult): string {
  return tidy(`{"jsonrpc":"2.0","id":${reading.id ?? "1"},"result":${JSON.stringify(result)}}`);
}

/** The JSON-RPC response with an error, when there is no result. */
export function errorAnswer(reading: RequestReading, error: ElicitationError): string {
  const answer = { code: error.rpcCode, message: error.message };
  return tidy(`{"jsonrpc":"2.0","id":${reading.id ?? "1"},"error":${JSON.stringify(answer)}}`);
}

/** The call of a round, repeated under another id with the responses and the state. */
export function retriedCall(reading: RoundReading, responses: Record<string, InputResponse>): string {
  const state = reading.state === undefined ? "" : `,"requestState":${reading.state}`;
  return tidy(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"…","arguments":{},"inputResponses":${JSON.stringify(responses)}${state}}}`);
}

/** The call that had failed with -32042, repeated under another id. */
export function repeatedCall(): string {
  return tidy('{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"…","arguments":{}}}');
}
