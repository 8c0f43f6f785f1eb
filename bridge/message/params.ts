import { isObject, type JsonObject } from "./json.js";
import type { RequestId } from "./jsonrpc.js";
import { memberSpan, withMember } from "./jsontext.js";
import { mergeMeta, type Notes, ourMeta } from "./meta.js";

export type { Notes } from "./meta.js";

/** The most bytes of UTF-8 that a message to the frame may have. */
export const MESSAGE_LIMIT = 256 * 1024;

/** The params of a request. */
export interface Params {
  /** The JSON text as the server wrote it; undefined when the request has no params. */
  readonly text: string | undefined;
  /** The object that the text holds. */
  readonly value: JsonObject | undefined;
  /** Why there is no object. */
  readonly rejected: "not-json" | "not-an-object" | "too-large" | "too-deep" | undefined;
}

/** Reads params. Whoever needs a member, or its own text, takes it from what this returns. */
export function readParams(text: string | undefined): Params {
  let value: unknown;
  let rejected: Params["rejected"];
  try {
    rejected = text && text.length > MESSAGE_LIMIT ? "too-large" : isObject((value = JSON.parse(text!))) ? undefined : "not-an-object";
  } catch {
    rejected = "not-json";
  }
  return { text, value: isObject(value) ? value : undefined, rejected };
}

/** A member of the params as the server wrote it, or undefined. */
export function memberText({ text, value }: Params, name: string): string | undefined {
  return value && memberSpan(text!, name)?.value;
}

/**
 * A message to the frame with the params of a server. They stay as they are,
 * text included; only `_meta` gets our members. Params that the frame could not
 * read are replaced by the reason, so that the person learns why there is no form.
 */
export function paramsMessage(id: RequestId | undefined, method: string, { text, rejected }: Params, notes: Notes): string {
  return fitting(id, method, notes, rejected, (ours, rejected) =>
    rejected ? `{"_meta":{${ours}}}` : withMember(text!, "_meta", (meta) => mergeMeta(meta, ours)),
  );
}

/**
 * The message whose params are made with our members of `_meta`. When it is too
 * long it goes without the draft, and then without what the server sent.
 */
export function fitting(
  id: RequestId | undefined,
  method: string,
  notes: Notes,
  rejected: string | undefined,
  params: (ours: string, rejected: boolean) => string,
): string {
  const message = (more: Partial<Notes>): string => {
    const ours = ourMeta({ ...notes, ...more });
    return `${JSON.stringify({ jsonrpc: "2.0", id, method }).slice(0, -1)},"params":${params(ours, more.rejected !== undefined)}}`;
  };
  for (const more of rejected === undefined ? [{}, { draft: undefined }] : []) {
    const whole = message(more);
    if (fits(whole)) {
      return whole;
    }
  }
  return message({ draft: undefined, rejected: rejected ?? "too-large" });
}

/** Params without what was written into their `_meta` under our names. */
export function withoutOurs(params: string): string {
  return memberSpan(params, "_meta") ? withMember(params, "_meta", (meta) => mergeMeta(meta, "")) : params;
}

/** Whether a text is not longer than a message may be. */
export function fits(message: string): boolean {
  return new TextEncoder().encode(message).length <= MESSAGE_LIMIT;
}
