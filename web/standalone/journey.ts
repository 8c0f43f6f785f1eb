// Shows a pasted request as a form, and says what its server gets.

import { type ElicitOptions, ElicitationError, elicitRequired, type FormHost, type InputResponse } from "../../bridge/host/index.js";
import { tidy } from "./located.js";
import type { Readable, RequestReading, RequiredReading, RoundReading } from "./reading.js";

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
      case "request":
        return await askOne(host, reading, options);
      case "round":
        return await askRound(host, reading, options);
      case "required":
        return await askRequired(host, reading, options);
    }
  } catch (error) {
    if (!(error instanceof ElicitationError)) {
      throw error;
    }
    return failed(reading, error);
  }
}

async function askOne(host: FormHost, reading: RequestReading, options: ElicitOptions): Promise<Outcome> {
  const result = await host.elicit(reading.asked[0].params.text, options);
  return {
    told: "The server gets this result:",
    json: tidy(JSON.stringify(result)),
    wire: { told: "The client's JSON-RPC answer:", json: answer(reading, "result", result) },
  };
}

async function askRound(host: FormHost, reading: RoundReading, options: ElicitOptions): Promise<Outcome> {
  const responses = await host.elicitAll(reading.requests, options);
  const others = reading.others.length > 0 ? ` The client's own answers to ${reading.others.map((key) => `“${key}”`).join(", ")} go beside these.` : "";
  return {
    told: "The server gets these responses:",
    json: tidy(JSON.stringify({ inputResponses: responses })),
    wire: { told: `The client repeats its call, with the state as it came.${others}`, json: retriedCall(reading, responses) },
  };
}

async function askRequired(host: FormHost, reading: RequiredReading, options: ElicitOptions): Promise<Outcome> {
  const decision = await elicitRequired(host, JSON.parse(reading.error), options);
  const finished = decision === "retry";
  return {
    told: finished ? "All pages are finished:" : "The call has failed:",
    json: JSON.stringify(decision),
    wire: finished
      ? { told: "The client repeats its call:", json: repeatedCall() }
      : { told: "Nothing goes to the server. The caller gets the error:", json: tidy(reading.error) },
  };
}

function failed(reading: Readable, { code, key = "", rpcCode, message }: ElicitationError): Outcome {
  const why = code === "load-failed" ? "load-failed. The form's own files could not be fetched, which needs the network once" : code;
  const told = `No result: ${why}${key && `, for “${key}”`}.`;
  const error = { code: rpcCode, message };
  const json = tidy(JSON.stringify(error));
  return reading.kind === "request"
    ? { told: `${told} A client answers the server with this error:`, json, wire: { told: "The client's JSON-RPC answer:", json: answer(reading, "error", error) } }
    : { told, json, wire: { told: "Nothing goes to the server: the call has failed, and its caller gets the error.", json: tidy(JSON.stringify(message)) } };
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
export function repeatedCall(more = ""): string {
  return tidy(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"…","arguments":{}${more}}}`);
}
