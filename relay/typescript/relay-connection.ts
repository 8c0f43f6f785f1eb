import type { ElicitOptions, Server } from "../../bridge/host/types.js";
import type { RelayDrafts } from "./relay-drafts.js";
import type { RelayConnectionEvent, RelayConnectionState } from "./relay-events.js";

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
