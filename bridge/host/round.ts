import { isAnswer, isObject, type JsonObject, listOf, own, parseObject, textOf } from "../message/json.js";
import { memberOf, members } from "../message/jsontext.js";
import { CODES, CREATE, ERROR_CODE, ERROR_KEY, ERROR_REASON } from "../message/names.js";
import { fits, type Params, readParams, type RoundRequest } from "../message/params.js";
import type { SessionRound } from "../session/round.js";
import { ElicitationError } from "./errors.js";
import type { ElicitContent, ElicitResult, Receipt, RoundOptions } from "./types.js";

/** The answer of the program: a decision about each request of the round, or an error. */
export type Results = ElicitResult[] | Error;

/** One request of a round. A single request is a round of one. */
export interface RoundPart extends RoundRequest {
  /** Whether the request asks to open a page. */
  readonly url: boolean;
  /** The server's name of that page, if it gave one. */
  readonly elicitationId: unknown;
  /** Reads the decision about an approval; undefined for an elicitation. */
  readonly read?: (result: unknown) => object | undefined;
  /** Answers the waiting calls that the person declined together with this one. */
  others?: ((other: Call) => ElicitResult[] | undefined) | undefined;
}

export interface Call extends SessionRound {
  readonly id: number;
  pages: readonly RoundPart[];
  readonly round: readonly RoundPart[];
  readonly options: RoundOptions;
  settle: ((results: Results) => void) | undefined;
  /** The last draft from the frame. */
  draft?: object | undefined;
  /** The container of the call is gone: the host's container shows the call. */
  inDefaultContainer?: boolean;
  /** The frame's lines about each end of the round, and the answers. */
  lines?: unknown;
  /** The receipt, once the round has ended. */
  receipt?: Receipt | undefined;
  /** When the frame first showed the call, in milliseconds since 1970. */
  shownAt?: number;
  /** The origins of the answers of an accepted form. */
  origins?: unknown;
}

/** Reads the params of a single request as a round of one. */
export function single(params: unknown): RoundPart[] {
  return [toPart(readParams(jsonOf(params)))];
}

/** Reads the elicitations among input requests, in the order of their text. The list may be empty. */
export function round(requests: unknown): RoundPart[] {
  const text = jsonOf(requests) ?? "";
  const values = parseObject(text);
  if (!values) {
    throw new ElicitationError("invalid-request", { reason: "not-an-object" });
  }
  const all = members(text);
  if (new Set(all.map(({ name }) => name)).size < all.length) {
    throw new ElicitationError("invalid-request", { reason: "duplicate-name" });
  }
  return all
    .filter(({ name }) => own(values, name, "method") === CREATE)
    .map(({ name, value: request }) => {
      const value = own(values, name, "params");
      return toPart({ text: memberOf(request, "params"), value: isObject(value) ? value : undefined }, name);
    });
}

/** Reads a response. `value` is an error if one decision is missing; `opened` are the requests whose opened page is not finished. */
export function readAnswer(
  round: readonly RoundPart[], waitForPages: boolean, response: JsonObject,
): { value: Results; opened: RoundPart[] } {
  if (!Object.hasOwn(response, "result")) {
    const data = own(response, "error", "data");
    const [code, reason, key] = [ERROR_CODE, ERROR_REASON, ERROR_KEY].map((name) => textOf(own(data, name)));
    return { value: new ElicitationError(CODES.find((known) => known === code) ?? "internal", { reason, key }), opened: [] };
  }
  const answers = listOf(own(response, "result", "responses"));
  const results = answers.map((answer, i) => {
    const request = round[i];
    const result = request && (own(answer, "key") ?? "") === (request.key ?? "")
      ? (request.read ?? readResult)(own(answer, "result"), request) as ElicitResult | undefined
      : undefined;
    // The page was opened, but the person gave up waiting for it.
    return result && waitForPages && own(answer, "finished") === "closed" ? { action: "cancel" } : result;
  });
  if (results.length !== round.length || results.includes(undefined)) {
    return { value: new ElicitationError("internal", { reason: "malformed-result" }), opened: [] };
  }
  // "accept" means that a page was opened. A page with `finished` has ended already.
  const opened = round.filter(({ url }, i) => url && !waitForPages && !own(answers[i], "finished") && results[i]!.action === "accept");
  return { value: results as ElicitResult[], opened };
}

// Reads the result of one request. Only a proper result is a decision, because a foreign document may have sent it.
function readResult(result: unknown, { value }: Params): ElicitResult | undefined {
  const action = own(result, "action");
  const content = own(result, "content");
  if (action === "accept" && isObject(content)) {
    // The parsed content itself is returned: a copy might lose "__proto__". Only the frame follows references in the schema.
    const schema = own(value, "requestedSchema");
    const isProperty = (name: string): boolean => (own(schema, "$ref") ?? own(schema, "properties", name)) !== undefined;
    const isProper = Object.entries(content).every(([name, value]) => isProperty(name) && isAnswer(value, typeOf));
    return isProper && fits(JSON.stringify(content)) ? { action, content: content as ElicitContent } : undefined;
  }
  const bare = action === "decline" || action === "cancel" || (action === "accept" && content === undefined);
  return bare ? { action } : undefined;
}

// An infinite number gets the type "none": JSON cannot write it, so the text had a number that was too large.
function typeOf(value: unknown): string {
  return typeof value === "number" && !Number.isFinite(value) ? "none" : typeof value;
}

function toPart(params: Params, key?: string): RoundPart {
  return { ...params, key, url: own(params.value, "mode") === "url", elicitationId: own(params.value, "elicitationId") };
}

function jsonOf(value: unknown): string | undefined {
  try {
    return typeof value === "string" ? value : JSON.stringify(value);
  } catch (cause) {
    // For example, the value has a cycle: no server can have sent it.
    throw new ElicitationError("invalid-request", { reason: "not-json", cause });
  }
}
