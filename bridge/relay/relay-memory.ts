import { MAX_ANSWERS, MAX_ENDED, MAX_NEWS } from "../message/names.js";
import type {
  AskRecord, EndRecord, FinishedPage, News, RelayEnd, RelayLimit, RelayState, RelayStore, RoundRecord, RoundRef, Snapshot, Verdict,
} from "./relay-store.js";

const DAY = 86_400_000;
const MINUTE = 60_000;
/** For how long an end without an answer is remembered at most. */
const KEEP_UNANSWERED = 10 * MINUTE;
/** How long a session is remembered in which nothing is left. */
const IDLE = 10 * MINUTE;

interface Kept extends RoundRecord {
  state: "open" | RelayEnd | "acknowledged";
  /** The bytes of the body and the call. */
  size: number;
  result: string;
  by: string;
  /** The version by which it was opened. */
  asked: number;
  /** When it is forgotten, and for how long its end is remembered. */
  until: number;
  keep: number;
}

interface Session {
  v: number;
  /** In the order in which they were asked. */
  readonly rounds: Map<string, Kept>;
  /** What has happened lately, the latest last. */
  news: (News & { until: number })[];
  /** Until when what has a rate is used up, by its name. */
  readonly rates: Map<string, number>;
  readonly listeners: Set<(id: string) => void>;
  until: number;
}

const NOTHING: RoundRecord = { fp: "", body: "", draft: "", deadline: 0, lease: 0, call: "", server: "", asker: "", pages: "" };

const verdict = (state: RelayState, whose: Verdict["whose"] = "", result = "", deadline = 0): Verdict =>
  ({ state, whose, result, deadline });

const utf8 = new TextEncoder();

// What takes time of a rate: of each kind there is one rate for a name.
type Taking<Kind extends string = string> = [kind: Kind, name: string, time: number];

// Names a server of one asker: askers who call a server by the same name share no limit.
const serverOf = (asker: string, server: string): string => JSON.stringify([asker, server]);

const bytesOf = (text: string): number => utf8.encode(text).length;

/**
 * A store in this process. It does what the scripts of the Redis store do.
 * @internal
 */
export class MemoryStore implements RelayStore {
  readonly #sessions = new Map<string, Session>();
  #swept = 0;

  constructor(readonly now: () => number = Date.now) {}

  async ask(name: string, request: AskRecord): Promise<Verdict> {
    const { id, fp, body, server, asker = "", pages = [], deadline, lease, keep } = request;
    const session = this.#session(name);
    const other = session.rounds.get(id);
    if (other && other.asker !== asker) {
      return verdict("conflict", "", "", other.deadline);
    }
    const [kept, said] = this.#renewed(session, request);
    if (kept && said.state === "open" && kept.call === "") {
      kept.call = request.call;
      kept.size += bytesOf(request.call);
    }
    if (said.state !== "unknown" && said.state !== "orphaned") {
      return said;
    }
    const size = bytesOf(body) + bytesOf(request.call);
    const limit = this.#limit(session, request, size);
    if (limit) {
      return verdict("full", "", limit, deadline);
    }
    // An orphan had no answer: its client is back, and the draft is still there.
    const asked: Kept = {
      state: "open", fp, body, server, asker, pages: pages.length > 0 ? JSON.stringify(pages) : "",
      size, deadline, lease: 0, result: "", by: "", draft: kept?.draft ?? "", call: request.call,
      asked: this.#change(session, id), until: 0, keep: kept?.keep ?? 0,
    };
    renew(asked, this.now(), lease, keep);
    // The latest is the last, also where its id is still there from before.
    session.rounds.delete(id);
    session.rounds.set(id, asked);
    session.news = session.news.filter(({ gone }) => gone?.id !== id);
    return verdict("open", "mine", "", deadline);
  }

  async end(name: string, end: EndRecord): Promise<Verdict> {
    const now = this.now();
    const session = this.#session(name);
    const [kept, said] = find(session, end);
    if (kept && said.state === "answered" && end.how === "acknowledged") {
      // What remains says only that the person was asked: a client that repeats its key does not ask again.
      Object.assign(kept, { state: end.how, result: "", call: "", until: Math.min(kept.until, now + DAY) });
      boundEnds(session, kept.asker);
      return verdict(end.how, "mine", "", kept.deadline);
    }
    if (!kept || said.state !== "open") {
      return { ...said, whose: kept && end.by !== "" && kept.by === end.by ? "mine" : "other" };
    }
    const over = kept.deadline > 0 && now >= kept.deadline;
    if (end.how === "acknowledged" || (end.how === "expired" && !over) || (end.how === "orphaned" && kept.lease > now)) {
      return { ...said, whose: "other" };
    }
    const late = end.how === "answered" && over;
    const [state, result] = late ? ["expired" as const, ""] : [end.how, end.result];
    // The client that takes the answer may want it for less time than the client that asked.
    const keep = Math.max(end.keep, kept.keep);
    const until = now + (state === "answered" ? keep : Math.min(keep, KEEP_UNANSWERED));
    const draft = state === "orphaned" ? kept.draft : "";
    const [call, pages] = state === "answered" ? [kept.call, kept.pages] : ["", ""];
    Object.assign(kept, { state, result, by: end.by, body: "", draft, call, pages, until });
    boundEnds(session, kept.asker);
    this.#tell(session, { gone: { id: end.id, how: state } }, until);
    return verdict(state, "mine", result, kept.deadline);
  }

