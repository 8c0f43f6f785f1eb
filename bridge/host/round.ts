import { isAnswer, isObject, type JsonObject, listOf, own, parseObject, textOf } from "../message/json.js";
import { memberOf, members } from "../message/jsontext.js";
import { CODES, CREATE, ERROR_CODE, ERROR_KEY, ERROR_REASON } from "../message/names.js";
import { fits, type Params, readParams, type RoundRequest } from "../message/params.js";
import type { SessionRound } from "../session/round.js";
import { ElicitationError } from "./errors.js";
import type { AuditedAnswer, ElicitContent, ElicitResult, RoundOptions } from "./types.js";

/** What the program has answered: a decision about each request of the round, or why there is none. */
export type Results = ElicitResult[] | Error;

/** One elicitation request, with what the host has to know of it. */
export interface AskedRequest extends RoundRequest {
  /** The request asks to open a page. */
  readonly url: boolean;
  /** The server's name of that page, if it gave one. */
  readonly elicitationId: unknown;
}

/** One call of elicit or elicitAll. */
export interface Call extends SessionRound {
  readonly id: number;
  pages: readonly AskedRequest[];
  readonly round: readonly AskedRequest[];
  readonly options: RoundOptions;
  /** Settles the promise that the call has returned. */
  settle: ((results: Results) => void) | undefined;
  /** The unfinished answers that the frame has sent last. */
  draft?: object | undefined;
  /** The container of the call is gone: it is shown in the container of the host. */
  inDefaultContainer?: boolean;
  /** The lines that the frame has told for when the round has ended, and in which way it has. */
  said?: unknown;
  how?: string;
  /** When it came on the screen, in milliseconds since 1970. */
  shownAt?: number;
  /** Where the answers of an accepted form come from. */
  origins?: AuditedAnswer[];
}

/** A single request: a round of one. */
export function single(params: unknown): AskedRequest[] {
  return [asked(readParams(jsonOf(params)))];
}

/** All elicitations among input requests, in the order of their text. There may be none among them. */
export function round(requests: unknown): AskedRequest[] {
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
      return asked({ text: memberOf(request, "params"), value: isObject(value) ? value : undefined }, name);
    });
}

/** Reads a response: the results, or the error where one decision is missing, and the requests whose page is waited for. */
export function readAnswer(
  round: readonly AskedRequest[], waitForPages: boolean, response: JsonObject,
): { value: Results; opened: AskedRequest[] } {
  if (!Object.hasOwn(response, "result")) {
    const data = own(response, "error", "data");
    const [code, reason, key] = [ERROR_CODE, ERROR_REASON, ERROR_KEY].map((name) => textOf(own(data, name)));
    return { value: new ElicitationError(CODES.find((known) => known === code) ?? "internal", { reason, key }), opened: [] };
  }
  const answers = listOf(own(response, "result", "responses"));
  const results = answers.map((answer, i) => {
    const request = round[i];
    const result = request && (own(answer, "key") ?? "") === (request.key ?? "") ? readResult(own(answer, "result"), request) : undefined;
    // The page was opened, but the person has given up waiting for it.
    return result && waitForPages && own(answer, "finished") === "closed" ? { action: "cancel" } : result;
  });
  if (results.length !== round.length || results.includes(undefined)) {
    return { value: new ElicitationError("internal", { reason: "malformed-result" }), opened: [] };
  }
  // Accept says that a page was opened. The answer also says when nobody waits for the page any more.
  const opened = round.filter(({ url }, i) => url && !waitForPages && !own(answers[i], "finished") && results[i]!.action === "accept");
  return { value: results as ElicitResult[], opened };
}

// The result that a frame gave for one request. Only a proper one counts as a decision, because the frame may have been replaced.
function readResult(result: unknown, { value }: Params): ElicitResult | undefined {
  const action = own(result, "action");
  const content = own(result, "content");
  if (action === "accept" && isObject(content)) {
    // The content is handed on as it was parsed: a copy might lose "__proto__". Only the frame follows references in the schema.
    const schema = own(value, "requestedSchema");
    const isAsked = (name: string): boolean => (own(schema, "$ref") ?? own(schema, "properties", name)) !== undefined;
    const fitting = Object.entries(content).every(([name, value]) => isAsked(name) && isAnswer(value, typeOf));
    return fitting && fits(JSON.stringify(content)) ? { action, content: content as ElicitContent } : undefined;
  }
  const bare = action === "decline" || action === "cancel" || (action === "accept" && content === undefined);
  return bare ? { action } : undefined;
}

// An infinite number is of no type: JSON cannot write it, so the text had a number that was too large.
function typeOf(one: unknown): string {
  return typeof one === "number" && !Number.isFinite(one) ? "none" : typeof one;
}

function asked(params: Params, key?: string): AskedRequest {
  return { ...params, key, url: own(params.value, "mode") === "url", elicitationId: own(params.value, "elicitationId") };
}

// The JSON text of a value.
function jsonOf(value: unknown): string | undefined {
  try {
    return typeof value === "string" ? value : JSON.stringify(value);
  } catch (cause) {
    // The value has a cycle, for instance: no server can have sent it.
    throw new ElicitationError("invalid-request", { reason: "not-json", cause });
  }
}
