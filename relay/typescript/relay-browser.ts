import { requireElicitor } from "../../bridge/host/elicitor.js";
import type { Elicitor } from "../../bridge/host/types.js";
import { RelayDevice } from "./device.js";
import type { RelayConnection, RelayConnectionOptions } from "./relay-connection.js";

export type { RelayConnection, RelayConnectionOptions } from "./relay-connection.js";
export { relayDrafts, type RelayDrafts } from "./relay-drafts.js";
export type { RelayConnectionEvent, RelayConnectionState } from "./relay-events.js";

/**
 * Shows the rounds of a session in the forms of this device until the connection is closed: those that are open now, also after a
 * reload and on a second device, and all that come.
 *
 * @throws A TypeError for forms without `elicit`, and for an invalid address. Later errors go to `onEvent`.
 *
 * @example
 * ```ts
 * const forms = createFormHost({ container });
 * connectRelay("/relay", forms, { token });
 * ```
 */
export function connectRelay(url: string | URL, forms: Elicitor, options: RelayConnectionOptions): RelayConnection {
  requireElicitor("connectRelay", forms);
  const address = new URL(url, globalThis.document?.baseURI);
  if (options.session !== undefined) {
    address.searchParams.set("session", options.session);
  }
  const device = new RelayDevice(address.href, forms, options);
  return {
    get state() {
      return device.state;
    },
    close: () => device.close(),
  };
}
