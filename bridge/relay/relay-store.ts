// What a relay needs of the place where open requests are kept. A store holds states and
// decides who comes first; nothing in it waits.

/** How a request has ended. Each end is final. */
export type RelayEnd = "answered" | "refused" | "withdrawn" | "expired" | "orphaned";

/** How a request stands, or why it could not be asked: another question has its id, or too much is open. */
export type RelayState = "open" | RelayEnd | "unknown" | "conflict" | "full";

/** What a store says about a request. */
export interface Verdict {
  state: RelayState;
  /** Whether the caller has ended it. Only `end` says so. */
  whose: "mine" | "other" | "";
  /** The result of an answered request, or why one was refused, as JSON text; of "full" the {@link RelayLimit}. */
  result: string;
  /** In milliseconds since 1970, or 0. It is the one that the request was first asked with. */
  deadline: number;
}

/** How much may be open in a session: questions, and bytes of UTF-8 of their text as it is kept. */
export interface RelayLimits {
  /** For all servers together: 100 questions and 4 MiB by default. */
  open: number;
  bytes: number;
  /** For each server: 20 questions and 1 MiB by default. */
  serverOpen: number;
  serverBytes: number;
}

/** The limit that keeps a request from being asked. */
export type RelayLimit = "too-many-requests" | "too-many-bytes" | "too-many-requests-of-server" | "too-many-bytes-of-server";

/** Which question is meant: when one is forgotten, another may be asked under its id. */
export interface QuestionRef {
  id: string;
  /** The fingerprint, which no other question has. */
  fp: string;
}

/** A request to ask. Times are in milliseconds. */
export interface AskRecord extends QuestionRef {
  /** The question, as JSON text. */
  body: string;
  /** The host's own name of who asks. */
  server: string;
  /** In milliseconds since 1970, or 0 for none. */
  deadline: number;
  /** How long the request is its asker's without a sign of life. */
  lease: number;
  /** How long it is kept after its end, or after the end of its lease. */
  keep: number;
  limits: RelayLimits;
}

/** An end that somebody wants for a request. */
export interface EndRecord extends QuestionRef {
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

/** An open request: when it was asked and how long it is open. What it says is read apart. */
export interface OpenRecord extends QuestionRef {
  /** The version that the session got by it. */
  asked: number;
  /** In milliseconds since 1970, or 0. */
  deadline: number;
  /** Until when it is open without a sign of its asker. */
  lease: number;
}

/** What is shown of an open request. */
export interface Content {
  /** The fingerprint of the question. */
  fp: string;
  /** The question as JSON text; empty when nobody can answer it any more. */
  body: string;
  /** What somebody has begun to answer. */
  draft: string;
}

/** One of two: a request has ended, or a page is finished. */
export interface News {
  /** The version that the session got by it. */
  v: number;
  gone?: { id: string; how: RelayEnd };
  page?: FinishedPage;
}

/** What has changed in a session since a version. */
export interface Snapshot {
  /** Grows with every change, drafts and leases excepted. */
  v: number;
  /** How many requests are open. */
  count: number;
  /** Those of them that were asked since, in the order in which they were asked. */
  open: OpenRecord[];
  /** What has happened since, oldest first, as far as that is still known. */
  news: News[];
}

/**
 * Where open requests are kept. Every change is one step that happens wholly or not at all,
 * can be repeated, and is decided by the store's own clock.
 */
export interface RelayStore {
  /** Asks, or joins a request again that has the same id. */
  ask(session: string, request: AskRecord): Promise<Verdict>;
  /** Ends a request, unless it has ended already, is another question, or it is too early to call it expired or orphaned. */
  end(session: string, end: EndRecord): Promise<Verdict>;
  /** Says how a request stands, and renews its lease: only its asker peeks. */
  peek(session: string, request: QuestionRef & { lease: number; keep: number }): Promise<Verdict>;
  /** Keeps what somebody has begun to answer. Nobody is told. */
  draft(session: string, draft: QuestionRef & { text: string }): Promise<Verdict>;
  /**
   * Keeps that a page is finished, and returns the version; 0 where a server says so too often: more than
   * 60 times at once and once a second, and all of a session 240 times at once and four times a second.
   */
  page(session: string, page: FinishedPage & { keep: number }): Promise<number>;
  /** What has changed since a version; since 0, all that there is. What it costs does not grow with the requests that were open before. */
  read(session: string, since: number): Promise<Snapshot>;
  /** Until when requests are open without a sign of their askers; 0 for one that is forgotten. */
  leases(session: string, ids: string[]): Promise<number[]>;
  /** What is shown of one request. */
  content(session: string, id: string): Promise<Content>;
  /** The draft of one request. */
  unfinished(session: string, id: string): Promise<string>;
  /**
   * Rings after changes of the session: now and then once too often, or not at all. It tells the id of the request that has
   * changed, `page` for a page, or nothing where it may be any. Resolves once it rings, with the function that ends it.
   */
  watch(session: string, ring: (id: string) => void): Promise<() => void>;
  /** Closes what the store has opened itself. */
  close?(): Promise<void>;
}
