import { type JsonObject, parseObject, type RequestId } from "./json.js";
import { memberOf } from "./jsontext.js";
import { MAX_TEXT, type Notes, type Reason } from "./names.js";

/** The params of a request. */
export interface Params {
  /** The JSON text as the server wrote it; undefined when the request has no params. */
  readonly text: string | undefined;
  /** The object that the text holds; undefined when it holds none, or is too large to be read. */
  readonly value: JsonObject | undefined;
}

/** A request of a round. */
export interface RoundRequest extends Params {
  /** Its name in the round; undefined for a single request. */
  readonly key?: string | undefined;
  /** Why there is no text to send. */
  readonly rejected?: Reason | undefined;
}

/** Reads params, once. Everything that needs a member takes it from what this returns. */
export function readParams(text: string | undefined): Params {
  return { text, value: text && text.length <= MAX_TEXT ? parseObject(text) : undefined };
}

/** A member of the params as the server wrote it, or undefined. */
export function memberText({ text, value }: Params, name: string): string | undefined {
  return value && memberOf(text!, name);
}

/**
 * The params of a message about a round. The params that the servers wrote are strings in it, byte for byte, so that
 * nothing in them can pass for a note of the host. Params that are too large are replaced by that reason, for the person.
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

/** Whether a text has at most so many bytes of UTF-8: by default as many as params or an answer may have. */
export function fits(text: string, most: number = MAX_TEXT): boolean {
  return text.length <= most && bytesOf(text) <= most;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
