// The interface of a store, which holds rounds and decides which end comes first. A store waits for nothing.

/** How a round has ended. Every end is final except "orphaned": when its client asks again, the same round is open again. */
export type RelayEnd = "answered" | "rejected" | "withdrawn" | "expired" | "orphaned";

/**
 * The state of a round, or why it could not be asked: "conflict" means that another round has its id, "full" that a limit is reached.
 * "acknowledged" was "answered": its client has the answer, and the store has deleted it.
 */
export type RelayState = "open" | RelayEnd | "acknowledged" | "unknown" | "conflict" | "full";

/** The reply of a store about one round. */
export interface Verdict {
  /** The state of the round after the call. */
  state: RelayState;
  /** Whether this caller caused the state: its `ask` opened the round, or its `end`, or an earlier one with the same `by`, ended it. */
  byCaller: boolean;
  /** JSON text: the answer of an answered round, the reason of a rejected one. Of "full" it is the {@link RelayLimit}. */
  result: string;
  /** The deadline of the `ask` that opened the round, in milliseconds since 1970, or 0. */
  deadline: number;
}

/** Limits of a session. `bytes` count the UTF-8 of bodies and stored calls, `newBytes` only that of bodies. */
export interface RelayLimits {
  /** The largest number of open rounds of all servers together. @defaultValue 100 */
  open: number;
  /** The largest number of bytes in the open rounds of all servers together. @defaultValue 4 MiB */
  bytes: number;
  /** The largest number of new bytes of all servers together, at once and then in each minute. @defaultValue 4 MiB */
  newBytes: number;
  /** The largest number of open rounds of one server. @defaultValue 20 */
  serverOpen: number;
  /** The largest number of bytes in the open rounds of one server. @defaultValue 1 MiB */
  serverBytes: number;
  /** The largest number of new bytes of one server, at once and then in each minute. @defaultValue 1 MiB */
  serverNewBytes: number;
}

/** Limits of one asker, whatever servers it names. Without them the limits of the session apply. */
export interface AskerLimits {
  /** The largest number of open rounds of the asker. */
  askerOpen: number;
  /** The largest number of bytes in them. */
  askerBytes: number;
  /** The largest number of new bytes of the asker, at once and then in each minute. */
  askerNewBytes: number;
}

export type { RelayLimit } from "../../bridge/message/names.js";

/** Names a round. The id alone does not: once the store has forgotten a round, another one may get its id. */
export interface RoundRef {
  /** The name of the round in its session. */
  id: string;
  /** The fingerprint of its content. */
  fp: string;
}

/** A round to ask. Times are in milliseconds. */
export interface AskRecord extends RoundRef {
  /** The round, as JSON text. */
  body: string;
  /**
   * Text that only the relay reads; empty for none. The store keeps it until the answer is acknowledged, or the round ends without
   * an answer. If several clients join a round, the first call that is not empty counts.
   */
  call: string;
  /** The host's own name of the server. */
  server: string;
  /** The asker, if several share the session, as in the Go relay; empty for none. */
  asker?: string;
  /** The server's ids of the pages that the round leads to. The store keeps them unless the round ends without an answer. */
  pages?: readonly string[];
  /** In milliseconds since 1970, or 0 for none. */
  deadline: number;
  /** How long the round stays open without a sign of its client. It does not shorten an earlier lease. */
  lease: number;
  /** How long the answer is kept, or the round after its lease. It does not shorten an earlier `keep`. Other ends: ten minutes at most. */
  keep: number;
  /** The limits that apply to this round. */
  limits: RelayLimits & Partial<AskerLimits>;
}

/** An attempt to end a round. */
export interface EndRecord extends RoundRef {
  /** The state that ends the round. */
  how: RelayEnd | "acknowledged";
  /** JSON text: the answer, or why the round is rejected. */
  result: string;
  /** A unique name of this attempt, so that a retry with the same name is recognised. Empty for none. */
  by: string;
  /** How many milliseconds an answer is kept, unless its client has asked for longer. Other ends: ten minutes at most. */
  keep: number;
}

