// The cases that every store passes, also in the Go relay.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { RelayStore, Snapshot, Verdict } from "../relay-store.js";

const { cases } = JSON.parse(readFileSync("relay/testdata/store.json", "utf8"));

// The cases write "mine" for a state that the caller has caused, and otherwise "" or, of an end, "other".
const facts = ({ state, byCaller, result, deadline }: Verdict, other = ""): unknown[] => [state, byCaller ? "mine" : other, result, deadline];
const readNews = ({ news }: Snapshot): object => ({ gone: news.flatMap(({ gone }) => gone ?? []), pages: news.flatMap(({ page }) => page ?? []) });
const readAll = async (store: RelayStore, session: string, since: number): Promise<object> => {
  const { v, open } = await store.read(session, 0);
  const rounds = open.map(async ({ id, fp, deadline }) => {
    const [record] = await store.records(session, [id], ["fp", "body", "draft"]);
    const { body, draft } = record!;
    assert.equal(record!.fp, fp);
    return { id, fp, body, deadline, draft };
  });
  return { v, open: await Promise.all(rounds), ...readNews(await store.read(session, since)) };
};
const readChanges = async (store: RelayStore, session: string, since: number): Promise<object> => {
  const snapshot = await store.read(session, since);
  return { v: snapshot.v, count: snapshot.count, open: snapshot.open.map(({ id, asked }) => [id, asked]), ...readNews(snapshot) };
};

// Counts versions from 1. Those of a store begin with the time.
function countVersions(store: RelayStore): RelayStore {
  const firsts = new Map<string, number>();
  const relative = (session: string, v: number): number => (v === 0 ? 0 : v - (firsts.get(session) ?? firsts.set(session, v - 1).get(session)!));
  const learn = async <T>(session: string, reply: Promise<T>): Promise<T> => {
    const result = await reply;
    relative(session, (await store.read(session, 0)).v);
    return result;
  };
  return {
    ...(Object.fromEntries(["peek", "draft", "records", "watch"].map((name) => [name, (store as any)[name].bind(store)])) as unknown as RelayStore),
    ask: (session, request) => learn(session, store.ask(session, request)),
    end: (session, end) => learn(session, store.end(session, end)),
    page: async (session, page) => relative(session, await store.page(session, page)),
    read: async (session, since) => {
      const { v, count, open, news } = await store.read(session, since && since + (firsts.get(session) ?? 0));
      return {
        v: relative(session, v), count, open: open.map((round) => ({ ...round, asked: relative(session, round.asked) })),
        news: news.map((item) => ({ ...item, v: relative(session, item.v) })),
      };
    },
  };
}

/** Takes a step of a case, and fills in the members that it leaves out. */
export async function take(store: RelayStore, what: string, step: any): Promise<unknown> {
  const all = { session: "s", fp: "f", body: "{}", call: "", deadline: 0, lease: 60_000, keep: 600_000, server: "a", result: "", by: "", since: 0, ...step };
  all.limits = { open: 100, bytes: 1e6, newBytes: 1e6, serverOpen: 100, serverBytes: 1e6, serverNewBytes: 1e6, askerOpen: 100, askerBytes: 1e6, askerNewBytes: 1e6, ...step.limits };
  switch (what) {
    case "ask":
      return facts(await store.ask(all.session, all));
    case "end":
      return facts(await store.end(all.session, all), "other");
    case "peek":
      return facts(await store.peek(all.session, all));
    case "draft":
      return facts(await store.draft(all.session, all));
    case "page":
      return store.page(all.session, all);
    case "news":
      return readChanges(store, all.session, all.since);
    case "left":
      return (await store.records(all.session, all.ids, ["lease"])).map(({ lease }) => lease > Date.now());
    case "calls":
      return (await store.records(all.session, all.ids, ["call"])).map(({ call }) => call);
    case "whose":
      return (await store.records(all.session, all.ids, ["server", "asker", "pages"]))
        .map(({ server, asker, pages }) => [server, asker, pages ? JSON.parse(pages) : []]);
    default:
      return readAll(store, all.session, all.since);
  }
}

/** Tests a store; `make` returns an empty one. */
export function testStore(kind: string, make: () => Promise<RelayStore>): void {
  for (const { name, steps } of cases) {
    test(`${kind}: ${name}`, async () => {
      const store = countVersions(await make());
      const startedAt = Date.now();
      for (const [i, { is, times, from, to, ...step }] of steps.entries()) {
        const [[what, args]] = Object.entries(step) as [[string, object]];
        if (times) {
          let accepted = 0;
          for (let n = 0; n < times; n++) {
            accepted += (await take(store, what, args)) === 0 ? 0 : 1;
          }
          // A single server may send one more every quarter of a second.
          const more = (Date.now() - startedAt) / 250;
          assert.ok(accepted >= from && accepted <= to + more, `step ${i + 1}: ${accepted} of ${times} were accepted, want ${from} to ${to}`);
          continue;
        }
        // Only the Go relay keeps the asker of an ended round.
        assert.deepEqual(await take(store, what, args), what === "whose" ? is.rounds : is, `step ${i + 1}: ${JSON.stringify(step)}`);
      }
    });
  }

  test(`${kind}: each change notifies, and no change of another session`, async () => {
    const store = await make();
    let count = 0;
    let countElsewhere = 0;
    let wake = (): void => {};
    const stop = await store.watch("mine", () => {
      count++;
      wake();
    });
    await store.watch("other", () => countElsewhere++);
    for (const what of ["ask", "end", "page"]) {
      const notified = new Promise<void>((resolve) => (wake = resolve));
      await take(store, what, { session: "mine", id: "a", how: "withdrawn", server: "s", elicitationId: "e" });
      await notified;
    }
    assert.equal(count, 3, "of three changes");
    stop();
    const notified = new Promise<void>((resolve) => (wake = resolve));
    await store.watch("mine", wake);
    await take(store, "ask", { session: "mine", id: "b" });
    await notified;
    assert.equal(count, 3, "it has stopped");
    assert.equal(countElsewhere, 0, "of another session");
    await store.close?.();
  });
}
