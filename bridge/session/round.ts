import type { JsonObject, RequestId } from "../message/json.js";
import type { Notes, WaitEnd } from "../message/names.js";

/** A page that a round asks to open. */
export interface Page {
  /** The server's name of the page, under which it says that the page is finished. */
  readonly elicitationId: unknown;
}

/** One round. */
export interface SessionRound {
  /** The JSON-RPC id under which the program gets the request. */
  readonly id: RequestId;
  /** The name of the server that asks. */
  readonly from: string;
  /** The pages that the round asks to open; once it is answered, the pages that are still waited for. */
  pages: readonly Page[];
  /** When the answer is worth nothing any more, in milliseconds since 1970. */
  readonly deadline?: number | undefined;
  /** Empty at first: the pages that the server says are finished, by the server's names. */
  readonly completed: Set<unknown>;
  /** Aborted when the round ends: signals and timers that live long must not keep it alive. */
  readonly over: AbortController;
}

/** How a round ended. */
export type End<V> =
  /** The program has answered it. */
  | { how: "answered"; value: V }
  /** The server took it back. */
  | { how: "withdrawn"; reason: unknown }
  /** Its deadline has passed. */
  | { how: "expired" }
  /** It was never shown: too many of its server wait. */
  | { how: "rejected"; reason: "too-many-requests" }
  /** Nobody can answer it any more. */
  | { how: "failed"; error: Error };

/** What a response of the program means. */
export interface Answer<V> {
  /** What the round ends with. */
  value: V;
  /** The pages that the person has opened and that are still waited for. */
  opened: readonly Page[];
  /** Finds problems before the round ends. With problems, or when it rejects, the person answers again. */
  check?: (() => Promise<object[]>) | undefined;
}

/** The place of a round among several. Changes are told by a message of their own. */
export type Place = NonNullable<Notes["queue"]>;

/** What happens to a round before or after its end. */
export type SessionEvent =
  /** The round waits for its turn, as one of so many. */
  | { type: "queued"; waiting: number }
  /** The check of an answer has failed. The person can send again. */
  | { type: "error"; code: "internal"; reason: "check-failed" }
  /** The wait for the page that the round has opened is over. */
  | { type: "finished"; how: WaitEnd };

/** Makes rounds, and has the display, which shows one thing at a time: the frame, or in the frame the program. */
export interface SessionOwner<R, V> {
  /** The display takes messages. When that becomes so later, the session is told by show. */
  readonly open: boolean;
  /** The display is where it was put. */
  readonly present: boolean;
  /** Makes the place visible where the round is shown. */
  reveal(round: R): void;
  /** Sends the message that shows the round. */
  show(round: R, queue: Place): void;
  /** Sends the message that shows the opened page of an answered round again. */
  wait(round: R): void;
  /** Sends a notification. */
  inform(method: string, params: object): void;
  /** There is nothing to see: the round was withdrawn before it was sent. */
  hide(): void;
  /** Reads the response of the program to a round. */
  read(round: R, response: JsonObject): Answer<V>;
  /** The round has ended; called once for each round. */
  hasEnded(round: R, end: End<V>): void;
  /** Something else happened to the round. */
  tell(round: R, event: SessionEvent): void;
  /** The person put the last screen away: there is nothing left to show. */
  closed(): void;
}
