// The texts of requests stay unchanged, because the order of the properties is part of a request.

import { CREATE } from "../../bridge/message/names.js";
import { URL_ELICITATION_REQUIRED } from "../../bridge/host/index.js";
import { items, locate, type Located, member, membersOf, number, text } from "./located.js";

/** The params of one elicitation. */
export interface Asked {
  /** Its key in a round; empty outside of a round. */
  key: string;
  params: Located;
}

/** A recognised text. */
export type Reading = { kind: "problem"; problem: string } | Readable;

/** A pasted text with at least one request. */
export type Readable = RequestReading | RoundReading | NonNullable<ReturnType<typeof readRequired>>;

/** One request: its params alone, its whole JSON-RPC message, or only its schema. */
export type RequestReading = ReturnType<typeof readRequest>;

/** The `inputRequests` of revision 2026-07-28. */
export type RoundReading = NonNullable<ReturnType<typeof readRound>>;

/** The message for a pasted schema without a request. */
export const PLACEHOLDER_MESSAGE = "Your message appears here.";

/** Recognises a text. The form reports mistakes of a request, not this function. */
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
  return readRequired(root) ?? readRound(root) ?? rejectOther(root) ?? readRequest(root);
}

type Link = Record<"request" | "server", string>;

const MAX_SERVER = 200;

/** Reads a fragment `#request=…&server=…`; undefined if it has no request. */
export function readFragment(fragment: string): Link | undefined {
  const [, whole] = /^#request=(.*)$/s.exec(fragment) ?? [];
  if (whole === undefined) {
    return undefined;
  }
  // A "&" that writeFragment did not write belongs to the request, and a brace follows it.
  const [, request = whole, name = ""] = /^(.*)&server=([^&]*)$/s.exec(whole) ?? [];
  const server = decode(name);
  return /["{}]/.test(server)
    ? { request: decode(whole), server: "" }
    : { request: decode(request), server: server.slice(0, MAX_SERVER) };
}

/** Writes the fragment for readFragment. */
export function writeFragment({ request, server }: Link): string {
  const more = server === "" ? "" : `&server=${encodeURIComponent(server)}`;
  return `#request=${encodeURIComponent(request)}${more}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// The error -32042 of revision 2025-11-25: its pages have to be opened before the call is repeated.
function readRequired(root: Located) {
  const error = [member(root, "error"), root].find((value) => number(value, "code") === URL_ELICITATION_REQUIRED);
  const pages: Asked[] = items(error, "data", "elicitations").map((params) => ({ key: "", params }));
  return error && { kind: "required" as const, root, asked: pages, error: error.text };
}

function readRound(root: Located) {
  const result = [member(root, "result"), root].find((value) => member(value, "inputRequests")?.kind === "object");
  // A pasted object whose members are all requests is the map itself.
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
    state: member(result, "requestState")?.text,
  };
}

// The form would take other JSON for a request without fields, and ask for a confirmation.
function rejectOther(root: Located): Reading | undefined {
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

function readRequest(root: Located) {
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

/** Reports whether a schema was pasted without the request around it. */
export function isBareSchema(reading: Readable): boolean {
  return reading.kind === "request" && reading.source === "schema";
}
