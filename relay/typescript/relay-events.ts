import type { RelayEnd } from "./relay-store.js";

/** Why an answer is refused. An empty name means the whole answer. */
export interface Problem {
  /** The request's key in its round; a single request has none. */
  key?: string;
  /** The exact name of the property. */
  name: string;
  /** A short description for a log. */
  message: string;
}

/** An event of a relay, for logs. It never carries an answer. */
export type RelayEvent =
  /** A round is open: the devices of its session show it. */
  | { type: "asked"; session: string; id: string; server: string }
  /** A round has ended that this process waits for. The server is empty if another process has asked the round. */
  | { type: "ended"; session: string; id: string; server: string; how: RelayEnd }
  /** A device has sent an answer that its round does not allow. The round stays open. */
  | { type: "answer-refused"; session: string; id: string; problems: readonly Problem[] }
  /** The store, or `authorize`, has failed. Callers that wait for an answer ask the store again. */
  | { type: "failed"; error: unknown };

/**
 * The state of a device's connection. `open` and `polling` receive changes. `offline` tries again by itself; `denied` does not, because
 * this device may not use the relay.
 */
export type RelayConnectionState = "connecting" | "open" | "polling" | "offline" | "denied" | "closed";

/** An event of a device's connection. It never carries an answer. */
export type RelayConnectionEvent =
  | { type: "state"; state: RelayConnectionState }
  /** A round is shown, or waits for its turn. */
  | { type: "asked"; id: string; server: string }
  /** A round has ended here: this device has delivered the answer, or the round has ended elsewhere. */
  | { type: "ended"; id: string; server: string; how: "delivered" | RelayEnd }
  /** An error. Without an id it is about the connection, which tries again by itself unless its state is `denied`. */
  | { type: "error"; id?: string | undefined; error: unknown };