/** A page that the server calls finished. An empty server means any. */
export interface FinishedPage {
  /** The host's own name of the server. */
  server: string;
  /** The server's id of the page. */
  elicitationId: string;
  /** The asker whose page it is, as in the Go relay. Readers never get it. */
  asker?: string;
}

/** The fields of a stored round; all are empty once the store has forgotten it. */
export interface RoundRecord {
  /** The fingerprint of the round. */
  fp: string;
  /** The round as JSON text; empty after its end. */
  body: string;
  /** The unfinished answers of the person. */
  draft: string;
  /** In milliseconds since 1970, or 0. */
  deadline: number;
  /** When the round becomes an orphan without a sign of its client, in milliseconds since 1970. */
  lease: number;
  /** See {@link AskRecord.call}. */
  call: string;
  /** The host's own name of the server. */
  server: string;
  /** See {@link AskRecord.asker}. */
  asker: string;
  /** {@link AskRecord.pages} as a JSON list; empty for none. */
  pages: string;
}

/** An open round without its content, which {@link RelayStore.records} reads. */
export interface OpenRecord extends Pick<RoundRecord, "fp" | "deadline" | "lease"> {
  /** The name of the round in its session. */
  id: string;
  /** The version of the session that began with this round. */
  asked: number;
}

/** Something that happened in a session: it has either `gone` or `page`. */
export interface News {
  /** The version of the session that began with it. */
  v: number;
  /** A round that has ended. */
  gone?: { id: string; how: RelayEnd };
  /** A page that is finished. */
  page?: FinishedPage;
}

/** The changes of a session since a version. */
export interface Snapshot {
  /** The version now. It grows when a round opens or ends, and when a page is finished. */
  v: number;
  /** The number of open rounds. */
  count: number;
  /** The open rounds that were asked since, in the order of asking. */
  open: OpenRecord[];
  /** The news since, oldest first, as far as the store remembers them. */
  news: News[];
}

/** A store of rounds. Every change is atomic, may be repeated, and goes by the store's own clock. */
export interface RelayStore {
  /** Asks a round, or joins the open one with the same id and fingerprint. A round of another asker is a conflict. */
  ask(session: string, round: AskRecord): Promise<Verdict>;
  /**
   * Ends an open round, unless it is too early to call it expired or orphaned; an answer after the deadline makes it expired.
   * "acknowledged" deletes the answer of an answered round and its call, and remembers for up to a day that there was one.
   */
  end(session: string, end: EndRecord): Promise<Verdict>;
  /** Returns the state of a round. It is a sign of life of the client, so it extends `lease` and `keep`, and never shortens them. */
  peek(session: string, round: RoundRef & { lease: number; keep: number }): Promise<Verdict>;
  /** Keeps the unfinished answers of an open round. It notifies nobody. */
  draft(session: string, draft: RoundRef & { text: string }): Promise<Verdict>;
  /**
   * Keeps that a page is finished, and returns the new version, or 0 above the rate: for each server 60 at once and then one a
   * second, for each asker the same over all its servers, and for a session 240 at once and then four a second.
   */
  page(session: string, page: FinishedPage & { keep: number }): Promise<number>;
  /** Returns the changes since a version, or everything since 0. Rounds that were open before do not make it larger. */
  read(session: string, since: number): Promise<Snapshot>;
  /** Returns the given fields of rounds, and perhaps others. */
  records(session: string, ids: string[], fields: (keyof RoundRecord)[]): Promise<RoundRecord[]>;
  /**
   * Calls back after changes with the id of the round, with `page` for a page, or with an empty text for an unknown change. Calls may
   * be missing or too many. It resolves once it notifies, with the function that stops it.
   */
  watch(session: string, changed: (id: string) => void): Promise<() => void>;
  /** Closes what the store has opened itself. */
  close?(): Promise<void>;
}
