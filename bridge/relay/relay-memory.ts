import type {
  AskRecord, Content, EndRecord, FinishedPage, News, QuestionRef, RelayEnd, RelayLimit, RelayLimits, RelayState, RelayStore, Snapshot, Verdict,
} from "./relay-store.js";

const DAY = 86_400_000;
const SWEEP_EVERY = 60_000;
const MOST_GONE = 200;
// A notice takes a time of its server and of its session, and up to a minute of it may be
// taken in advance.
const NOTICE_OF_SERVER = 1000;
const NOTICE_OF_SESSION = 250;
const NOTICES_AHEAD = 60_000;

interface Kept {
  state: "open" | RelayEnd;
  fp: string;
  body: string;
  server: string;
  /** The bytes of the body. */
  size: number;
  deadline: number;
  lease: number;
  result: string;
  by: string;
  draft: string;
  /** When nothing of it is known any more. */
  until: number;
}

interface Session {
  v: number;
  readonly requests: Map<string, Kept>;
  /** The open ones in their order, with the versions that they made. */
  readonly open: Map<string, number>;
  /** What has happened lately, the latest last, each with the version that it made. */
  gone: Map<string, News & { until: number }>;
  /** Until when the notices of a server, and of all, have used up their rate. */
  readonly notices: Map<string, number>;
  readonly bells: Set<(id: string) => void>;
  until: number;
}

const verdict = (state: RelayState, kept?: Kept, whose: Verdict["whose"] = ""): Verdict => ({
  state, whose, result: kept?.result ?? "", deadline: kept?.deadline ?? 0,
});
const conflict = (kept: Kept, whose: Verdict["whose"] = ""): Verdict => ({ ...verdict("conflict", kept, whose), result: "" });

const utf8 = new TextEncoder();

/**
 * A store in this process. It does what the scripts of the Redis store do.
 * @internal
 */
