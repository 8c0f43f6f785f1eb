// Shows a pasted request as a form, and says what its server gets.

import { type ElicitOptions, ElicitationError, elicitRequired, type FormHost, type InputResponse } from "../../bridge/host/index.js";
import { tidy } from "./located.js";
import type { Readable, RequestReading, RoundReading } from "./reading.js";

/** The end of a request. */
export interface Outcome {
  /** What happened, in a sentence. */
  told: string;
  /** The result as JSON text. */
  json: string;
  /** The message that a client then sends to the server, and a sentence about it. */
  wire: { told: string; json: string };
}

/** Lets the person decide. Rejects with the reason of the signal when that is aborted. */
export async function ask(host: FormHost, reading: Readable, options: ElicitOptions): Promise<Outcome> {
  try {
    switch (reading.kind) {
      case "request": {
        const result = await host.elicit(reading.asked[0].params.text, options);
        return outcome("The server gets this result:", result, ANSWERED, answer(reading, "result", result));
      }
      case "round": {
        const responses = await host.elicitAll(reading.requests, options);
        const others = reading.others.map((key) => `“${key}”`).join(", ");
        const repeats = "The client repeats its call, with the state as it came.";
        const told = others ? `${repeats} The client's own answers to ${others} go beside these.` : repeats;
        return outcome("The server gets these responses:", { inputResponses: responses }, told, retriedCall(reading, responses));
      }
      case "required": {
        const decision = await elicitRequired(host, JSON.parse(reading.error), options);
        return decision === "retry"
          ? outcome("All pages are finished:", decision, "The client repeats its call:", repeatedCall())
          : outcome("The call has failed:", decision, `${NOTHING_SENT}. The caller gets the error:`, reading.error);
      }
    }
  } catch (error) {
    if (!(error instanceof ElicitationError)) {
      throw error;
    }
    return failed(reading, error);
  }
}

const ANSWERED = "The client's JSON-RPC answer:";
const NOTHING_SENT = "Nothing goes to the server";

function outcome(told: string, result: object | string, toldOfWire: string, wire: string): Outcome {
  return { told, json: tidy(JSON.stringify(result)), wire: { told: toldOfWire, json: tidy(wire) } };
}

function failed(reading: Readable, { code, key = "", rpcCode, message }: ElicitationError): Outcome {
  const why = code === "load-failed" ? "load-failed. The form's own files could not be fetched, which needs the network once" : code;
  const told = `No result: ${why}${key && `, for “${key}”`}.`;
  const error = { code: rpcCode, message };
  return reading.kind === "request"
    ? outcome(`${told} A client answers the server with this error:`, error, ANSWERED, answer(reading, "error", error))
    : outcome(told, error, `${NOTHING_SENT}: the call has failed, and its caller gets the error.`, JSON.stringify(message));
}

/** The JSON-RPC response with a result or an error. Its id is written as it was pasted. */
export function answer({ id = "1" }: RequestReading, member: "result" | "error", value: object): string {
  return tidy(`{"jsonrpc":"2.0","id":${id},"${member}":${JSON.stringify(value)}}`);
}

/** The call of a round, repeated under another id with the responses and the state. */
export function retriedCall({ state }: RoundReading, responses: Record<string, InputResponse>): string {
  return repeatedCall(`,"inputResponses":${JSON.stringify(responses)}${state === undefined ? "" : `,"requestState":${state}`}`);
}

/** The call that had failed with -32042, repeated under another id. */
function repeatedCall(more = ""): string {
  return tidy(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"…","arguments":{}${more}}}`);
}
