import { type JsonObject, parseObject, type RequestId } from "./json.js";
import { memberOf } from "./jsontext.js";
import { MAX_TEXT, type Notes, type Reason } from "./names.js";

/** The params of a request. */
export interface Params {
  /** The server's own JSON text; undefined when the request has no params. */
  readonly text: string | undefined;
  /** The object of the text; undefined for another value, and for a text that is too large to be read. */
  readonly value: JsonObject | undefined;
}

/** A request of a round. */
export interface RoundRequest extends Params {
  /** Its name in the round; undefined for a single request. */
  readonly key?: string | undefined;
  /** Why there is no text to send. */
  readonly rejected?: Reason | undefined;
}

/** Reads params, once: all other code takes members from the result. */
export function readParams(text: string | undefined): Params {
  return { text, value: text && text.length <= MAX_TEXT ? parseObject(text) : undefined };
}

/** Returns the server's own text of a member, or undefined. */
export function memberText({ text, value }: Params, name: string): string | undefined {
  return value && memberOf(text!, name);
}

/**
 * Makes the params of a message about a round. The servers' params are strings in it, byte for byte, so that nothing in
 * them can pass for a note of the host. Params that are too large are replaced by that reason, for the person.
 */
export function roundParams(notes: Notes, round: readonly Omit<RoundRequest, "value">[], requestId?: RequestId): object {
  let size = 0;
  const requests = round.map(({ key, text = "null", rejected }) => {
    size += bytesOf(text);
    const reason = rejected ?? (size > MAX_TEXT ? "too-large" : undefined);
    return reason ? { key, rejected: reason } : { key, params: text };
  });
  return { requestId, notes, requests };
}

/** Reports whether a text has at most so many bytes of UTF-8: by default the limit of params and of an answer. */
export function fits(text: string, maxBytes: number = MAX_TEXT): boolean {
  return text.length <= maxBytes && bytesOf(text) <= maxBytes;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
