import { MAX_ANSWERS, MAX_ENDED, MAX_NEWS } from "../../bridge/message/names.js";
import type {
  AskRecord, EndRecord, FinishedPage, News, RelayEnd, RelayLimit, RelayState, RelayStore, RoundRecord, RoundRef, Snapshot, Verdict,
} from "./relay-store.js";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const KEEP_UNANSWERED_MS = 10 * MINUTE_MS;
const SESSION_TTL_MS = 10 * MINUTE_MS;

interface MemoryRecord extends RoundRecord {
  state: "open" | RelayEnd | "acknowledged";
  size: number;
  result: string;
  by: string;
  asked: number;
  expiresAt: number;
  keep: number;
}

interface Session {
  v: number;
  readonly rounds: Map<string, MemoryRecord>;
  news: (News & { expiresAt: number })[];
  readonly rates: Map<string, number>;
  readonly listeners: Set<(id: string) => void>;
  expiresAt: number;
}

const NO_RECORD: RoundRecord = { fp: "", body: "", draft: "", deadline: 0, lease: 0, call: "", server: "", asker: "", pages: "" };

const verdict = (state: RelayState, byCaller = false, result = "", deadline = 0): Verdict => ({ state, byCaller, result, deadline });

const utf8 = new TextEncoder();

type Charge<Kind extends string = string> = [kind: Kind, name: string, timeMs: number];

// Askers that use the same name for a server share no limit.
const serverKey = (asker: string, server: string): string => JSON.stringify([asker, server]);

const byteLength = (text: string): number => utf8.encode(text).length;

/** A store in this process. It does the same as the scripts of the Redis store. @internal */
export class MemoryStore implements RelayStore {
  readonly #sessions = new Map<string, Session>();
  #sweptAt = 0;

  constructor(readonly now: () => number = Date.now) {}

  async ask(name: string, request: AskRecord): Promise<Verdict> {
    const { id, fp, body, server, asker = "", pages = [], deadline, lease, keep } = request;
    const session = this.#session(name);
    const existing = session.rounds.get(id);
    if (existing && existing.asker !== asker) {
      return verdict("conflict", false, "", existing.deadline);
    }
    const [before, current] = this.#renewRound(session, request);
    if (before && current.state === "open" && before.call === "") {
      before.call = request.call;
      before.size += byteLength(request.call);
    }
    if (current.state !== "unknown" && current.state !== "orphaned") {
      return current;
    }
    const size = byteLength(body) + byteLength(request.call);
    const limit = this.#exceededLimit(session, request, size);
    if (limit) {
      return verdict("full", false, limit, deadline);
    }
    const record: MemoryRecord = {
      state: "open", fp, body, server, asker, pages: pages.length > 0 ? JSON.stringify(pages) : "",
      size, deadline, lease: 0, result: "", by: "", draft: before?.draft ?? "", call: request.call,
      asked: this.#nextVersion(session, id), expiresAt: 0, keep: before?.keep ?? 0,
    };
    renew(record, this.now(), lease, keep);
    // The round is deleted first, so that it becomes the last of the map.
    session.rounds.delete(id);
    session.rounds.set(id, record);
    session.news = session.news.filter(({ gone }) => gone?.id !== id);
    return verdict("open", true, "", deadline);
  }

  async end(name: string, end: EndRecord): Promise<Verdict> {
    const now = this.now();
    const session = this.#session(name);
    const [record, current] = findRound(session, end);
    if (record && current.state === "answered" && end.how === "acknowledged") {
      // The rest of the record says that the person was asked, so that the same key does not ask again.
      Object.assign(record, { state: end.how, result: "", call: "", expiresAt: Math.min(record.expiresAt, now + DAY_MS) });
      trimEndings(session, record.asker);
      return verdict(end.how, true, "", record.deadline);
    }
    if (!record || current.state !== "open") {
      return { ...current, byCaller: Boolean(record) && end.by !== "" && record!.by === end.by };
    }
    const isOverdue = record.deadline > 0 && now >= record.deadline;
    if (end.how === "acknowledged" || (end.how === "expired" && !isOverdue) || (end.how === "orphaned" && record.lease > now)) {
      return current;
    }
    const isLate = end.how === "answered" && isOverdue;
    const [state, result] = isLate ? ["expired" as const, ""] : [end.how, end.result];
    // The client that asked may want the answer for longer than this caller.
    const keep = Math.max(end.keep, record.keep);
    const expiresAt = now + (state === "answered" ? keep : Math.min(keep, KEEP_UNANSWERED_MS));
    const draft = state === "orphaned" ? record.draft : "";
    const [call, pages] = state === "answered" ? [record.call, record.pages] : ["", ""];
    Object.assign(record, { state, result, by: end.by, body: "", draft, call, pages, expiresAt });
    trimEndings(session, record.asker);
    this.#addNews(session, { gone: { id: end.id, how: state } }, expiresAt);
    return verdict(state, true, result, record.deadline);
  }