  async peek(name: string, ref: RoundRef & { lease: number; keep: number }): Promise<Verdict> {
    return this.#renewed(this.#session(name), ref)[1];
  }

  async draft(name: string, { text, ...ref }: RoundRef & { text: string }): Promise<Verdict> {
    const [kept, said] = find(this.#session(name), ref);
    if (said.state === "open") {
      kept!.draft = text;
    }
    return { ...said, result: "" };
  }

  async page(name: string, { server, elicitationId, asker = "", keep }: FinishedPage & { keep: number }): Promise<number> {
    const session = this.#session(name);
    const own: Taking[] = asker ? [["asker", asker, 1000]] : [];
    if (this.#take(session, [["server", serverOf(asker, server), 1000], ...own, ["session", "", 250]])) {
      return 0;
    }
    session.news = session.news.filter(({ page }) => page?.server !== server || page.elicitationId !== elicitationId);
    return this.#tell(session, { page: { server, elicitationId } }, this.now() + keep);
  }

  async read(name: string, since: number): Promise<Snapshot> {
    const { v, rounds, news } = this.#session(name);
    const open = [...rounds].filter(([, { state }]) => state === "open");
    return {
      v,
      count: open.length,
      open: open
        .filter(([, { asked }]) => asked > since)
        .map(([id, { fp, asked, deadline, lease }]) => ({ id, fp, asked, deadline, lease })),
      news: news.filter(({ v }) => v > since).map(({ until: _, ...one }) => one),
    };
  }

  async records(name: string, ids: string[]): Promise<RoundRecord[]> {
    const { rounds } = this.#session(name);
    return ids.map((id) => {
      const { fp, body, draft, deadline, lease, call, server, asker, pages } = rounds.get(id) ?? NOTHING;
      return { fp, body, draft, deadline, lease, call, server, asker, pages };
    });
  }

  async watch(name: string, changed: (id: string) => void): Promise<() => void> {
    const { listeners } = this.#session(name);
    // An object of its own, so that one function can watch twice.
    const listener = (id: string): void => changed(id);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  #session(name: string): Session {
    this.#sweep();
    const session = this.#sessions.get(name) ?? { v: 0, rounds: new Map(), news: [], rates: new Map(), listeners: new Set(), until: 0 };
    this.#sessions.set(name, session);
    this.#forget(session);
    session.until = this.now() + IDLE;
    return session;
  }

  // Finds a round, and lets it live on for its lease if it is open.
  #renewed(session: Session, ref: RoundRef & { lease: number; keep: number }): [Kept | undefined, Verdict] {
    const [kept, said] = find(session, ref);
    if (said.state === "open") {
      renew(kept!, this.now(), ref.lease, ref.keep);
    }
    return [kept, said];
  }

