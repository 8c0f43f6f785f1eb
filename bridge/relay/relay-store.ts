// What a relay needs of the place where open requests are kept. A store holds states and
// decides who comes first; nothing in it waits.

/** How a request has ended. Each end is final. */
export type RelayEnd = "answered" | "refused" | "withdrawn" | "expired" | "orphaned";

/** How a request stands, or why it could not be asked: another question has its key, or too many wait. */
export type RelayState = "open" | RelayEnd | "unknown" | "conflict" | "full";

/** What a store says about a request. */
export interface Verdict {
  state: RelayState;
  /** Whether the caller has ended it. Only `end` says so. */
  whose: "mine" | "other" | "";
  /** The result of an answered request, or why one was refused, as JSON text. */
  result: string;
  /** In milliseconds since 1970, or 0. It is the one that the request was first asked with. */
  deadline: number;
}

/** A request to ask. Times are in milliseconds. */
export interface AskRecord {
  id: string;
  /** What tells the question from another one under the same id. */
  fp: string;
  /** The question, as JSON text. */
  body: string;
  /** In milliseconds since 1970, or 0 for none. */
  deadline: number;
  /** How long the request is its asker's without a sign of life. */
  lease: number;
  /** How long it is kept after its end, or after the end of its lease. */
  keep: number;
  /** How many requests of a session are open at most. */
  most: number;
}

/** An end that somebody wants for a request. */
export interface EndRecord {
  id: string;
  how: RelayEnd;
  result: string;
  /** A name that no other end has: who repeats an end under the same name hears that it was theirs. */
  by: string;
  keep: number;
}

/** A page that the server says is finished. An empty server means any. */
export interface FinishedPage {
  server: string;
  elicitationId: string;
}

/** All that a session has to know. */
export interface Snapshot {
  /** Grows with every change. */
  v: number;
  /** In the order in which they were asked. */
  open: { id: string; body: string; deadline: number; draft: string; lease: number }[];
  /** What has ended since the version that was asked about, as far as that is still known. */
  gone: { id: string; how: RelayEnd }[];
  /** The pages that were finished since then. */
  pages: FinishedPage[];
}

/**
 * Where open requests are kept. Every change is one step that happens wholly or not at all,
 * can be repeated, and is decided by the store's own clock.
 */
export interface RelayStore {
  /** Asks, or joins a request again that has the same id. */
  ask(session: string, request: AskRecord): Promise<Verdict>;
  /** Ends a request, unless it has ended already or it is too early to call it expired or orphaned. */
  end(session: string, end: EndRecord): Promise<Verdict>;
  /** Says how a request stands, and renews its lease: only its asker peeks. */
  peek(session: string, request: { id: string; lease: number; keep: number }): Promise<Verdict>;
  /** Keeps what somebody has begun to answer. Nobody is told. */
  draft(session: string, draft: { id: string; text: string }): Promise<Verdict>;
  /** Keeps that a page is finished, and returns the version. */
  page(session: string, page: FinishedPage & { keep: number }): Promise<number>;
  read(session: string, since: number): Promise<Snapshot>;
  /** Rings after changes of the session: now and then once too often, or not at all. Resolves once it rings, with the function that ends it. */
  watch(session: string, ring: () => void): Promise<() => void>;
  /** Closes what the store has opened itself. */
  close?(): Promise<void>;
}
