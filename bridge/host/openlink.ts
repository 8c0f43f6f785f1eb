import type { RpcOutcome } from "./rpc.js";
import type { FormHostOptions } from "./types.js";

const REFUSED = -32000;

/** Opens a page for the frame, where that is allowed, and answers it. The frame has asked the person; this is the last check. */
export async function openLink(url: unknown, open: FormHostOptions["openLink"] | false): Promise<RpcOutcome> {
  try {
    if (open && typeof url === "string" && /^https?:$/.test(new URL(url).protocol)) {
      await open(url);
      return { result: {} };
    }
  } catch {
    // No address, or the host's own refusal: the frame tells the person.
  }
  return { error: { code: REFUSED, message: "Not opened" } };
}
