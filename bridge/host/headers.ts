import { isLocal } from "../message/local.js";
import { guardOf } from "../message/sandbox.js";

// The addresses of documents whose headers this page has read.
const known = new Set<string>();

/**
 * Tells the developer when the frame's document comes without the header that guards the page's origin. It asks for the headers
 * once, and only in a page of this machine: the visitors of a chat cannot mend it. The headers of another origin are hidden.
 */
export async function warnOfHeaders(url: string): Promise<void> {
  const { hostname = "", origin = "" } = globalThis.location ?? {};
  if (!isLocal({ hostname }) || !url.startsWith(`${origin}/`) || known.has(url)) {
    return;
  }
  known.add(url);
  const response = await fetch(url, { method: "HEAD" }).catch(() => undefined);
  const policy = response?.headers.get("content-security-policy") ?? "";
  const missing = ["sandbox", "frame-ancestors"].filter((directive) => !new RegExp(`(^|[;,])\\s*${directive}\\b`, "i").test(policy));
  if (response?.ok && missing.length > 0) {
    console.warn(`elicitform: ${url} comes without ${missing.join(" and ")}: other sites can run it in the origin of this page. ` +
      `Send it with Content-Security-Policy: ${guardOf("'self'")}`);
  }
}
