import type { Failure } from "../message/names.js";

/** Why the frame does not have our document: a code of {@link ElicitationError.reason}, and a message for the developer. */
export type Diagnosis = ReturnType<typeof describeFault>;

// The time for the server to send the document again, in milliseconds.
const FETCH_TIMEOUT = 5000;

// Makes a diagnosis of a fault of the document at this address, with the command that reports more.
function describeFault(url: string, reason: Failure, what: string) {
  return { reason, message: `${url} ${what}. Run: npx elicitform check ${url.split("?")[0]} --from ${globalThis.origin}` };
}

/** Finds out why the document at this address sent no hello, unless the reason is known. After "no-handshake" a hello can still come. */
export async function diagnose(url: string, known: Failure): Promise<Diagnosis> {
  if (known === "blocked") {
    return describeFault(url, known, "is not in this page's frame-src");
  }
  let what = "is silent";
  if (url.startsWith("file:")) {
    return describeFault(url, "no-handshake", "is on file://");
  }
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT) });
    const headerOf = (name: string): string => response.headers.get(name) ?? "";
    if (!(await response.text()).includes("elicitform-wasm")) {
      return describeFault(url, "wrong-page", `is another page (status ${response.status})`);
    }
    // The headers of another origin are hidden, and count as correct.
    const type = headerOf("content-type");
    const embedders = /frame-ancestors[^;,]*/.exec(headerOf("content-security-policy"))?.[0] ?? headerOf("x-frame-options");
    const header = /html|^$/.test(type) ? ((isFramed() ? /\*|^$/ : /'self'|\*|sameorigin|^$/i).test(embedders) ? "" : embedders) : type;
    if (header) {
      what = `is sent with ${header}`;
    }
  } catch {
    // The server does not answer, or this page may not read the document.
  }
  if (isFramed()) {
    what += ". This page is in a frame itself, and frame-ancestors has to name every page around it";
  }
  return describeFault(url, "no-handshake", what);
}

// Browsers compare frame-ancestors with every page around the frame.
function isFramed(): boolean {
  return globalThis.parent !== undefined && globalThis.parent !== globalThis.self;
}
