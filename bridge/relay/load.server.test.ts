// The load test of the relay: two processes over one Redis, of which now one and now the other
// is killed, and in each session two devices that both answer all that they see. "npm run test:server"
// has a short form; LOAD is how many requests there are in the long one. With LOAD_GO, a
// program that serves the Go half, the requests are asked there.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request as send, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { createClient } from "redis";
import type { Elicitor, ElicitContent, ElicitOptions, ElicitResult } from "../host/types.js";
import { useRealTime, waitUntil } from "../message/test/clock.js";
import { TIMES } from "./feed.js";
import { startRedis } from "./test/redisserver.js";
import { connectRelay } from "./relay-browser.js";
import { nodeListener } from "./relay-node.js";
import { redisStore } from "./relay-redis.js";
import { createRelay } from "./relay-server.js";

useRealTime();

const secret = "0123456789abcdef0123456789abcdef";
const { ELICITFORM_RELAY_REDIS: served, LOAD, LOAD_GO } = process.env;

/** What a process is to ask; the figures of a full session say which server asks, and how much. */
type Order = { Session: string; Key: string; Server?: string; Bytes?: number };

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

// One process of a backend: the endpoint of the relay, and /ask, which asks and says what was
// answered. It ends with its standard input.
async function serve(path: string): Promise<void> {
  const client = createClient({ socket: { path, tls: false } });
  client.on("error", () => {});
  await client.connect();
  const relay = createRelay({ store: redisStore(client), secret, limits: { serverOpen: 100 } });
  const listener = nodeListener(relay.handle);
  const server = createServer((request, response) => {
    if (request.url !== "/ask") {
      listener(request, response);
      return;
    }
    void (async () => {
      let text = "";
      for await (const chunk of request) {
        text += chunk;
      }
      const { Session: session, Key: key, Server: id = "load", Bytes: bytes = 0 } = JSON.parse(text) as Order;
      const schema = { type: "object", properties: { said: { type: "string" } }, required: ["said"] };
      const result = await relay.elicit({ message: `${session}\n${key}`.padEnd(bytes), requestedSchema: schema }, { session, key, server: { id }, deadline: Date.now() + 3_600_000 });
      response.end(JSON.stringify(result));
    })().catch((error) => response.writeHead(500).end(String(error)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  console.log(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  process.stdin.resume().once("close", () => process.exit());
}

/** One of the two processes, which is killed and started again. */
class Process {
  address = "";
  #child: ChildProcess | undefined;

  constructor(readonly redis: string, readonly program: string[]) {}

  async start(): Promise<void> {
    const child = spawn(this.program[0]!, this.program.slice(1), {
      env: { ...process.env, ELICITFORM_RELAY_REDIS: this.redis, NODE_TEST_CONTEXT: "" }, stdio: ["pipe", "pipe", "inherit"],
    });
    this.#child = child;
    for await (const line of createInterface(child.stdout!)) {
      this.address = `http://${line}`;
      return;
    }
    throw new Error(`${this.program[0]} has ended`);
  }

  async kill(): Promise<void> {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, "exit");
      this.#child.kill("SIGKILL");
      await ended;
    }
  }
}

// The load balancer of a backend: it sends each request to the next process.
async function balance(processes: Process[]): Promise<Server> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const { address } = processes[turn++ % processes.length]!;
    const onward = send(address + incoming.url, { method: incoming.method, headers: incoming.headers }, (response) => {
      outgoing.writeHead(response.statusCode!, response.headers);
      response.pipe(outgoing);
      response.once("error", () => outgoing.destroy());
    });
    onward.once("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(503).end()));
    outgoing.once("close", () => onward.destroy());
    incoming.pipe(onward);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** What was said and heard. */
class Record {
  /** Whose answer was taken, and under which id it was asked, by the session and the key. */
  readonly took = new Map<string, string>();
  readonly ids = new Map<string, string>();
  readonly wrong: string[] = [];

  /** Forms of a device whose person says yes to everything. */
  forms(name: string, session: string): Elicitor {
    const elicit = async (params: string | object, { check, draftKey, signal }: ElicitOptions): Promise<ElicitResult> => {
      const [asked, key] = (JSON.parse(String(params)) as { message: string }).message.split("\n");
      const what = `${asked} ${key}`;
      if (asked !== session) {
        this.wrong.push(`${name} shows ${what} in ${session}`);
      }
      if ((this.ids.get(what) ?? draftKey) !== draftKey) {
        this.wrong.push(`${what} was asked twice`);
      }
      this.ids.set(what, draftKey!);
      const content: ElicitContent = { said: `${name} says yes to ${what}` };
      for (;;) {
        try {
          const problems = await check!(content);
          assert.deepEqual(problems, []);
          break;
        } catch (error) {
          if (signal!.aborted) {
            throw error;
          }
        }
      }
      if (this.took.has(what)) {
        this.wrong.push(`${what} was answered twice`);
      }
      this.took.set(what, String(content["said"]));
      return { action: "accept", content };
    };
    return { elicit, elicitAll: () => Promise.reject(new Error("no round is asked")), complete: () => {} };
  }
}

// Asks until a process has an answer: the one that is asked may be killed.
async function ask(processes: Process[], turn: number, order: Order): Promise<string> {
  for (; ; turn++) {
    try {
      const response = await fetch(`${processes[turn % processes.length]!.address}/ask`, { method: "POST", body: JSON.stringify(order) });
      const text = await response.text();
      assert.equal(response.status, 200, text);
      return (JSON.parse(text) as { content: { said: string } }).content.said;
    } catch (error) {
      if (error instanceof assert.AssertionError) {
        throw error;
      }
      await sleep(10);
    }
  }
}

async function load(t: TestContext, programs: string[][], askedBy: number[]): Promise<void> {
  const count = Number(LOAD ?? 60);
  const [sessions, kills] = LOAD ? [20, 20] : [4, 4];
  const redis = await startRedis();
  t.after(() => redis.stop());
  const processes = programs.map((program) => new Process(redis.socket, program));
  t.after(() => Promise.all(processes.map((one) => one.kill())));
  await Promise.all(processes.map((one) => one.start()));
  const balancer = await balance(processes);
  t.after(() => {
    balancer.closeAllConnections();
    balancer.close();
  });
  const url = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}/relay`;
  const record = new Record();
  const tokens = createRelay({ secret });

  Object.assign(TIMES, { pause: 10, longest: 100 });
  const names = Array.from({ length: sessions }, (_, i) => `chat ${i}`);
  const phones = await Promise.all(
    names.flatMap((session) =>
      ["first", "second"].map(async (name) =>
        connectRelay(url, record.forms(name, session), { token: await tokens.token(session) }),
      ),
    ),
  );
  t.after(() => phones.forEach((phone) => phone.close()));

  const orders = Array.from({ length: count }, (_, i): Order => ({ Session: names[i % sessions]!, Key: `key ${i}` }));
  const clients = askedBy.map((i) => processes[i]!);
  const got = new Map<string, string>();
  let next = 0;
  let killed = 0;
  let killing: Promise<void> = Promise.resolve();
  await Promise.all(
    Array.from({ length: 8 * sessions }, async (_, turn) => {
      while (next < count) {
        const order = orders[next++]!;
        got.set(`${order.Session} ${order.Key}`, await ask(clients, turn, order));
        if (got.size % Math.floor(count / kills) === 0 && got.size < count) {
          killing = killing.then(async () => {
            const one = processes[killed++ % processes.length]!;
            await one.kill();
            await one.start();
          });
        }
      }
    }),
  );
  await killing;
  assert.equal(got.size, count);
  assert.ok(killed >= kills - 1, `${killed} kills`);

  // A client that asks once more with a key hears the same.
  for (const order of orders) {
    assert.equal(await ask(clients, 0, order), got.get(`${order.Session} ${order.Key}`));
  }
  // A device whose answer was taken has heard so, or is about to.
  await waitUntil(() => record.took.size >= count || record.wrong.length > 0);
  assert.deepEqual(record.wrong, []);
  assert.deepEqual([...record.took].sort(), [...got].sort(), "each answer is the one that a device has given");

  const client = await redis.connect();
  t.after(() => client.destroy());
  const keys = await client.keys("*");
  assert.ok(keys.length > count);
  for (const key of keys) {
    // One that has just expired has -2.
    assert.notEqual(await client.pTTL(key), -1, `${key} does not expire`);
    assert.ok(!key.endsWith(":open") || (await client.zCard(key)) === 0, "nothing is open");
  }
  await tokens.close();
}

if (served) {
  await serve(served);
} else {
  const typescript = [process.execPath, fileURLToPath(import.meta.url)];
  // Nothing is judged by the clock: this only ends what hangs.
  const watchdog = { timeout: 900_000 };
  test("the load test: processes are killed, and each request is answered once", watchdog, (t) => load(t, [typescript, typescript], [0, 1]));
  if (LOAD_GO) {
    test("the load test: requests are asked in Go, and answered through both halves", watchdog, (t) => load(t, [[LOAD_GO], typescript], [0]));
    test("the load test: requests are asked in TypeScript, and answered through both halves", watchdog, (t) => load(t, [typescript, [LOAD_GO]], [0]));
  }
}