  async peek(name: string, ref: RoundRef & { lease: number; keep: number }): Promise<Verdict> {
    return this.#renewRound(this.#session(name), ref)[1];
  }

  async draft(name: string, { text, ...ref }: RoundRef & { text: string }): Promise<Verdict> {
    const [record, current] = findRound(this.#session(name), ref);
    if (current.state === "open") {
      record!.draft = text;
    }
    return { ...current, result: "" };
  }

  async page(name: string, { server, elicitationId, asker = "", keep }: FinishedPage & { keep: number }): Promise<number> {
    const session = this.#session(name);
    const ofAsker: Charge[] = asker ? [["asker", asker, 1000]] : [];
    if (this.#chargeRates(session, [["server", serverKey(asker, server), 1000], ...ofAsker, ["session", "", 250]])) {
      return 0;
    }
    session.news = session.news.filter(({ page }) => page?.server !== server || page.elicitationId !== elicitationId);
    return this.#addNews(session, { page: { server, elicitationId } }, this.now() + keep);
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
      news: news.filter(({ v }) => v > since).map(({ expiresAt: _, ...item }) => item),
    };
  }

  async records(name: string, ids: string[]): Promise<RoundRecord[]> {
    const { rounds } = this.#session(name);
    return ids.map((id) => {
      const { fp, body, draft, deadline, lease, call, server, asker, pages } = rounds.get(id) ?? NO_RECORD;
      return { fp, body, draft, deadline, lease, call, server, asker, pages };
    });
  }

  async watch(name: string, changed: (id: string) => void): Promise<() => void> {
    const { listeners } = this.#session(name);
    // Wrapped, so that the same function can watch twice.
    const listener = (id: string): void => changed(id);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  #session(name: string): Session {
    this.#sweep();
    const session = this.#sessions.get(name) ?? { v: 0, rounds: new Map(), news: [], rates: new Map(), listeners: new Set(), expiresAt: 0 };
    this.#sessions.set(name, session);
    this.#dropExpired(session);
    session.expiresAt = this.now() + SESSION_TTL_MS;
    return session;
  }

