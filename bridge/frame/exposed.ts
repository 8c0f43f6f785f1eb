// The frame runs nothing where it could reach what belongs to somebody else: a document
// without a sandbox has the cookies, the storage and the pages of its whole origin.

const SANDBOX = "allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox";

/**
 * Whether a document with this origin has the origin of one of these addresses. The
 * origin of a document in a sandbox is "null", which is the origin of no address.
 */
export function isExposed(origin: string, addresses: readonly string[]): boolean {
  return addresses.some((address) => URL.canParse(address) && originOf(new URL(address)) === origin);
}

// The origin of a scheme that is not of the web is "null" as well in a URL, but not in a
// document of an app that has made that scheme.
function originOf({ origin, protocol, host }: URL): string {
  return origin === "null" ? `${protocol}//${host}` : origin;
}

/** Tells a developer why nothing runs, and what mends it. */
export function describeExposure(origin: string): string {
  return `the form's document is not sandboxed: it has the origin ${origin} of its files, so that nothing runs in it. ` +
    `Its iframe needs the attribute sandbox="${SANDBOX}" without allow-same-origin, ` +
    `or its server has to send “Content-Security-Policy: sandbox ${SANDBOX}; frame-ancestors …” with it.`;
}
