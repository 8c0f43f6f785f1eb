// Recognises what an author has pasted, dropped or linked to: it may have any of
// the shapes in which servers send elicitations. Their texts are kept as they are,
// because the order of the properties is part of a request.

import { CREATE } from "../../bridge/message/names.js";
import { URL_ELICITATION_REQUIRED } from "../../bridge/host/index.js";
import { items, locate, type Located, member, membersOf, number, parent, text, valueAt } from "./located.js";

/** The params of one elicitation. */
export interface Asked {
  /** Its key in a round; empty outside of a round. */
  key: string;
  params: Located;
}

/** What was pasted. */
export type Reading = { kind: "problem"; problem: string } | Readable;

/** A pasted text that asks for something. */
export type Readable = RequestReading | RoundReading | RequiredReading;

/** One request: its params alone, its whole JSON-RPC message, or only its schema. */
export interface RequestReading {
  kind: "request";
  root: Located;
  source: "params" | "message" | "schema";
  asked: [Asked];
  /** The JSON text of the message's id. */
  id: string | undefined;
}

/** The `inputRequests` of revision 2026-07-28. */
export interface RoundReading {
  kind: "round";
  root: Located;
  asked: Asked[];
  /** The keys of requests of other methods, which a client answers itself. */
  others: string[];
  /** The map as JSON text. */
  requests: string;
  /** The JSON text of `requestState`, which the client sends back unchanged. */
  state: string | undefined;
}

/** The error -32042 of revision 2025-11-25: its pages have to be opened before the call is repeated. */
export interface RequiredReading {
  kind: "required";
  root: Located;
  asked: Asked[];
  /** The error as JSON text. */
  error: string;
}

/** The message for a schema that was pasted alone. */
export const PLACEHOLDER_MESSAGE = "Your message appears here.";

/** Finds out what a text is. When a request has mistakes the form says so, and not this function. */
export function read(source: string): Reading {
  if (source.trim() === "") {
    return { kind: "problem", problem: "Paste a request, open a file, or choose an example." };
  }
  try {
    JSON.parse(source);
  } catch (error) {
    return { kind: "problem", problem: `This is not JSON: ${error instanceof Error ? error.message : "it cannot be parsed"}` };
  }
  const root = locate(source);
  return required(root) ?? round(root) ?? stranger(root) ?? request(root);
}

/** What a link to this page carries. */
export interface Linked {
  /** The request as it was written. */
  request: string;
  /** The name of the server that asks; empty where the link names none. */
  server: string;
}

/** The longest name of a server that a link may carry, in characters. */
const LONGEST_SERVER = 200;

/** What a fragment `#request=…&server=…` carries, or undefined when there is no request in it. */
export function readFragment(fragment: string): Linked | undefined {
  const [, whole] = /^#request=(.*)$/s.exec(fragment) ?? [];
  if (whole === undefined) {
    return undefined;
  }
  // A "&" that writeFragment did not write is one of the request's own, which then ends
  // with a brace behind it.
  const [, request = whole, name = ""] = /^(.*)&server=([^&]*)$/s.exec(whole) ?? [];
  const server = decoded(name);
  return /["{}]/.test(server) ? { request: decoded(whole), server: "" } : { request: decoded(request), server: server.slice(0, LONGEST_SERVER) };
}

/** The fragment that readFragment reads. */
export function writeFragment({ request, server }: Linked): string {
  const more = server === "" ? "" : `&server=${encodeURIComponent(server)}`;
  return `#request=${encodeURIComponent(request)}${more}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // It is not percent-encoded: take it as it is.
    return text;
  }
}

function required(root: Located): RequiredReading | undefined {
  for (const path of ["/error", ""]) {
    const error = valueAt(root, path);
    if (error && number(member(error, "code")) === URL_ELICITATION_REQUIRED) {
      const asked = items(valueAt(error, "/data/elicitations")).map((params) => ({ key: "", params }));
      return { kind: "required", root, asked, error: error.text };
    }
  }
  return undefined;
}

function round(root: Located): RoundReading | undefined {
  for (const path of ["/result/inputRequests", "/inputRequests", ""]) {
    const map = valueAt(root, path);
    if (map?.kind !== "object" || (path === "" && !isRound(map))) {
      continue;
    }
    const state = path === "" ? undefined : member(valueAt(root, parent(path)), "requestState")?.text;
    const reading: RoundReading = { kind: "round", root, asked: [], others: [], requests: map.text, state };
    for (const { name, value } of map.members) {
      const params = member(value, "params");
      if (text(member(value, "method")) === CREATE && params) {
        reading.asked.push({ key: name, params });
      } else {
        reading.others.push(name);
      }
    }
    return reading;
  }
  return undefined;
}

// Finds JSON that is no request. The form would take it for a request without
// fields, and only ask for a confirmation.
function stranger(root: Located): Reading | undefined {
  const method = text(member(root, "method"));
  const isRequest = ["message", "requestedSchema", "mode"].some((name) => member(root, name)) || method === CREATE;
  const problem =
    root.kind === "array" ? "This is a list. Paste one request of it: the protocol has no batches."
    : root.kind !== "object" ? "This is JSON, but not a request."
    : isRequest ? undefined
    : method !== undefined ? `This message is “${method.slice(0, 100)}”. Paste one of “elicitation/create”.`
    : member(root, "result") || member(root, "error") ? "This is an answer that asks for nothing. Paste a request."
    : undefined;
  return problem === undefined ? undefined : { kind: "problem", problem };
}

// Whether this is the value of an inputRequests: an object of nothing but requests.
function isRound(map: Located): boolean {
  const requests = membersOf(map);
  return requests.length > 0 && requests.every(({ value }) => text(member(value, "method")) !== undefined);
}

function request(root: Located): RequestReading {
  const reading = (params: Located, source: RequestReading["source"]): RequestReading => ({
    kind: "request",
    root,
    source,
    asked: [{ key: "", params }],
    id: source === "message" ? member(root, "id")?.text : undefined,
  });

  const params = member(root, "params");
  const isMessage = text(member(root, "method")) === CREATE;
  const isParams = member(root, "message") !== undefined || member(root, "requestedSchema") !== undefined;
  if (params && (isMessage || (params.kind === "object" && !isParams))) {
    return reading(params, "message");
  }
  if (!isMessage && !isParams && member(root, "mode") === undefined && member(root, "properties")?.kind === "object") {
    return reading(locate(`{"message":${JSON.stringify(PLACEHOLDER_MESSAGE)},"requestedSchema":${root.text}}`), "schema");
  }
  return reading(root, "params");
}

/** Whether a schema was pasted without the request around it. */
export function isBareSchema(reading: Readable): boolean {
  return reading.kind === "request" && reading.source === "schema";
}
