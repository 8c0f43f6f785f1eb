import type { JsonObject, RequestId } from "../message/json.js";
import type { Notes, WaitEnd } from "../message/names.js";

/** A page that a round wants to open. */
export interface Page {
  /** The server's name of the page, in its notification that the page is finished. */
  readonly elicitationId: unknown;
}

/** One round. */
export interface SessionRound {
  /** The JSON-RPC id under which the program gets the request. */
  readonly id: RequestId;
  /** The id of the server. */
  readonly from: string;
  /** The pages that the round wants to open; after the answer, the opened pages that are not finished. */
  pages: readonly Page[];
  /** When the round expires, in milliseconds since 1970. */
  readonly deadline?: number | undefined;
  /** The pages that the server called finished, by the server's names. Empty at first. */
  readonly completed: Set<unknown>;
  /** Aborted when the round ends, so that signals and timers do not keep it in memory. */
  readonly over: AbortController;
}

/** How a round ended. */
export type End<V> =
  /** The program answered the round. */
  | { how: "answered"; value: V }
  /** The server withdrew the round. */
  | { how: "withdrawn"; reason: unknown }
  /** The deadline has passed. */
  | { how: "expired" }
  /** Too many rounds of the server wait, so this round was never shown. */
  | { how: "rejected"; reason: "too-many-requests" }
  /** Nobody can answer the round. */
  | { how: "failed"; error: Error };

/** The response of the program to a round. */
export interface Answer<V> {
  /** The value of the end. */
  value: V;
  /** The pages that the person opened and has not finished. */
  opened: readonly Page[];
  /** Finds problems before the round ends. With problems, or if it rejects, the person answers again. */
  check?: (() => Promise<object[]>) | undefined;
}

/** The place of a round in the queue. */
export type Place = NonNullable<Notes["queue"]>;

/** An event of a round before or after its end. */
export type SessionEvent =
  /** The round waits for its turn; `waiting` rounds wait in all. */
  | { type: "queued"; waiting: number }
  /** The check of an answer has failed. The person can send again. */
  | { type: "error"; code: "internal"; reason: "check-failed" }
  /** The opened page of the round is finished. */
  | { type: "finished"; how: WaitEnd };

/** The owner of a session: it makes the rounds, and has the display (the frame, or in the frame the program). */
export interface SessionOwner<R, V> {
  /** Whether the display accepts messages. When it opens, the owner calls the session's show(). */
  readonly open: boolean;
  /** Whether the display is in the page. */
  readonly present: boolean;
  /** Makes the place of the round visible. Returns true if the display has lost its content by that. */
  reveal(round: R): boolean;
  /** Sends the message that shows the round. */
  show(round: R, queue: Place): void;
  /** Sends the message that shows the opened page of an answered round. */
  wait(round: R): void;
  /** Sends a notification. */
  inform(method: string, params: object): void;
  /** Hides the display: the round was withdrawn before it was shown. */
  hide(): void;
  /** Reads the program's response to a round. */
  read(round: R, response: JsonObject): Answer<V>;
  /** Takes the end of a round; called once for each round. */
  hasEnded(round: R, end: End<V>): void;
  /** Takes an event of a round. */
  tell(round: R, event: SessionEvent): void;
  /** The person closed the last screen. */
  closed(): void;
}
