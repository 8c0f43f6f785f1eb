import { isObject, own, parseObject, textOf } from "../message/json.js";
import { members, memberSpan } from "../message/jsontext.js";
import { MESSAGE_LIMIT } from "../message/params.js";
import { ElicitationError } from "../host/errors.js";
import type { Server } from "../host/types.js";
import type { Content, OpenRecord } from "./relay-store.js";

/** A question as it is kept and as a browser gets it. What the server wrote is text, so that its order stays. */
export interface Question {
  kind: "one" | "round";
  server: Server;
  /** Of one request: its params. */
  params?: string;
  /** Of a round: its elicitations, by their keys. */
  requests?: string;
  hold?: true;
  review?: "always" | "short";
}

/** How a question is asked. */
export interface QuestionOptions {
  server: Server;
  review?: "always" | "short" | undefined;
}

/** An open question, as a browser gets it. */
export interface OpenQuestion extends Question {
  id: string;
  /** What tells it from another question under the same id. */
  fp: string;
  /** In milliseconds since 1970. */
  deadline?: number;
  /** The unfinished answers, as a device has sent them last. */
  draft?: string;
}

export function single(params: unknown, { server, review }: QuestionOptions): Question {
  const text = jsonOf(params);
  const object = parseObject(text);
  if (!object) {
    throw invalid("not-an-object");
  }
  checkPage(object);
  return { kind: "one", server: named(server), params: text, ...(review && { review }) };
}

/** The elicitations among input requests; undefined when there are none. */
export function round(requests: unknown, hold: boolean | undefined, { server, review }: QuestionOptions): Question | undefined {
  const text = jsonOf(requests);
  if (!parseObject(text)) {
    throw invalid("not-an-object");
  }
  const all = members(text);
  if (new Set(all.map(({ name }) => name)).size < all.length) {
    throw invalid("duplicate-name");
  }
  // What is asked of others, such as a sampling request, is nobody's business here.
  const parts = all.filter(({ value }) => own(parseObject(value), "method") === "elicitation/create");
  const asked = parts.map(({ name, value }) => {
    const params = memberSpan(value, "params");
    checkPage(parseObject(params?.value), name);
    return `${written(name)}:{"method":"elicitation/create"${params ? `,"params":${params.value}` : ""}}`;
  });
  return parts.length === 0
    ? undefined
    : { kind: "round", server: named(server), requests: `{${asked.join(",")}}`, ...(hold && { hold }), ...(review && { review }) };
}

/** An open question as a browser gets it, but for its draft; undefined where nobody can read it. */
export function questionOf({ id, deadline }: Pick<OpenRecord, "id" | "deadline">, { fp, body }: Content): OpenQuestion | undefined {
  const question = parseObject(body);
  return question && { ...(question as unknown as Question), id, fp, ...(deadline > 0 && { deadline }) };
}

// How many bytes of UTF-8 an id may have that the host has given, or a server.
const MOST_ID = 256;

/** Whether text is too long for an id. */
export function isTooLong(id: string): boolean {
  return id.length > MOST_ID || new TextEncoder().encode(id).length > MOST_ID;
}

// An id of a page that no notice may have.
function checkPage(params: unknown, key?: string): void {
  if (isTooLong(textOf(own(params, "elicitationId")) ?? "")) {
    throw new ElicitationError("invalid-request", { reason: "elicitation-id-too-long", key });
  }
}

/** Writes JSON as the other half does, whose question is the same one: Go escapes these two characters. */
export function written(value: unknown): string {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

// Only what the form shows of a server is handed on.
function named(server: Server | undefined): Server {
  if (!textOf(server?.id)) {
    throw new TypeError("relay: options.server.id is missing");
  }
  const { id, name, title } = server!;
  if (isTooLong(id)) {
    throw new ElicitationError("internal", { reason: "server-id-too-long" });
  }
  return { id, ...(textOf(name) && { name }), ...(textOf(title) && { title }) };
}

// The JSON text of what a server sent.
function jsonOf(value: unknown): string {
  let text: string | undefined;
  try {
    text = typeof value === "string" ? value : JSON.stringify(isObject(value) ? value : null);
    JSON.parse(text);
  } catch (cause) {
    throw invalid("not-json", cause);
  }
  if (new TextEncoder().encode(text).length > MESSAGE_LIMIT) {
    throw invalid("too-large");
  }
  return text;
}

function invalid(reason: string, cause?: unknown): ElicitationError {
  return new ElicitationError("invalid-request", { reason, cause });
}
