import { requireElicitor } from "../host/elicitor.js";
import type { Elicitor, ElicitOptions, Server } from "../host/types.js";
import { RelayDevice } from "./device.js";
import type { RelayDrafts } from "./relay-drafts.js";
import type { RelayConnectionEvent, RelayConnectionState } from "./relay-events.js";

export { relayDrafts, type RelayDrafts } from "./relay-drafts.js";
export type { RelayConnectionEvent, RelayConnectionState } from "./relay-events.js";

/** How to connect a device with a relay. */
export interface RelayConnectionOptions {
  /** The session, if the endpoint knows the person by cookies. A token names its session. @defaultValue the session of the token */
  session?: string | undefined;
  /** A token of `relay.token(session)`, or a function that gets one, also after it has expired. @defaultValue cookies alone */
  token?: string | (() => string | Promise<string>) | undefined;
  /** The `drafts` of the forms, to share them with other devices. @defaultValue drafts stay on this device */
  drafts?: RelayDrafts | undefined;
  /**
   * Returns where this device shows a round, and whether it takes the focus. The stricter `review` of this and of the request counts.
   *
   * @defaultValue in the container of the forms, without the focus
   */
  show?: ((request: { id: string; server: Server }) => Pick<ElicitOptions, "container" | "focus" | "review">) | undefined;
  /** See `credentials` of fetch. @defaultValue "same-origin" */
  credentials?: RequestCredentials | undefined;
  /** Receives events of the connection. An event never carries an answer. @defaultValue no listener */
  onEvent?: ((event: RelayConnectionEvent) => void) | undefined;
}

/** The connection of a device with a relay. */
export interface RelayConnection {
  /** The present state. */
  readonly state: RelayConnectionState;
  /** Ends the connection and removes the forms. Other devices can answer the open rounds, or this one after the next connectRelay. */
  close(): void;
}

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
