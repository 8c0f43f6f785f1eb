import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { type RedisServer, startRedis } from "./test/redisserver.js";
import { MemoryStore, memoryStore } from "./relay-memory.js";
import { redisStore } from "./relay-redis.js";
import type { RelayStore, Snapshot, Verdict } from "./relay-store.js";

// What every store must do; the stores of the Go half do the same cases.
const { cases } = JSON.parse(readFileSync("relay/testdata/store.json", "utf8"));

let redis: RedisServer;
const clients: Awaited<ReturnType<RedisServer["connect"]>>[] = [];
before(async () => {
  redis = await startRedis();
});
after(async () => {
  clients.forEach((client) => client.destroy());
  await redis.stop();
});

const connect = async () => {
  const client = await redis.connect();
  clients.push(client);
  return client;
};

const stores: Record<string, () => Promise<RelayStore>> = {
  memory: async () => new MemoryStore(),
  Redis: async () => {
    const client = clients[0] ?? (await connect());
    await client.flushAll();
    return redisStore(client);
  },
};

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

async function take(store: RelayStore, what: string, step: any): Promise<unknown> {
  const all = { session: "s", fp: "f", body: "{}", call: "", deadline: 0, lease: 60_000, keep: 600_000, server: "a", result: "", by: "", since: 0, ...step };
  all.limits = { open: 100, bytes: 1e6, newBytes: 1e6, serverOpen: 100, serverBytes: 1e6, serverNewBytes: 1e6, ...step.limits };
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
    default:
      return whole(store, all.session, all.since);
  }
}

for (const [kind, make] of Object.entries(stores)) {
  for (const { name, steps } of cases) {
    test(`${kind}: ${name}`, async () => {
      const store = counted(await make());
      for (const [i, { is, times, from, to, ...step }] of steps.entries()) {
        const [[what, args]] = Object.entries(step) as [[string, object]];
        if (times) {
          let taken = 0;
          for (let n = 0; n < times; n++) {
            taken += (await take(store, what, args)) === 0 ? 0 : 1;
          }
          assert.ok(taken >= from && taken <= to, `step ${i + 1}: ${taken} of ${times} are taken`);
          continue;
        }
        assert.deepEqual(await take(store, what, args), is, `step ${i + 1}: ${JSON.stringify(step)}`);
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

test("a store of that name is the same wherever this module is loaded", () => {
  assert.equal(memoryStore("a"), memoryStore("a"));
  assert.notEqual(memoryStore("a"), memoryStore("b"));
});

test("a store in memory forgets what is over", async () => {
  let now = 1_000_000;
  const store = new MemoryStore(() => now);
  for (let i = 0; i < 300; i++) {
    await take(store, "ask", { session: `s${i}`, id: "a" });
    await take(store, "end", { session: `s${i}`, id: "a", how: "answered", result: "secret", by: "n" });
    await take(store, "ask", { session: `s${i}`, id: "b", body: "secret" });
  }
  now += 2 * 86_400_000;
  await take(store, "ask", { session: "new", id: "a" });
  const kept = JSON.stringify(store, (_, value) => (value instanceof Map || value instanceof Set ? [...value] : value));
  assert.doesNotMatch(kept, /secret/);
  assert.equal((await store.read("s5", 0)).v, 0);
});

test("what Redis has lost of a round whose client waits is put back, and counts", async () => {
  const client = await connect();
  const store = redisStore(client);
  const ask = (id: string): Promise<unknown> => take(store, "ask", { id, server: "x", body: "1234", limits: { serverBytes: 7 } });
  for (const lost of [["open"], ["sizes"], ["open", "sizes"], ["open", "sizes", "v", "gone"]]) {
    for (const back of ["peek", "ask"]) {
      await client.flushAll();
      await ask("a");
      const [open] = (await client.keys("*:open")) as [string];
      await client.del(lost.map((name) => open.replace(/open$/, name)));
      let told = 0;
      const stop = await store.watch("s", () => told++);
      const before = told;
      assert.deepEqual(await (back === "ask" ? ask("a") : take(store, "peek", { id: "a" })), ["open", "", "", 0]);
      const { open: now } = await store.read("s", 0);
      assert.deepEqual([now.map(({ id }) => id), (await store.records("s", ["a"], ["body"]))[0]!.body], [["a"], "1234"], `${lost} by ${back}`);
      assert.deepEqual(await ask("b"), ["full", "", "too-many-bytes-of-server", 0], `${lost} by ${back}`);
      await take(store, "end", { id: "a", how: "withdrawn" });
      assert.deepEqual(await ask("b"), ["open", "mine", "", 0], `${lost} by ${back}`);
      assert.ok(!lost.includes("open") || told > before, "devices are told");
      stop();
      for (const key of await client.keys("*")) {
        assert.ok((await client.pTTL(key)) > 0, key);
      }
    }
  }
  // Where the open ones are lost for good, their sizes do not count.
  await client.flushAll();
  await ask("a");
  await client.del([...(await client.keys("*:open")), ...(await client.keys("*:r:a"))]);
  assert.deepEqual(await ask("b"), ["open", "mine", "", 0]);
  assert.deepEqual(await client.hKeys((await client.keys("*:sizes"))[0]!), ["b"]);
  await store.close?.();
});

test("what a session is kept in outlives each of its rounds, however long that is kept", async () => {
  const client = await connect();
  await client.flushAll();
  const store = redisStore(client);
  const days = 3 * 86_400_000;
  await take(store, "ask", { id: "a", keep: days });
  for (const what of ["ask", "end", "peek", "page", "end"]) {
    await take(store, what, { id: what === "end" ? "b" : what === "ask" ? "b" : "a", keep: what === "peek" ? days : 1000, how: "withdrawn", elicitationId: "e" });
    for (const name of ["open", "v", "sizes"]) {
      const [key] = (await client.keys(`*:${name}`)) as [string];
      assert.ok((await client.pTTL(key)) > days, `${name} after ${what}`);
    }
  }
});

test("everything in Redis expires", async () => {
  const client = await connect();
  await client.flushAll();
  const store = redisStore(client, { prefix: "p:" });
  await take(store, "ask", { id: "a" });
  await take(store, "ask", { id: "b" });
  await take(store, "draft", { id: "a", text: "d" });
  await take(store, "end", { id: "b", how: "answered", result: "r", by: "n" });
  await take(store, "page", { server: "s", elicitationId: "e" });
  const keys = await client.keys("*");
  assert.equal(keys.length, 7);
  for (const key of keys) {
    assert.match(key, /^p:\{[\w-]{43}\}:/);
    assert.ok((await client.pTTL(key)) > 0, key);
  }
});