  /** The limit that keeps a session from having one more round. */
  #limit(session: Session, { server, asker = "", limits, body }: AskRecord, size: number): RelayLimit | undefined {
    const { askerOpen = limits.open, askerBytes = limits.bytes, askerNewBytes = limits.newBytes } = limits;
    const open = [...session.rounds.values()].filter(({ state }) => state === "open");
    const asked = open.filter((kept) => kept.asker === asker);
    const answered = [...session.rounds.values()].filter((kept) => kept.state === "answered" && kept.asker === asker);
    const own = asked.filter((kept) => kept.server === server);
    const sizeOf = (some: Kept[]): number => some.reduce((sum, kept) => sum + kept.size, size);
    const checks: [RelayLimit, exceeded: boolean][] = [
      ["too-many-requests-of-server", own.length >= limits.serverOpen], ["too-many-bytes-of-server", sizeOf(own) > limits.serverBytes],
      ["too-many-requests-of-asker", asker !== "" && asked.length >= askerOpen],
      ["too-many-bytes-of-asker", asker !== "" && sizeOf(asked) > askerBytes],
      ["too-many-requests", open.length >= limits.open], ["too-many-bytes", sizeOf(open) > limits.bytes],
      ["too-many-answers", answered.length >= MAX_ANSWERS],
    ];
    const exceeded = checks.find(([, exceeded]) => exceeded)?.[0];
    if (exceeded) {
      return exceeded;
    }
    const time = bytesOf(body) * MINUTE;
    const rates: Taking<RelayLimit>[] = [["too-many-new-bytes-of-server", serverOf(asker, server), time / limits.serverNewBytes]];
    if (asker) {
      rates.push(["too-many-new-bytes-of-asker", asker, time / askerNewBytes]);
    }
    return this.#take(session, [...rates, ["too-many-new-bytes", "", time / limits.newBytes]]);
  }

  // Subtracts time from rates, up to a minute in advance. Returns the kind of the first rate that does not have enough; then none changes.
  #take<Kind extends string>({ rates }: Session, takes: Taking<Kind>[]): Kind | undefined {
    const now = this.now();
    rates.forEach((until, name) => until <= now && rates.delete(name));
    const untils = takes.map(([kind, of, time]) => {
      const name = `${kind} ${of}`;
      return { kind, name, until: Math.max(now, rates.get(name) ?? 0) + time };
    });
    const used = untils.find(({ until }) => until > now + MINUTE)?.kind;
    if (used === undefined) {
      untils.forEach(({ name, until }) => rates.set(name, until));
    }
    return used;
  }

  // Makes the next version. It begins with the time: a version is larger than those of a process before.
  #change(session: Session, what: string): number {
    session.v = (session.v || this.now()) + 1;
    // A listener may watch or stop watching in answer.
    queueMicrotask(() => [...session.listeners].forEach((listener) => listener(what)));
    return session.v;
  }

  #tell(session: Session, news: Omit<News, "v">, until: number): number {
    const v = this.#change(session, news.gone?.id ?? "page");
    session.news = [...session.news, { ...news, v, until }].slice(-MAX_NEWS);
    return v;
  }

  // Deletes the rounds and the news whose time is over. A round that was still open is orphaned.
  #forget(session: Session): void {
    const now = this.now();
    for (const [id, { state, until, keep }] of session.rounds) {
      if (until <= now) {
        session.rounds.delete(id);
        if (state === "open") {
          this.#tell(session, { gone: { id, how: "orphaned" } }, now + Math.min(keep, KEEP_UNANSWERED));
        }
      }
    }
    session.news = session.news.filter(({ until }) => until > now);
  }

  // Deletes the sessions that nobody uses, once a minute, so that a process that runs for months stays small.
  #sweep(): void {
    const now = this.now();
    if (now - this.#swept < MINUTE) {
      return;
    }
    this.#swept = now;
    for (const [name, session] of this.#sessions) {
      this.#forget(session);
      if (session.listeners.size === 0 && (session.v === 0 || (session.rounds.size === 0 && session.until <= now))) {
        this.#sessions.delete(name);
      }
    }
  }
}

// Where too many rounds of an asker are remembered that have ended without an answer, or whose answer was acknowledged, forgets the one
// that would be forgotten next.
function boundEnds({ rounds }: Session, asker: string): void {
  const over = [...rounds].filter(([, kept]) => kept.asker === asker && kept.state !== "open" && kept.state !== "answered");
  if (over.length > MAX_ENDED) {
    rounds.delete(over.reduce((first, one) => (one[1].until < first[1].until ? one : first))[0]);
  }
}

// The record of a round, unless there is none or it is one of another round, and what is said of it.
function find({ rounds }: Session, { id, fp }: RoundRef): [Kept | undefined, Verdict] {
  const kept = rounds.get(id);
  if (!kept || kept.fp !== fp) {
    return [undefined, kept ? verdict("conflict", "", "", kept.deadline) : verdict("unknown")];
  }
  return [kept, verdict(kept.state, "", kept.result, kept.deadline)];
}

// Shortens nothing: a client that waits with a short lease must not end a round that is to outlive its clients.
function renew(kept: Kept, now: number, lease: number, keep: number): void {
  kept.lease = Math.max(kept.lease, now + lease);
  kept.keep = Math.max(kept.keep, keep);
  kept.until = kept.lease + kept.keep;
}

const STORES = Symbol.for("elicitform.relay");

/**
 * A store in the memory of this process. Every call with the same name returns the same
 * store, also where a development server loads this module more than once.
 *
 * @example
 * ```ts
 * const relay = createRelay({ store: memoryStore("tests"), secret });
 * ```
 */
export function memoryStore(name = "default"): RelayStore {
  const holder = globalThis as { [STORES]?: Map<string, RelayStore> };
  const stores = (holder[STORES] ??= new Map());
  const store = stores.get(name) ?? new MemoryStore();
  stores.set(name, store);
  return store;
}
