import { isObject, own } from "../../bridge/host/json.js";
import { memberSpan } from "../../bridge/host/jsontext.js";

/** The params as JSON text, or why the text is no JSON. */
export type ReadRequest = { params: string } | { problem: string };

/**
 * Finds the params in what somebody pasted: the params alone, a JSON-RPC
 * request, or any object around `params`. Their text stays as it is, because
 * the order of the properties is part of the request. What is JSON but no
 * request is left to the form, which says what is wrong with it.
 */
export function readRequest(text: string): ReadRequest {
  if (text.trim() === "") {
    return { problem: "Paste a request, or choose an example." };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : "it cannot be parsed"}` };
  }
  const wrapped =
    own(value, "method") === "elicitation/create" ||
    (isObject(own(value, "params")) && own(value, "message") === undefined && own(value, "requestedSchema") === undefined);
  const span = wrapped ? memberSpan(text, "params") : undefined;
  return { params: span ? text.slice(span.valueStart, span.end) : text };
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
    // Not percent-encoded after all: show what there is.
    return encoded;
  }
}
