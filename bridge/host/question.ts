import { isObject, type JsonObject, listOf, own, parseObject, textOf } from "../message/json.js";
import { members, memberSpan } from "../message/jsontext.js";
import { fits, fitting, type Notes, type Params, paramsMessage, readParams, withoutOurs } from "../message/params.js";
import { ElicitationError } from "./errors.js";
import { errorCode } from "./reasons.js";
import type { ElicitContent, ElicitResult } from "./types.js";

/** What one call asks the frame. */
export interface Question {
  /** The requests in their order; more than one only in a round. */
  readonly parts: readonly Part[];
  readonly isRound: boolean;
  /** The answer waits until every page of the round is finished. */
  readonly hold: boolean;
}

/** What the program has answered: a decision about each part of the question, or why there is none. */
export type Results = ElicitResult[] | Error;

/** One elicitation request, with what the host has to know of it. */
export interface Part extends Params {
  /** Its name in a round. */
  key?: string | undefined;
  /** The request asks to open a page. */
  url: boolean;
  /** The server's name of that page, if it gave one. */
  elicitationId: unknown;
}

/** The question of a single request. */
export function single(params: unknown): Question {
  return { parts: [partOf(jsonOf(params))], isRound: false, hold: false };
}

/**
 * The question that asks all elicitations among input requests, in the order of
 * their text. There may be none among them.
 */
export function round(requests: unknown, hold: boolean): Question {
  const text = jsonOf(requests) ?? "";
  if (!parseObject(text)) {
    throw new ElicitationError("invalid-request", { reason: "not-an-object" });
  }
  const all = members(text);
  if (new Set(all.map(({ name }) => name)).size < all.length) {
    throw new ElicitationError("invalid-request", { reason: "duplicate-name" });
  }
  const parts = all
    .filter(({ value }) => own(parseObject(value), "method") === "elicitation/create")
    .map(({ name, value }) => partOf(memberSpan(value, "params")?.value, name));
  return { parts, isRound: true, hold };
}

/** The message that asks a question. */
export function questionMessage({ parts, isRound, hold }: Question, id: number, notes: Notes): string {
  if (!isRound) {
    return paramsMessage(id, "elicitation/create", parts[0]!, notes);
  }
  return fitting(id, "elicitform/round", { ...notes, hold }, undefined, (ours, rejected) => {
    // What the server wrote under our names is removed. The frame refuses params that
    // are no object.
    const requests = rejected ? [] : parts.map(({ key, text = "null" }) => `{"key":${JSON.stringify(key)},"params":${withoutOurs(text)}}`);
    return `{"requests":[${requests.join(",")}],"_meta":{${ours}}}`;
  });
}

/**
 * Reads a response: the results and the parts whose page the person waits for, or
 * the error to reject with when there is no decision about each part.
 */
export function readAnswer({ parts, isRound, hold }: Question, response: JsonObject): { value: Results; opened: Part[] } {
  if (!Object.hasOwn(response, "result")) {
    const data = own(response, "error", "data");
    const [code, reason, key] = ["code", "reason", "key"].map((name) => textOf(own(data, `elicitform/${name}`)));
    return { value: new ElicitationError(errorCode(code), { reason, key }), opened: [] };
  }
  const answers = isRound ? listOf(own(response, "result", "responses")) : [response];
  const results = answers.map((answer, i) => {
    const result = own(answer, "key") === parts[i]?.key ? readResult(own(answer, "result"), parts[i]) : undefined;
    // The page was opened, but the person has given up waiting for it.
    return result && hold && own(answer, "finished") === "closed" ? { action: "cancel" } : result;
  });
  if (results.length !== parts.length || results.includes(undefined)) {
    return { value: new ElicitationError("internal", { reason: "malformed-result" }), opened: [] };
  }
  // Accept says that a page was opened. In a round the answer also says when the
  // person does not wait for the page any more.
  const opened = parts.filter(({ url }, i) => url && !hold && !own(answers[i], "finished") && results[i]!.action === "accept");
  return { value: results as ElicitResult[], opened };
}

// The result that a frame gave for one request. It is undefined when the value has
// any other shape: somebody may have replaced the frame, and nothing but a proper
// result counts as a decision of a person.
function readResult(result: unknown, part: Part | undefined): ElicitResult | undefined {
  const action = own(result, "action");
  const content = own(result, "content");
  if (action === "accept" && isObject(content)) {
    // The content is handed on as it was parsed: JSON.parse makes "__proto__" an own
    // property, and a copy might not. With a reference in the schema only the frame
    // knows which properties there are, because only the frame follows references.
    const schema = own(part?.value, "requestedSchema");
    const asked = (name: string): boolean => (own(schema, "$ref") ?? own(schema, "properties", name)) !== undefined;
    const sound = Object.entries(content).every(([name, value]) => asked(name) && isAnswer(value)) && fits(JSON.stringify(content));
    return sound ? { action, content: content as ElicitContent } : undefined;
  }
  const bare = action === "decline" || action === "cancel" || (action === "accept" && content === undefined);
  return bare ? { action } : undefined;
}

function isAnswer(value: unknown): boolean {
  const text = (one: unknown): boolean => typeof one === "string";
  return text(value) || typeof value === "boolean" || Number.isFinite(value) || (Array.isArray(value) && value.every(text));
}

function partOf(text: string | undefined, key?: string): Part {
  const params = readParams(text);
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
