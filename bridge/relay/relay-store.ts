// What a relay needs of the place where rounds are kept. A store holds states and
// decides which end comes first; nothing in it waits.

/** How a round has ended. Each end is final. */
export type RelayEnd = "answered" | "rejected" | "withdrawn" | "expired" | "orphaned";

/**
 * How a round stands, or why it could not be asked: another round has its id, or too much is open. One that is acknowledged was
 * answered: its client has taken the answer, and the store has deleted it.
 */
export type RelayState = "open" | RelayEnd | "acknowledged" | "unknown" | "conflict" | "full";

/** What a store says about a round. */
export interface Verdict {
  /** How the round stands. */
  state: RelayState;
  /** Whether the caller has ended it, or has opened it. Only `end` and `ask` say so. */
  whose: "mine" | "other" | "";
  /** The answer to a round, or why one was rejected, as JSON text; of "full" the {@link RelayLimit}. */
  result: string;
  /** In milliseconds since 1970, or 0. It is the one that the round was first asked with. */
  deadline: number;
}

/**
 * How much may be open in a session: rounds, and bytes of UTF-8 of their text and their calls as they are kept; and how many new
 * bytes may be asked in a minute, all of them at once or one after the other.
 */
export interface RelayLimits {
  /**
   * How many rounds may be open, of all servers together.
   *
   * @defaultValue 100
   */
  open: number;
  /**
   * How many bytes the open rounds of all servers may have together.
   *
   * @defaultValue 4 MiB
   */
  bytes: number;
  /**
   * How many bytes all servers together may ask within a minute.
   *
   * @defaultValue 4 MiB
   */
  newBytes: number;
  /**
   * How many rounds of one server may be open.
   *
   * @defaultValue 20
   */
  serverOpen: number;
  /**
   * How many bytes the open rounds of one server may have together.
   *
   * @defaultValue 1 MiB
   */
  serverBytes: number;
  /**
   * How many bytes one server may ask within a minute.
   *
   * @defaultValue 1 MiB
   */
  serverNewBytes: number;
}

/** How much may be open of one asker, under whatever names of servers. Without them it is as much as for all together. */
export interface AskerLimits {
  /** How many rounds one asker may have open. */
  askerOpen: number;
  /** How many bytes of UTF-8 they may have. */
  askerBytes: number;
  /** How many bytes one asker may ask within a minute. */
  askerNewBytes: number;
}

export type { RelayLimit } from "../message/names.js";

/** Which round is meant: when one is forgotten, another may be asked under its id. */
export interface RoundRef {
  /** The name of the round in its session. */
  id: string;
  /** The fingerprint, which no other round has. */
  fp: string;
}

/** A round to ask. Times are in milliseconds. */
export interface AskRecord extends RoundRef {
  /** The round, as JSON text. */
  body: string;
  /**
   * Kept with it until the answer is acknowledged, or the round ends otherwise; of clients that join, the first one that has a call
   * counts. It is text that only the relay reads; empty for none.
   */
  call: string;
  /** The host's own name of the server. */
  server: string;
  /** Who asks, of several who share the session, as the Go half does; empty for nobody in particular. */
  asker?: string;
  /** The server's names of the pages that the round leads to. They are kept, unless the round ends without an answer. */
  pages?: readonly string[];
  /** In milliseconds since 1970, or 0 for none. */
  deadline: number;
  /** How long the round is open without a sign of its client. It does not shorten the lease that the round has. */
  lease: number;
  /** How long it is kept after its end, also where another process ends it, or after the end of its lease. It shortens nothing. */
  keep: number;
  /** How much may be open with it. */
  limits: RelayLimits & Partial<AskerLimits>;
}

/** How a round is to end. */
export interface EndRecord extends RoundRef {
  /** The state that ends it. */
  how: RelayEnd | "acknowledged";
  /** The answer, or why it was rejected, as JSON text. */
  result: string;
  /** A name that no other end has: a call that repeats an end under the same name hears that it was its own. */
  by: string;
  /** How many milliseconds it is kept, unless its client has asked for longer. */
  keep: number;
}

