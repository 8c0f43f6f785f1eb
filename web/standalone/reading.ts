// Recognises in which of the shapes of an elicitation a text is. The texts of requests are
// kept as they are, because the order of the properties is part of a request.

import { CREATE } from "../../bridge/message/names.js";
import { URL_ELICITATION_REQUIRED } from "../../bridge/host/index.js";
import { items, locate, type Located, member, membersOf, number, text } from "./located.js";

/** The params of one elicitation. */
export interface Asked {
  /** Its key in a round; empty outside of a round. */
  key: string;
  params: Located;
}

/** A pasted text, as it was recognised. */
export type Reading = { kind: "problem"; problem: string } | Readable;

/** A pasted text that asks for something. */
export type Readable = RequestReading | RoundReading | NonNullable<ReturnType<typeof required>>;

/** One request: its params alone, its whole JSON-RPC message, or only its schema. */
export type RequestReading = ReturnType<typeof request>;

/** The `inputRequests` of revision 2026-07-28. */
export type RoundReading = NonNullable<ReturnType<typeof round>>;

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

/** What a link carries: the request as it was written, and the name of the server that asks, which may be empty. */
type Linked = Record<"request" | "server", string>;

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
  return /["{}]/.test(server)
    ? { request: decoded(whole), server: "" }
    : { request: decoded(request), server: server.slice(0, LONGEST_SERVER) };
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

// The error -32042 of revision 2025-11-25: its pages have to be opened before the call is repeated.
function required(root: Located) {
  const error = [member(root, "error"), root].find((value) => number(value, "code") === URL_ELICITATION_REQUIRED);
  const asked: Asked[] = items(error, "data", "elicitations").map((params) => ({ key: "", params }));
  return error && { kind: "required" as const, root, asked, error: error.text };
}

function round(root: Located) {
  const result = [member(root, "result"), root].find((value) => member(value, "inputRequests")?.kind === "object");
  // The map may have been pasted alone: an object of nothing but requests.
  const isMap = membersOf(root).length > 0 && membersOf(root).every(({ value }) => text(value, "method") !== undefined);
  const map = member(result, "inputRequests") ?? (isMap ? root : undefined);
  const ours = membersOf(map).filter(({ value }) => text(value, "method") === CREATE && member(value, "params"));
  return map && {
    kind: "round" as const,
    root,
    asked: ours.map(({ name, value }): Asked => ({ key: name, params: member(value, "params") ?? value })),
    /** The keys of requests of other methods, which a client answers itself. */
    others: membersOf(map).filter((one) => !ours.includes(one)).map(({ name }) => name),
    requests: map.text,
    /** The JSON text of `requestState`, which the client sends back unchanged. */
    state: member(result, "requestState")?.text,
  };
}

// Finds JSON that is no request. The form would take it for a request without
// fields, and only ask for a confirmation.
function stranger(root: Located): Reading | undefined {
  const method = text(root, "method");
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

function request(root: Located) {
  const params = member(root, "params");
  const isMessage = text(root, "method") === CREATE;
  const isParams = member(root, "message") !== undefined || member(root, "requestedSchema") !== undefined;
  const one = (source: "params" | "message" | "schema", asked: Located, id?: string) =>
    ({ kind: "request" as const, root, source, asked: [{ key: "", params: asked }] as const, id });
  if (params && (isMessage || (params.kind === "object" && !isParams))) {
    return one("message", params, member(root, "id")?.text);
  }
  if (!isMessage && !isParams && member(root, "mode") === undefined && member(root, "properties")?.kind === "object") {
    return one("schema", locate(`{"message":${JSON.stringify(PLACEHOLDER_MESSAGE)},"requestedSchema":${root.text}}`));
  }
  return one("params", root);
}

/** Whether a schema was pasted without the request around it. */
export function isBareSchema(reading: Readable): boolean {
  return reading.kind === "request" && reading.source === "schema";
}
