import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { useRealTime } from "../../bridge/message/test/clock.js";
import { redisStore } from "./relay-redis.js";
import { createRelay } from "./relay-server.js";
import { type RedisServer, startRedis } from "./test/redisserver.js";
import { take, testStore } from "./test/storecases.js";

useRealTime();

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

testStore("Redis", async () => {
  const client = clients[0] ?? (await connect());
  await client.flushAll();
  return redisStore(client);
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
      let notices = 0;
      const stop = await store.watch("s", () => notices++);
      const before = notices;
      assert.deepEqual(await (back === "ask" ? ask("a") : take(store, "peek", { id: "a" })), ["open", "", "", 0]);
      const { open: rounds } = await store.read("s", 0);
      assert.deepEqual([rounds.map(({ id }) => id), (await store.records("s", ["a"], ["body"]))[0]!.body], [["a"], "1234"], `${lost} by ${back}`);
      assert.deepEqual(await ask("b"), ["full", "", "too-many-bytes-of-server", 0], `${lost} by ${back}`);
      await take(store, "end", { id: "a", how: "withdrawn" });
      assert.deepEqual(await ask("b"), ["open", "mine", "", 0], `${lost} by ${back}`);
      assert.ok(!lost.includes("open") || notices > before, `devices are told: ${lost} by ${back}`);
      stop();
      for (const key of await client.keys("*")) {
        assert.ok((await client.pTTL(key)) > 0, key);
      }
    }
  }
  // The sizes of lost rounds do not count.
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
  assert.equal(keys.length, 8);
  for (const key of keys) {
    assert.match(key, /^p:\{[\w-]{43}\}:/);
    assert.ok((await client.pTTL(key)) > 0, key);
  }
});

test("in Redis no key of a parked question expires before the question and the time for which its answer is kept", async () => {
  const [client, another] = [await connect(), await connect()];
  await client.flushAll();
  const secret = "a secret that nobody else knows";
  const [relay, other] = [createRelay({ secret, store: redisStore(client) }), createRelay({ secret, store: redisStore(another) })];
  const form = { message: "Where?", requestedSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } };
  const result = { action: "accept", content: { city: "Graz" } };
  const server = { id: "travel.example" };
  const parked = await relay.park(form, { server, session: "chat" });
  const checkExpiry = async (names: string[], days: number): Promise<void> => {
    for (const name of names) {
      const [key] = (await client.keys(`*:${name}`)) as [string];
      const ttl = await client.pTTL(key);
      assert.ok(Math.abs(ttl - days * 86_400_000) < 60_000, `${key} expires in ${ttl} ms, want ${days} days`);
    }
  };
  const record = `r:${parked.id}`;
  await checkExpiry([record, "open", "v", "sizes"], 60);
  assert.equal((await other.peek("chat", parked)).state, "open");
  await other.withdraw("chat", await other.start(form, { server, session: "chat" }));
  await checkExpiry([record, "open", "v", "sizes"], 60);
  const answer = new Request("https://chat.example/relay", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${await other.token("chat")}` },
    body: JSON.stringify({ id: parked.id, fp: parked.fp, nonce: "nonce-1-", responses: [{ result }] }),
  });
  assert.equal((await other.handle(answer)).status, 200);
  await checkExpiry([record, "gone"], 30);
  assert.deepEqual((await relay.wait("chat", parked)).results, { "": result });
  await relay.acknowledge("chat", parked);
  await checkExpiry([record], 1);
  await Promise.all([relay.close(), other.close()]);
});