/** A page that the server says is finished. An empty server means any. */
export interface FinishedPage {
  /** The host's own name of the server. */
  server: string;
  /** The server's name of the page. */
  elicitationId: string;
  /** Whose page it is, as the Go half says it; no reader is told. */
  asker?: string;
}

/** What a store has of a round; empty where it has forgotten the round. */
export interface RoundRecord {
  /** The fingerprint of the round. */
  fp: string;
  /** The round as JSON text; empty when it is not open any more. */
  body: string;
  /** What the person has begun to answer. */
  draft: string;
  /** In milliseconds since 1970, or 0. */
  deadline: number;
  /** Until when it is open without a sign of its client. */
  lease: number;
  /** The call that it was asked with, while that is kept. */
  call: string;
  /** The host's own name of the server. */
  server: string;
  /** Who has asked. */
  asker: string;
  /** The server's names of the pages that it leads to, as a JSON list, while they are kept; empty for none. */
  pages: string;
}

/** An open round: when it was asked and how long it is open. What it says is read apart. */
export interface OpenRecord extends Pick<RoundRecord, "fp" | "deadline" | "lease"> {
  /** The name of the round in its session. */
  id: string;
  /** The version that the session got by it. */
  asked: number;
}

/** One of two: a round has ended, or a page is finished. */
export interface News {
  /** The version that the session got by it. */
  v: number;
  /** The round that has ended. */
  gone?: { id: string; how: RelayEnd };
  /** The page that is finished. */
  page?: FinishedPage;
}

/** What has changed in a session since a version. */
export interface Snapshot {
  /** Grows with every change, drafts and leases excepted. */
  v: number;
  /** How many rounds are open. */
  count: number;
  /** Those of them that were asked since, in the order in which they were asked. */
  open: OpenRecord[];
  /** What has happened since, oldest first, as far as that is still known. */
  news: News[];
}

/**
 * Where rounds are kept. Every change is one step that happens wholly or not at all,
 * can be repeated, and is decided by the store's own clock.
 */
export interface RelayStore {
  /** Asks, or joins a round again that has the same id: `mine` says that it was not open before. That of another asker is a conflict. */
  ask(session: string, round: AskRecord): Promise<Verdict>;
  /**
   * Ends a round, unless it has ended already, is another one, or it is too early to call it expired or orphaned. "acknowledged"
   * deletes the answer of a round that was answered, and nothing else; for a day, if the answer was to be kept for so long, the
   * store knows that there was one.
   */
  end(session: string, end: EndRecord): Promise<Verdict>;
  /** Says how a round stands, and renews its lease and how long it is kept, of which it shortens nothing: only its client peeks. */
  peek(session: string, round: RoundRef & { lease: number; keep: number }): Promise<Verdict>;
  /** Keeps what the person has begun to answer. Nobody is told. */
  draft(session: string, draft: RoundRef & { text: string }): Promise<Verdict>;
  /**
   * Keeps that a page is finished, and returns the version; 0 where a server says so too often: more than
   * 60 times at once and once a second, and all of a session 240 times at once and four times a second. An asker has as much as a
   * server, for all of its servers.
   */
  page(session: string, page: FinishedPage & { keep: number }): Promise<number>;
  /** What has changed since a version; since 0, all that there is. What it costs does not grow with the rounds that were open before. */
  read(session: string, since: number): Promise<Snapshot>;
  /** Some fields of rounds, at least. */
  records(session: string, ids: string[], fields: (keyof RoundRecord)[]): Promise<RoundRecord[]>;
  /**
   * Notifies of changes of the session: now and then once too often, or not at all. It tells the id of the round that has
   * changed, `page` for a page, or nothing where it may be any. Resolves once it notifies, with the function that ends it.
   */
  watch(session: string, changed: (id: string) => void): Promise<() => void>;
  /** Closes what the store has opened itself. */
  close?(): Promise<void>;
}
