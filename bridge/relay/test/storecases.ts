// What every store must do; the stores of the Go half do the same cases.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { RelayStore, Snapshot, Verdict } from "../relay-store.js";

const { cases } = JSON.parse(readFileSync("relay/testdata/store.json", "utf8"));

const facts = ({ state, whose, result, deadline }: Verdict): unknown[] => [state, whose, result, deadline];
const happened = ({ news }: Snapshot): object => ({ gone: news.flatMap(({ gone }) => gone ?? []), pages: news.flatMap(({ page }) => page ?? []) });
// All that a session has, with what has gone since a version.
const whole = async (store: RelayStore, session: string, since: number): Promise<object> => {
  const { v, open } = await store.read(session, 0);
  const shown = open.map(async ({ id, fp, deadline }) => {
    const [record] = await store.records(session, [id], ["fp", "body", "draft"]);
    const { body, draft } = record!;
    assert.equal(record!.fp, fp);
    return { id, fp, body, deadline, draft };
  });
  return { v, open: await Promise.all(shown), ...happened(await store.read(session, since)) };
};
// What has changed since a version, without what has not.
const news = async (store: RelayStore, session: string, since: number): Promise<object> => {
  const snapshot = await store.read(session, since);
  return { v: snapshot.v, count: snapshot.count, open: snapshot.open.map(({ id, asked }) => [id, asked]), ...happened(snapshot) };
};

// The versions of a store begin with the time; here they begin with 1.
function counted(store: RelayStore): RelayStore {
  const begins = new Map<string, number>();
  const relative = (session: string, v: number): number => (v === 0 ? 0 : v - (begins.get(session) ?? begins.set(session, v - 1).get(session)!));
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
      const { v, count, open, news } = await store.read(session, since && since + (begins.get(session) ?? 0));
      return {
        v: relative(session, v), count, open: open.map((one) => ({ ...one, asked: relative(session, one.asked) })), news: news.map((one) => ({ ...one, v: relative(session, one.v) })),
      };
    },
  };
}

/** Takes a step of a case, with the members that it does not name. */
export async function take(store: RelayStore, what: string, step: any): Promise<unknown> {
  const all = { session: "s", fp: "f", body: "{}", call: "", deadline: 0, lease: 60_000, keep: 600_000, server: "a", result: "", by: "", since: 0, ...step };
  all.limits = { open: 100, bytes: 1e6, newBytes: 1e6, serverOpen: 100, serverBytes: 1e6, serverNewBytes: 1e6, askerOpen: 100, askerBytes: 1e6, askerNewBytes: 1e6, ...step.limits };
  switch (what) {
    case "ask":
      return facts(await store.ask(all.session, all));
    case "end":
      return facts(await store.end(all.session, all));
    case "peek":
      return facts(await store.peek(all.session, all));
    case "draft":
      return facts(await store.draft(all.session, all));
    case "page":
      return store.page(all.session, all);
    case "news":
      return news(store, all.session, all.since);
    case "left":
      return (await store.records(all.session, all.ids, ["lease"])).map(({ lease }) => lease > Date.now());
    case "calls":
      return (await store.records(all.session, all.ids, ["call"])).map(({ call }) => call);
    case "whose":
      return (await store.records(all.session, all.ids, ["server", "asker", "pages"]))
        .map(({ server, asker, pages }) => [server, asker, pages ? JSON.parse(pages) : []]);
    default:
      return whole(store, all.session, all.since);
  }
}

/** Tests a store; `make` returns an empty one. */
export function testStore(kind: string, make: () => Promise<RelayStore>): void {
  for (const { name, steps } of cases) {
    test(`${kind}: ${name}`, async () => {
      const store = counted(await make());
      const began = Date.now();
      for (const [i, { is, times, from, to, ...step }] of steps.entries()) {
        const [[what, args]] = Object.entries(step) as [[string, object]];
        if (times) {
          let taken = 0;
          for (let n = 0; n < times; n++) {
            taken += (await take(store, what, args)) === 0 ? 0 : 1;
          }
          // With time a server may send more: every quarter of a second, if it is the only one.
          const more = (Date.now() - began) / 250;
          assert.ok(taken >= from && taken <= to + more, `step ${i + 1}: ${taken} of ${times} are taken`);
          continue;
        }
        // Only the Go half keeps the asker of a round that has ended.
        assert.deepEqual(await take(store, what, args), what === "whose" ? is.rounds : is, `step ${i + 1}: ${JSON.stringify(step)}`);
      }
    });
  }

  test(`${kind}: each change notifies, and no change of another session`, async () => {
    const store = await make();
    let mine = 0;
    let other = 0;
    let wake = (): void => {};
    const stop = await store.watch("mine", () => {
      mine++;
      wake();
    });
    await store.watch("other", () => other++);
    for (const what of ["ask", "end", "page"]) {
      const notified = new Promise<void>((resolve) => (wake = resolve));
      await take(store, what, { session: "mine", id: "a", how: "withdrawn", server: "s", elicitationId: "e" });
      await notified;
    }
    assert.equal(mine, 3);
    stop();
    const notified = new Promise<void>((resolve) => (wake = resolve));
    await store.watch("mine", wake);
    await take(store, "ask", { session: "mine", id: "b" });
    await notified;
    assert.equal(mine, 3, "it has stopped");
    assert.equal(other, 0);
    await store.close?.();
  });
}
