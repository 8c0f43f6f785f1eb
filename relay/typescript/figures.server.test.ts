// Measures the cost of a session over Redis, in processes of the load test that serve one of the two relays: bytes from Redis, memory,
// and the time to the first request. "make test-relay" prints the figures. FIGURES is the length of each measurement in seconds.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { useRealTime, waitUntil } from "../../bridge/message/test/clock.js";
import type { Elicitor } from "../../bridge/host/types.js";
import { startRedis } from "./test/redisserver.js";
import { connectRelay, type RelayConnection } from "./relay-browser.js";
import { redisStore } from "./relay-redis.js";
import { createRelay } from "./relay-server.js";

useRealTime();

const secret = "0123456789abcdef0123456789abcdef";
const { FIGURES, LOAD_GO } = process.env;
const KIB = 1024;
const MIB = 1024 * KIB;

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Opens a device that answers nothing. */
async function open(address: string, session: string, shown: () => void): Promise<RelayConnection> {
  const tokens = createRelay({ secret });
  const elicit = async (): Promise<never> => {
    shown();
    return new Promise(() => {});
  };
  const forms = { elicit, elicitAll: elicit, complete: () => {} } as unknown as Elicitor;
  return connectRelay(`${address}/relay`, forms, { token: await tokens.token(session) });
}

async function measure(t: TestContext, program: string[]): Promise<void> {
  const seconds = Number(FIGURES);
  const redis = await startRedis();
  const child = spawn(program[0]!, program.slice(1), {
    env: { ...process.env, ELICITFORM_RELAY_REDIS: redis.socket, NODE_TEST_CONTEXT: "" }, stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const address = `http://${line}`;
  const client = await redis.connect();
  const store = redisStore(client);
  const waiting: { destroy(): void }[] = [];

  const ask = (session: string, count: number, bytes: number): void => {
    for (let i = 0; i < count; i++) {
      const asking = request(`${address}/ask`, { method: "POST", agent: false });
      asking.on("error", () => {});
      asking.end(JSON.stringify({ Session: session, Key: `key ${i}`, Server: `server ${i % 5}`, Bytes: bytes }));
      waiting.push(asking);
    }
  };
  const isOpen = (session: string, count: number): Promise<void> => waitUntil(async () => (await store.read(session, 0)).count >= count);
  const sent = async (): Promise<number> => {
    const text = await client.info("stats");
    // Redis counts this reply the next time.
    return Number(/total_net_output_bytes:(\d+)/.exec(text)![1]) + text.length + 10;
  };
  const resident = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]) * KIB;
  const measureRate = async (name: string, meanwhile?: (isOver: () => boolean) => Promise<number>): Promise<number> => {
    await sleep(3000);
    const [before, startedAt] = [await sent(), performance.now()];
    const end = startedAt + seconds * 1000;
    const own = (await meanwhile?.(() => performance.now() >= end)) ?? 0;
    await sleep(Math.max(0, end - performance.now()));
    const bytes = ((await sent()) - before - own) / ((performance.now() - startedAt) / 1000);
    t.diagnostic(`${name}: ${Math.round(bytes)} bytes a second from Redis`);
    return bytes;
  };

  let phones = [await open(address, "idle", () => {})];
  assert.ok((await measureRate("idle, one device")) < KIB);
  phones.forEach((phone) => phone.close());

  ask("full", 100, 40_000);
  await isOpen("full", 100);
  let shown = 0;
  phones = [await open(address, "full", () => shown++)];
  const full = await measureRate("full (100 requests of 40 kB, with deadlines), one device");
  assert.ok(full < KIB);
  assert.equal(shown, 20);
  // Returns the bytes of the replies to this process.
  const storm = async (isOver: () => boolean): Promise<number> => {
    let own = 0;
    for (let i = 0; !isOver(); i++) {
      own += `:${await store.page("full", { server: `server ${i % 20}`, elicitationId: `e ${i}`, keep: 60_000 })}\r\n`.length;
    }
    return own;
  };
  const burst = await measureRate("full, one device, during a burst of notices", storm);
  // A notification has about 100 bytes, and the read after it about 50.
  assert.ok(burst - full < 200 * (4 + 240 / seconds), "it grows by the notices that are taken only");

  const before = resident();
  const token = await createRelay({ secret }).token("full");
  const stuck = await Promise.all(
    Array.from({ length: 31 }, async () => {
      const { hostname, port } = new URL(address);
      const socket: Socket & { over?: boolean } = connect(Number(port), hostname).pause();
      socket.on("error", () => {});
      await once(socket, "connect");
      socket.write(`GET /relay HTTP/1.1\r\nhost: ${hostname}:${port}\r\naccept: text/event-stream\r\nauthorization: Bearer ${token}\r\n\r\n`);
      waiting.push(socket);
      return socket;
    }),
  );
  let peak = 0;
  for (let i = 0; i < 50; i++) {
    await sleep(100);
    peak = Math.max(peak, resident() - before);
  }
  t.diagnostic(`${stuck.length} devices that do not read, session full: ${(peak / MIB).toFixed(1)} MiB more of memory`);
  assert.ok(peak < 64 * MIB, `${peak} bytes`);
  phones.forEach((phone) => phone.close());

  for (const [session, count, bytes] of [["large", 16, 255 * KIB], ["full", 100, 40_000]] as const) {
    if (session === "large") {
      ask(session, count, bytes);
      await isOpen(session, count);
    }
    stuck.forEach((socket) => socket.destroy());
    await sleep(500);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const startedAt = performance.now();
    const phone = await new Promise<RelayConnection>((resolve) => {
      const opened = open(address, session, () => void opened.then(resolve));
    });
    const first = performance.now() - startedAt;
    await sleep(1000);
    delay.disable();
    t.diagnostic(`${count} requests of ${Math.round(bytes / KIB)} KiB: the first one after ${first.toFixed(0)} ms; a device is blocked for ${(delay.max / 1e6).toFixed(0)} ms at most`);
    phone.close();
  }

  waiting.forEach((connection) => connection.destroy());
  client.destroy();
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  await redis.stop();
}

const load = fileURLToPath(new URL("relay-typescript-load.server.test.js", import.meta.url));
const programs: [string, string[] | undefined][] = [["TypeScript", [process.execPath, load]], ["Go", LOAD_GO ? [LOAD_GO] : undefined]];
for (const [language, program] of programs) {
  test(`figures: a session that is full, served in ${language}`, { skip: FIGURES && program ? false : "make test-relay runs it", timeout: 600_000 }, (t) => measure(t, program!));
}
