// Recognises what an author has pasted, dropped or linked to: it may have any of
// the shapes in which servers send elicitations. Their texts are kept as they are,
// because the order of the properties is part of a request.

import { URL_ELICITATION_REQUIRED } from "../../bridge/host/index.js";
import { locate, type Located, type LocatedObject, member, number, type Path, text, valueAt } from "./located.js";

/** The params of one elicitation. */
export interface Asked {
  /** Its key in a round; empty outside of a round. */
  key: string;
  /** The params as JSON text. */
  params: string;
  /** Where they are in the pasted text. */
  path: Path;
}

/** What was pasted. */
export type Reading =
  | { kind: "problem"; problem: string }
  | RequestReading
  | RoundReading
  | RequiredReading;

/** One request: its params alone, its whole JSON-RPC message, or only its schema. */
export interface RequestReading {
  kind: "request";
  root: Located;
  source: "params" | "message" | "schema";
  asked: Asked;
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
export const PLACEHOLDER_MESSAGE = "The message of your request stands here.";

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
  return required(source, root) ?? round(source, root) ?? stranger(root) ?? request(source, root);
}

/** The request in a fragment `#request=…`, or undefined when it holds none. */
export function requestInFragment(fragment: string): string | undefined {
  const encoded = /^#request=(.*)$/s.exec(fragment)?.[1];
  if (encoded === undefined) {
    return undefined;
  }
  try {
    return decodeURIComponent(encoded);
  } catch {
    // It is not percent-encoded: take it as it is.
    return encoded;
  }
}

function required(source: string, root: Located): RequiredReading | undefined {
  for (const path of [["error"], []]) {
    const error = valueAt(root, path);
    if (number(member(error, "code")) !== URL_ELICITATION_REQUIRED || !error) {
      continue;
    }
    const list = valueAt(error, ["data", "elicitations"]);
    const asked = list?.kind === "array" ? list.items : [];
    return {
      kind: "required",
      root,
      asked: asked.map((item, index) => ({ key: "", params: slice(source, item), path: [...path, "data", "elicitations", String(index)] })),
      error: slice(source, error),
    };
  }
  return undefined;
}

function round(source: string, root: Located): RoundReading | undefined {
  for (const path of [["result", "inputRequests"], ["inputRequests"], []]) {
    const map = valueAt(root, path);
    if (map?.kind !== "object" || (path.length === 0 && !isRound(map))) {
      continue;
    }
    const around = valueAt(root, path.slice(0, -1));
    const state = path.length > 0 ? member(around, "requestState") : undefined;
    const reading: RoundReading = {
      kind: "round",
      root,
      asked: [],
      others: [],
      requests: slice(source, map),
      state: state && slice(source, state),
    };
    for (const { name, value } of map.members) {
      const params = member(value, "params");
      if (text(member(value, "method")) === "elicitation/create" && params) {
        reading.asked.push({ key: name, params: slice(source, params), path: [...path, name, "params"] });
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
  if (root.kind === "array") {
    return { kind: "problem", problem: "This is a list. Paste one request of it: the protocol has no batches." };
  }
  if (root.kind !== "object") {
    return { kind: "problem", problem: "This is JSON, but not a request." };
  }
  const method = text(member(root, "method"));
  if (["message", "requestedSchema", "mode"].some((name) => member(root, name)) || method === "elicitation/create") {
    return undefined;
  }
  if (method !== undefined) {
    return { kind: "problem", problem: `This message is “${method.slice(0, 100)}”. Paste one of “elicitation/create”.` };
  }
  if (member(root, "result") || member(root, "error")) {
    return { kind: "problem", problem: "This is an answer that asks for nothing. Paste a request." };
  }
  return undefined;
}

// Whether this is the value of an inputRequests: an object of nothing but requests.
function isRound(map: LocatedObject): boolean {
  return map.members.length > 0 && map.members.every(({ value }) => text(member(value, "method")) !== undefined);
}

function request(source: string, root: Located): RequestReading {
  const id = member(root, "id");
  const reading = (params: Located, kind: RequestReading["source"], path: Path): RequestReading => ({
    kind: "request",
    root,
    source: kind,
    asked: { key: "", params: slice(source, params), path },
    id: id && kind === "message" ? slice(source, id) : undefined,
  });

  const params = member(root, "params");
  const isMessage = text(member(root, "method")) === "elicitation/create";
  const isParams = member(root, "message") !== undefined || member(root, "requestedSchema") !== undefined;
  if (params && (isMessage || (params.kind === "object" && !isParams))) {
    return reading(params, "message", ["params"]);
  }
  if (!isMessage && !isParams && member(root, "mode") === undefined && member(root, "properties")?.kind === "object") {
    const schema = reading(root, "schema", []);
    schema.asked.params = `{"message":${JSON.stringify(PLACEHOLDER_MESSAGE)},"requestedSchema":${slice(source, root)}}`;
    return schema;
  }
  return reading(root, "params", []);
}

function slice(source: string, value: Located): string {
  return source.slice(value.start, value.end);
}
