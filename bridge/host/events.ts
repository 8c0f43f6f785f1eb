import type { ElicitResult } from "./result.js";

/** What a request event is about. */
export type AboutRequest = {
  /** The host's name of the server that asks. */
  server: string;
  /** A number that is the same in all events of one call of `elicit` or `elicitAll`. */
  id: number;
};

/** What an event about one part of a round is about. */
export type AboutPart = AboutRequest & {
  /** The request's name in its round; a single request has none. */
  key?: string | undefined;
};

/** What happened, for logs and layout. An event never carries an answer. */
export type FormHostEvent =
  /** Forms can be shown at once. */
  | { type: "ready" }
  /**
   * The frame could not be loaded or has crashed; the next request tries a new
   * one. Reason and message are as in {@link ElicitationError}.
   */
  | { type: "load-failed"; reason: string; message: string }
  /** A request waits for its turn; `waiting` requests wait in all. */
  | (AboutRequest & { type: "queued"; waiting: number })
  /** A request is on the screen: a person can see who asks, and decline. */
  | (AboutRequest & { type: "shown" })
  /** A person has decided. A round settles part by part. */
  | (AboutPart & { type: "settled"; action: ElicitResult["action"] })
  /** The wait for an opened page is over: the server said so, the person did, or gave up. */
  | (AboutRequest & { type: "finished"; how: "completed" | "person" | "closed" })
  /** The server, or you, took the request back. */
  | (AboutRequest & { type: "withdrawn" })
  /** The deadline has passed. */
  | (AboutRequest & { type: "expired" })
  /**
   * No person could decide; `code` as in {@link ElicitationError}. With the
   * code "internal" and the reason "internal" the form has failed, and the person
   * can still decline or cancel; with the reason "check-failed" your check has
   * failed, and the person can send again: the request settles later.
   */
  | (AboutPart & { type: "error"; code: string; reason?: string | undefined })
  /** What is noteworthy about a request, when the host was made with `findings`. */
  | (AboutRequest & { type: "findings"; findings: Finding[] })
  /** For the record, after each form that a person has decided. */
  | { type: "audit"; record: AuditRecord }
  /** The content needs another height. */
  | { type: "resized"; height: number }
  /** The person put the last screen away, and the frame is hidden. */
  | { type: "closed" };

/** Something noteworthy about a request: `secret`, `unsupported:…`, `note:…` or `link:…`. */
export type Finding = {
  code: string;
  /** The property that it is about. */
  property?: string | undefined;
  /** The request's name in its round. */
  key?: string | undefined;
};

/** Who decided what about a form, and where the answers came from. Never the answers. */
export type AuditRecord = AboutPart & {
  /**
   * The SHA-256 of the requestedSchema's own text, in hexadecimal digits.
   * Undefined where there is no schema or no `crypto.subtle` (pages without https).
   */
  schemaHash: string | undefined;
  action: ElicitResult["action"];
  /** Where each answer of an accepted form came from. */
  answers: AuditedAnswer[];
  /** When the form was shown, in milliseconds since 1970. */
  shownAt: number;
  /** When the person decided, in milliseconds since 1970. */
  settledAt: number;
};

/** Where an answer came from: from a default that the person left, from the person, or it was left out. */
export type AuditedAnswer = {
  property: string;
  state: "default" | "edited" | "left-out";
  /** The request's name in its round. */
  key?: string | undefined;
};
