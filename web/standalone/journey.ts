import { type ElicitOptions, ElicitationError, elicitRequired, type FormHost, type InputResponse } from "../../bridge/host/index.js";
import { tidy } from "./located.js";
import type { Readable, RequestReading, RoundReading } from "./reading.js";

/** The end of a request. */
export interface Outcome {
  summary: string;
  json: string;
  wire: { summary: string; json: string };
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
        const otherKeys = reading.others.map((key) => `“${key}”`).join(", ");
        const repeats = "The client repeats its call, with the state as it came.";
        const summary = otherKeys ? `${repeats} The client's own answers to ${otherKeys} go beside these.` : repeats;
        return outcome("The server gets these responses:", { inputResponses: responses }, summary, retriedCall(reading, responses));
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
    return failure(reading, error);
  }
}

const ANSWERED = "The client's JSON-RPC answer:";
const NOTHING_SENT = "Nothing goes to the server";

function outcome(summary: string, result: object | string, wireSummary: string, wire: string): Outcome {
  return { summary, json: tidy(JSON.stringify(result)), wire: { summary: wireSummary, json: tidy(wire) } };
}

function failure(reading: Readable, { code, key = "", rpcCode, message }: ElicitationError): Outcome {
  const why = code === "load-failed" ? "load-failed. The form's own files could not be fetched, which needs the network once" : code;
  const summary = `No result: ${why}${key && `, for “${key}”`}.`;
  const error = { code: rpcCode, message };
  return reading.kind === "request"
    ? outcome(`${summary} A client answers the server with this error:`, error, ANSWERED, answer(reading, "error", error))
    : outcome(summary, error, `${NOTHING_SENT}: the call has failed, and its caller gets the error.`, JSON.stringify(message));
}

/** Writes the JSON-RPC response with a result or an error, and the pasted text of the id. */
export function answer({ id = "1" }: RequestReading, member: "result" | "error", value: object): string {
  return tidy(`{"jsonrpc":"2.0","id":${id},"${member}":${JSON.stringify(value)}}`);
}

/** Writes the call of a round again, under another id and with the responses and the state. */
export function retriedCall({ state }: RoundReading, responses: Record<string, InputResponse>): string {
  return repeatedCall(`,"inputResponses":${JSON.stringify(responses)}${state === undefined ? "" : `,"requestState":${state}`}`);
}

function repeatedCall(more = ""): string {
  return tidy(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"…","arguments":{}${more}}}`);
}