export class MemoryStore implements RelayStore {
  readonly #sessions = new Map<string, Session>();
  readonly #now: () => number;
  #swept = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async ask(name: string, request: AskRecord): Promise<Verdict> {
    const { id, fp, body, server, deadline, lease, keep } = request;
    this.#sweep();
    const now = this.#now();
    const session = this.#session(name);
    const kept = this.#request(session, id);
    if (kept && kept.fp !== fp) {
      return conflict(kept);
    }
    if (kept?.state === "open") {
      kept.lease = now + lease;
      kept.until = now + lease + keep;
      return verdict("open", kept);
    }
    if (kept && kept.state !== "orphaned") {
      return verdict(kept.state, kept);
    }
    // An orphan had no answer: its asker is back, and the draft is still there.
    const asked: Kept = {
      state: "open", fp, body, server, size: utf8.encode(body).length, deadline, lease: now + lease, result: "", by: "", draft: kept?.draft ?? "", until: now + lease + keep,
    };
    const limit = this.#limit(session, id, asked, request.limits);
    if (limit) {
      return { ...verdict("full", asked), result: limit };
    }
    session.requests.set(id, asked);
    // The latest is the last, also where its id is still there from before.
    session.open.delete(id);
    session.gone.delete(`orphaned ${id}`);
    this.#changed(session, id);
    session.open.set(id, session.v);
    return verdict("open", asked);
  }

  async end(name: string, { id, fp, how, result, by, keep }: EndRecord): Promise<Verdict> {
    const now = this.#now();
    const session = this.#session(name);
    const kept = this.#request(session, id);
    if (!kept) {
      if (session.open.has(id)) {
        this.#gone(session, id, "orphaned", keep);
      }
      return verdict("unknown", undefined, "other");
    }
    if (kept.fp !== fp) {
      return conflict(kept, "other");
    }
    if (kept.state !== "open") {
      return verdict(kept.state, kept, kept.by === by && by !== "" ? "mine" : "other");
    }
    const over = kept.deadline > 0 && now >= kept.deadline;
    if ((how === "expired" && !over) || (how === "orphaned" && kept.lease > now)) {
      return verdict("open", kept, "other");
    }
    const late = how === "answered" && over;
    kept.state = late ? "expired" : how;
    kept.result = late ? "" : result;
    kept.by = by;
    kept.body = "";
    kept.draft = kept.state === "orphaned" ? kept.draft : "";
    kept.until = now + keep;
    this.#gone(session, id, kept.state, keep);
    return verdict(kept.state, kept, "mine");
  }

  async peek(name: string, { id, fp, lease, keep }: QuestionRef & { lease: number; keep: number }): Promise<Verdict> {
    const kept = this.#request(this.#session(name), id);
    if (kept && kept.fp !== fp) {
      return conflict(kept);
    }
    if (kept?.state === "open") {
      kept.lease = this.#now() + lease;
      kept.until = kept.lease + keep;
    }
    return verdict(kept?.state ?? "unknown", kept);
  }

  async draft(name: string, { id, fp, text }: QuestionRef & { text: string }): Promise<Verdict> {
    const kept = this.#request(this.#session(name), id);
    if (kept && kept.fp !== fp) {
      return conflict(kept);
    }
    if (kept?.state === "open") {
      kept.draft = text;
    }
    return { ...verdict(kept?.state ?? "unknown", kept), result: "" };
  }

  async page(name: string, { server, elicitationId, keep }: FinishedPage & { keep: number }): Promise<number> {
    const session = this.#session(name);
    if (!this.#notice(session, server)) {
      return 0;
    }
    this.#note(session, `page ${server}\n${elicitationId}`, { page: { server, elicitationId } }, keep);
    return session.v;
  }

  async read(name: string, since: number): Promise<Snapshot> {
    const now = this.#now();
    const session = this.#sessions.get(name);
    if (!session) {
      return { v: 0, count: 0, open: [], news: [] };
    }
    const open = [...session.open].filter(([, asked]) => asked > since);
    return {
      v: session.v,
      count: session.open.size,
      open: open.map(([id, asked]) => {
        // The record has expired and only its id is in the set: the reader of this answer ends the request.
        const { fp = "", deadline = 0, lease = 0 } = this.#request(session, id) ?? {};
        return { id, fp, asked, deadline, lease };
      }),
      news: [...session.gone.values()].filter(({ v, until }) => v > since && until > now).map(({ until: _, ...news }) => news),
    };
  }

  async leases(name: string, ids: string[]): Promise<number[]> {
    return ids.map((id) => this.#request(this.#session(name), id)?.lease ?? 0);
  }

  async content(name: string, id: string): Promise<Content> {
    const kept = this.#request(this.#session(name), id);
    return kept?.state === "open" ? { fp: kept.fp, body: kept.body, draft: kept.draft } : { fp: "", body: "", draft: "" };
  }

  async unfinished(name: string, id: string): Promise<string> {
    return (await this.content(name, id)).draft;
  }

  async watch(name: string, ring: (id: string) => void): Promise<() => void> {
    const session = this.#session(name);
    // An object of its own, so that one function can watch twice.
    const bell = (id: string): void => ring(id);
    session.bells.add(bell);
    return () => void session.bells.delete(bell);
  }

  #session(name: string): Session {
    let session = this.#sessions.get(name);
    if (!session) {
      session = { v: 0, requests: new Map(), open: new Map(), gone: new Map(), notices: new Map(), bells: new Set(), until: this.#now() + DAY };
      this.#sessions.set(name, session);
    }
    return session;
  }

  #request(session: Session, id: string): Kept | undefined {
    const kept = session.requests.get(id);
    if (kept && kept.until <= this.#now()) {
      session.requests.delete(id);
      return undefined;
    }
    return kept;
  }

  /** What keeps a session from having one more request. Its own place, if its record has expired, is not counted. */
  #limit(session: Session, own: string, { server, size }: Kept, limits: RelayLimits): RelayLimit | undefined {
    const others = [...session.open.keys()].filter((id) => id !== own).map((id) => this.#request(session, id));
    const bytesOf = (some: (Kept | undefined)[]): number => some.reduce((sum, kept) => sum + (kept?.size ?? 0), size);
    const mine = others.filter((kept) => kept?.server === server);
    switch (true) {
      case mine.length >= limits.serverOpen:
        return "too-many-requests-of-server";
      case bytesOf(mine) > limits.serverBytes:
        return "too-many-bytes-of-server";
      case others.length >= limits.open:
        return "too-many-requests";
      case bytesOf(others) > limits.bytes:
        return "too-many-bytes";
    }
    return undefined;
  }

  // Whether a server may say once more that a page is finished.
  #notice({ notices }: Session, server: string): boolean {
    const now = this.#now();
    notices.forEach((until, name) => until <= now && notices.delete(name));
    const takes: [string, number][] = [[`server ${server}`, NOTICE_OF_SERVER], ["session", NOTICE_OF_SESSION]];
    const untils = takes.map(([name, time]) => [name, Math.max(now, notices.get(name) ?? 0) + time] as const);
    if (untils.some(([, until]) => until > now + NOTICES_AHEAD)) {
      return false;
    }
    untils.forEach(([name, until]) => notices.set(name, until));
    return true;
  }

  #gone(session: Session, id: string, how: RelayEnd, keep: number): void {
    session.open.delete(id);
    this.#note(session, `${how} ${id}`, { gone: { id, how } }, keep);
  }

  #note(session: Session, name: string, news: Pick<News, "gone" | "page">, keep: number): void {
    session.gone.delete(name);
    this.#changed(session, news.gone?.id ?? "page");
    session.gone.set(name, { ...news, v: session.v, until: this.#now() + keep });
    const oldest = session.gone.keys().next();
    if (session.gone.size > MOST_GONE && !oldest.done) {
      session.gone.delete(oldest.value);
    }
  }

  #changed(session: Session, what: string): void {
    // It begins with the time: a version is larger than those of a process before.
    session.v = (session.v || this.#now()) + 1;
    session.until = this.#now() + DAY;
    // Whoever rings may watch or stop watching in answer.
    queueMicrotask(() => [...session.bells].forEach((ring) => ring(what)));
  }

  // Forgets what is over, so that a process that runs for months stays small.
  #sweep(): void {
    const now = this.#now();
    if (now - this.#swept < SWEEP_EVERY) {
      return;
    }
    this.#swept = now;
    for (const [name, session] of this.#sessions) {
      for (const [id, { until }] of session.requests) {
        if (until <= now) {
          session.requests.delete(id);
        }
      }
      for (const [what, { until }] of session.gone) {
        if (until <= now) {
          session.gone.delete(what);
        }
      }
      if (session.until <= now && session.requests.size === 0 && session.bells.size === 0) {
        this.#sessions.delete(name);
      }
    }
  }
}

const STORES = Symbol.for("elicitform.relay");

/**
 * A store in the memory of this process. Every call with the same name returns the same
 * store, also where a development server loads this module more than once.
 */
export function memoryStore(name = "default"): RelayStore {
  const holder = globalThis as { [STORES]?: Map<string, RelayStore> };
  const stores = (holder[STORES] ??= new Map());
  let store = stores.get(name);
  if (!store) {
    store = new MemoryStore();
    stores.set(name, store);
  }
  return store;
}
