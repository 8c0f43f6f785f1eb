import { type JsonObject, own, textOf } from "../message/json.js";
import type { Notes } from "../message/meta.js";
import { type Params, paramsMessage, readParams } from "../message/params.js";
import { ElicitationError, errorCode } from "./errors.js";
import { readResult } from "./outcome.js";
import type { ElicitResult } from "./types.js";

/** What one call asks the frame, and how its answer is read. */
export interface Question<T> {
  /** The requests in their order; more than one only in a round. */
  readonly parts: readonly Part[];
  /** The answer waits until every page is finished. */
  readonly hold?: boolean;
  /** The message to the frame. */
  message(id: number, notes: Notes): string;
  /** The result of each part; undefined where the response has no valid one. */
  results(response: JsonObject): (ElicitResult | undefined)[];
  /** What the call resolves with. */
  value(results: ElicitResult[]): T;
}

/** One elicitation request, with what the host has to know of it. */
export interface Part extends Params {
  /** Its name in a round. */
  key?: string | undefined;
  /** The request asks to open a page. */
  url: boolean;
  /** The server's name of that page, if it gave one. */
  elicitationId: unknown;
  /** The requestedSchema, which describes the form. */
  schema: unknown;
}

/** Reads one elicitation request from the JSON text of its params. */
export function partOf(text: string | undefined, key?: string): Part {
  const params = readParams(text);
  return {
    ...params,
    key,
    url: own(params.value, "mode") === "url",
    elicitationId: own(params.value, "elicitationId"),
    schema: own(params.value, "requestedSchema"),
  };
}

/** The question of a single request. */
export function single(params: unknown): Question<ElicitResult> {
  const part = partOf(jsonOf(params));
  return {
    parts: [part],
    message: (id, notes) => paramsMessage(id, "elicitation/create", part, notes),
    results: (response) => [readResult(own(response, "result"), part)],
    value: ([result]) => result!,
  };
}

/** The JSON text of a value. It throws an ElicitationError when the value has none. */
export function jsonOf(value: unknown): string | undefined {
  try {
    return typeof value === "string" ? value : JSON.stringify(value);
  } catch (cause) {
    // The value has a cycle, for instance: no server can have sent it.
    throw new ElicitationError("invalid-request", { reason: "not-json", cause });
  }
}

/** The results, or the error to reject with when a response holds no decision about each part. */
export function readAnswer(question: Question<unknown>, response: JsonObject): ElicitResult[] | ElicitationError {
  if (!Object.hasOwn(response, "result")) {
    const data = own(response, "error", "data");
    return new ElicitationError(errorCode(own(data, "elicitform/code")), {
      reason: textOf(own(data, "elicitform/reason")),
      key: textOf(own(data, "elicitform/key")),
    });
  }
  const results = question.results(response);
  const whole = results.length === question.parts.length && !results.includes(undefined);
  return whole ? (results as ElicitResult[]) : new ElicitationError("internal", { reason: "malformed-result" });
}
