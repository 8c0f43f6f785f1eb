import type { RelayEnd } from "./relay-store.js";

/** Why an answer is refused. An empty name means all of it. */
export interface Problem {
  /** The request's name in its round; a single request has none. */
  key?: string;
  /** The exact name of the property. */
  name: string;
  /** What is wrong, for a log. */
  message: string;
}

/** What happens in a relay, for logs. An event never carries an answer. */
export type RelayEvent =
  /** A round is open: the devices of its session show it. */
  | { type: "asked"; session: string; id: string; server: string }
  /** A round has ended for which this process waits. The server is empty where it only waits, and another process has asked. */
  | { type: "ended"; session: string; id: string; server: string; how: RelayEnd }
  /** A device has sent an answer that the round cannot have. The round stays open. */
  | { type: "answer-refused"; session: string; id: string; problems: readonly Problem[] }
  /** The store, or `authorize`, has failed. Callers that wait for an answer ask the store again. */
  | { type: "failed"; error: unknown };

/**
 * How it stands with the relay: `open` and `polling` hear of changes; `offline` tries again
 * by itself; `denied` does not, because this device may not use the relay.
 */
export type RelayConnectionState = "connecting" | "open" | "polling" | "offline" | "denied" | "closed";

/** What happens on the connection of a device. An event never carries an answer. */
export type RelayConnectionEvent =
  | { type: "state"; state: RelayConnectionState }
  /** A round is shown, or waits for its turn. */
  | { type: "asked"; id: string; server: string }
  /** It is over here: delivered from this device, or ended elsewhere. */
  | { type: "ended"; id: string; server: string; how: "delivered" | RelayEnd }
  /** Something failed. Without an id it is the connection, which tries again by itself unless its state is `denied`. */
  | { type: "error"; id?: string | undefined; error: unknown };
