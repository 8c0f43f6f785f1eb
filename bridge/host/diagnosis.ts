/** Why there is no document of ours in the frame. */
export interface Diagnosis {
  /** A short code, as in {@link ElicitationError.reason}. */
  reason: string;
  /** The whole story, for the developer. */
  message: string;
}

// What is known where nothing tells more.
const SILENT = "is silent: its scripts are missing, or its frame-ancestors leave out this page";
// How long a server may take that answers the frame with nothing, in milliseconds.
const PATIENCE = 5000;

/** What is wrong with the frame's document at this address, and the command that says more. */
export function told(url: string, what: string, reason = "no-handshake"): Diagnosis {
  return { reason, message: `${url} ${what}. Run: npx elicitform check ${url.split("?")[0]} --from ${globalThis.origin}` };
}

/** Finds out why there was no hello from the document at this address. "no-handshake" means that it may still do so. */
export async function diagnose(url: string): Promise<Diagnosis> {
  if (url.startsWith("file:")) {
    return { reason: "no-handshake", message: `${url} is on file://: serve it by http, then run: npx elicitform check` };
  }
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
    const sent = (header: string): string => response.headers.get(header) ?? "";
    if (!(await response.text()).includes("elicitform-wasm")) {
      return told(url, `is another page (status ${response.status}): frameUrl must name the index.html of "npx elicitform copy"`, "wrong-page");
    }
    const type = sent("content-type");
    if (type && !/html/.test(type)) {
      return told(url, `is sent as ${type}, not as text/html`);
    }
    // Headers of another origin cannot be read.
    const embedders = /frame-ancestors[^;,]*/.exec(sent("content-security-policy"))?.[0] ?? sent("x-frame-options");
    return told(url, embedders && !/'self'|\*|sameorigin/i.test(embedders) ? `is sent with ${embedders}, which bars this page` : SILENT);
  } catch {
    return told(url, SILENT);
  }
}
