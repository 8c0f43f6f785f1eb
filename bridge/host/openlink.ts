import type { RpcOutcome } from "./rpc.js";
import type { FormHostOptions } from "./types.js";

const REFUSED = -32000;

/**
 * Opens a page that the frame asks for, and returns the answer for the frame. The
 * frame has asked the person; this is the last check of the address. Without
 * `open` no page may be opened.
 */
export async function openLink(url: unknown, open: FormHostOptions["openLink"] | false): Promise<RpcOutcome> {
  try {
    if (open && typeof url === "string" && /^https?:$/.test(new URL(url).protocol)) {
      await open(url);
      return { result: {} };
    }
  } catch {
    // The text is no address, or the host page has refused it: the frame tells the person.
  }
  return { error: { code: REFUSED, message: "Not opened" } };
}
