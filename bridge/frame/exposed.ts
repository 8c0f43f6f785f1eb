// The frame runs nothing without a sandbox: its document would have the cookies, the storage and the pages of its whole origin.

const SANDBOX = "allow-scripts allow-popups allow-popups-to-escape-sandbox";

/** Whether this origin is that of one of these addresses. In a sandbox it is "null", which is the origin of no address. */
export function isExposed(origin: string, addresses: readonly string[]): boolean {
  return addresses.some((address) => URL.canParse(address) && originOf(new URL(address)) === origin);
}

// A URL says "null" for the origin of a scheme that is not of the web. A document of the app that has made the scheme does not.
function originOf({ origin, protocol, host }: URL): string {
  return origin === "null" ? `${protocol}//${host}` : origin;
}

/** Tells a developer why nothing runs, and what mends it. */
export function describeExposure(origin: string): string {
  return `the form's document is not sandboxed: it has the origin ${origin} of its files, so that nothing runs in it. ` +
    `Its iframe needs the attribute sandbox="${SANDBOX}" without allow-same-origin, ` +
    `or its server has to send “Content-Security-Policy: sandbox ${SANDBOX}; frame-ancestors …” with it.`;
}
