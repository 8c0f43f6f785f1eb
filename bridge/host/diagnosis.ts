import type { Failure } from "../message/names.js";

/** Why there is no document of ours in the frame: a code of {@link ElicitationError.reason}, and a message for the developer. */
export type Diagnosis = ReturnType<typeof told>;

// How long a server may take that answers the frame with nothing, in milliseconds.
const PATIENCE = 5000;

/** Says what is wrong with the frame's document at this address, and which command says more. */
export function told(url: string, reason: Failure, what: string) {
  return { reason, message: `${url} ${what}. Run: npx elicitform check ${url.split("?")[0]} --from ${globalThis.origin}` };
}

/** Finds out why there was no hello from the document at this address. "no-handshake" means that it may still do so. */
export async function diagnose(url: string): Promise<Diagnosis> {
  const silent = (what: string): Diagnosis => told(url, "no-handshake", what);
  if (url.startsWith("file:")) {
    return silent("is on file://");
  }
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
    const sent = (header: string): string => response.headers.get(header) ?? "";
    if (!(await response.text()).includes("elicitform-wasm")) {
      return told(url, "wrong-page", `is another page (status ${response.status})`);
    }
    // Headers of another origin cannot be read.
    const type = sent("content-type");
    const embedders = /frame-ancestors[^;,]*/.exec(sent("content-security-policy"))?.[0] ?? sent("x-frame-options");
    const header = /html|^$/.test(type) ? (/'self'|\*|sameorigin|^$/i.test(embedders) ? "" : embedders) : type;
    return silent(header ? `is sent with ${header}` : "is silent");
  } catch {
    return silent("is silent");
  }
}
