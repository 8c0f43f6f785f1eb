// The frame runs nothing without a sandbox: its document would have the cookies, the storage and the pages of its whole origin.

import { guardOf, SANDBOX } from "../message/sandbox.js";

/** Reports whether one of these addresses has this origin. In a sandbox the origin is "null", which no address has. */
export function isExposed(origin: string, addresses: readonly string[]): boolean {
  return addresses.some((address) => URL.canParse(address) && originOf(new URL(address)) === origin);
}

// URL.origin is "null" for a scheme of an app, such as app://window. The documents of that app have an origin all the same.
function originOf({ origin, protocol, host }: URL): string {
  return origin === "null" ? `${protocol}//${host}` : origin;
}

/** Tells a developer why nothing runs, and how to mend it. */
export function describeExposure(origin: string): string {
  return `the form's document is not sandboxed: it has the origin ${origin} of its files, so that nothing runs in it. ` +
    `Its iframe needs the attribute sandbox="${SANDBOX}" without allow-same-origin, ` +
    `or its server has to send “Content-Security-Policy: ${guardOf("…")}” with it.`;
}