  #renewRound(session: Session, ref: RoundRef & { lease: number; keep: number }): [MemoryRecord | undefined, Verdict] {
    const [record, current] = findRound(session, ref);
    if (current.state === "open") {
      renew(record!, this.now(), ref.lease, ref.keep);
    }
    return [record, current];
  }

  #exceededLimit(session: Session, { server, asker = "", limits, body }: AskRecord, size: number): RelayLimit | undefined {
    const { askerOpen = limits.open, askerBytes = limits.bytes, askerNewBytes = limits.newBytes } = limits;
    const all = [...session.rounds.values()];
    const open = all.filter(({ state }) => state === "open");
    const ofAsker = open.filter((record) => record.asker === asker);
    const ofServer = ofAsker.filter((record) => record.server === server);
    const answers = all.filter((record) => record.state === "answered" && record.asker === asker);
    const sizeWith = (records: MemoryRecord[]): number => records.reduce((sum, record) => sum + record.size, size);
    const checks: [RelayLimit, isExceeded: boolean][] = [
      ["too-many-requests-of-server", ofServer.length >= limits.serverOpen],
      ["too-many-bytes-of-server", sizeWith(ofServer) > limits.serverBytes],
      ["too-many-requests-of-asker", asker !== "" && ofAsker.length >= askerOpen],
      ["too-many-bytes-of-asker", asker !== "" && sizeWith(ofAsker) > askerBytes],
      ["too-many-requests", open.length >= limits.open], ["too-many-bytes", sizeWith(open) > limits.bytes],
      ["too-many-answers", answers.length >= MAX_ANSWERS],
    ];
    const exceeded = checks.find(([, isExceeded]) => isExceeded)?.[0];
    if (exceeded) {
      return exceeded;
    }
    const timeMs = byteLength(body) * MINUTE_MS;
    const charges: Charge<RelayLimit>[] = [["too-many-new-bytes-of-server", serverKey(asker, server), timeMs / limits.serverNewBytes]];
    if (asker) {
      charges.push(["too-many-new-bytes-of-asker", asker, timeMs / askerNewBytes]);
    }
    return this.#chargeRates(session, [...charges, ["too-many-new-bytes", "", timeMs / limits.newBytes]]);
  }

  // Each rate is charged up to a minute in advance. If one is used up, its kind is returned and none is charged.
  #chargeRates<Kind extends string>({ rates }: Session, charges: Charge<Kind>[]): Kind | undefined {
    const now = this.now();
    rates.forEach((until, name) => until <= now && rates.delete(name));
    const next = charges.map(([kind, of, timeMs]) => {
      const name = `${kind} ${of}`;
      return { kind, name, until: Math.max(now, rates.get(name) ?? 0) + timeMs };
    });
    const exceeded = next.find(({ until }) => until > now + MINUTE_MS)?.kind;
    if (exceeded === undefined) {
      next.forEach(({ name, until }) => rates.set(name, until));
    }
    return exceeded;
  }

  // The first version is the time, so that versions also grow when the process starts again.
  #nextVersion(session: Session, changed: string): number {
    session.v = (session.v || this.now()) + 1;
    // Listeners are called later, and from a copy, because a listener may watch or stop watching.
    queueMicrotask(() => [...session.listeners].forEach((listener) => listener(changed)));
    return session.v;
  }

  #addNews(session: Session, item: Omit<News, "v">, expiresAt: number): number {
    const v = this.#nextVersion(session, item.gone?.id ?? "page");
    session.news = [...session.news, { ...item, v, expiresAt }].slice(-MAX_NEWS);
    return v;
  }

  // Deletes expired rounds and news. An open round that expires is orphaned.
  #dropExpired(session: Session): void {
    const now = this.now();
    for (const [id, { state, expiresAt, keep }] of session.rounds) {
      if (expiresAt <= now) {
        session.rounds.delete(id);
        if (state === "open") {
          this.#addNews(session, { gone: { id, how: "orphaned" } }, now + Math.min(keep, KEEP_UNANSWERED_MS));
        }
      }
    }
    session.news = session.news.filter(({ expiresAt }) => expiresAt > now);
  }

  // Deletes unused sessions once a minute, so that a process that runs for months stays small.
  #sweep(): void {
    const now = this.now();
    if (now - this.#sweptAt < MINUTE_MS) {
      return;
    }
    this.#sweptAt = now;
    for (const [name, session] of this.#sessions) {
      this.#dropExpired(session);
      if (session.listeners.size === 0 && (session.v === 0 || (session.rounds.size === 0 && session.expiresAt <= now))) {
        this.#sessions.delete(name);
      }
    }
  }
}

// Forgets the ended round of an asker that expires next, if there are too many without an answer.
function trimEndings({ rounds }: Session, asker: string): void {
  const endings = [...rounds].filter(([, record]) => record.asker === asker && record.state !== "open" && record.state !== "answered");
  if (endings.length > MAX_ENDED) {
    rounds.delete(endings.reduce((first, next) => (next[1].expiresAt < first[1].expiresAt ? next : first))[0]);
  }
}

function findRound({ rounds }: Session, { id, fp }: RoundRef): [MemoryRecord | undefined, Verdict] {
  const record = rounds.get(id);
  if (!record || record.fp !== fp) {
    return [undefined, record ? verdict("conflict", false, "", record.deadline) : verdict("unknown")];
  }
  return [record, verdict(record.state, false, record.result, record.deadline)];
}

// Never shortens a lease: a client with a short one may join a parked question, which needs no client.
function renew(record: MemoryRecord, now: number, lease: number, keep: number): void {
  record.lease = Math.max(record.lease, now + lease);
  record.keep = Math.max(record.keep, keep);
  record.expiresAt = record.lease + record.keep;
}

const STORES = Symbol.for("elicitform.relay");

/**
 * Returns a store in the memory of this process. The same name gives the same store, also where a development server loads this
 * module more than once.
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
