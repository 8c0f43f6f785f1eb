import { isObject } from "./json.js";
import { memberSpan, withMember } from "./jsontext.js";
import { mergeMeta, type Notes, ourMeta } from "./meta.js";

export type { Notes } from "./meta.js";

/** The most bytes of UTF-8 that a message to the frame may have. */
export const MESSAGE_LIMIT = 256 * 1024;

/**
 * The `elicitation/create` message for the frame. The server's params stay as
 * they are, text included; only `_meta` gets our members. Params that the
 * frame could not read are replaced by the reason, so that the person learns
 * why there is no form.
 */
export function createMessage(id: number, params: string | undefined, notes: Notes): string {
  return fitting(id, "elicitation/create", notes, rejectedBecause(params), (ours, rejected) =>
    rejected ? `{"_meta":{${ours}}}` : withMember(params!, "_meta", (meta) => mergeMeta(meta, ours)),
  );
}

/**
 * The message whose params are made with our members of `_meta`. When it is too
 * long it goes without the draft, and then without what the server sent.
 */
export function fitting(
  id: number,
  method: string,
  notes: Notes,
  rejected: string | undefined,
  params: (ours: string, rejected: boolean) => string,
): string {
  const message = (more: Partial<Notes>): string => {
    const ours = ourMeta({ ...notes, ...more });
    return `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params(ours, more.rejected !== undefined)}}`;
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

function rejectedBecause(params: string | undefined): "not-json" | "not-an-object" | "too-large" | undefined {
  if (params && params.length > MESSAGE_LIMIT) {
    return "too-large";
  }
  try {
    return isObject(JSON.parse(params!)) ? undefined : "not-an-object";
  } catch {
    return "not-json";
  }
}

/** Whether a text is not longer than a message may be. */
export function fits(message: string): boolean {
  return new TextEncoder().encode(message).length <= MESSAGE_LIMIT;
}
