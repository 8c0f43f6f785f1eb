// The load test of the relay: two processes over one Redis, which are killed in turn, and two devices in each session, which both answer
// every request. "npm run test:server" runs a short form; LOAD is the number of requests of the long one. LOAD_GO is a program that
// serves the Go relay, which then asks the requests.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request as send, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { createClient } from "redis";
import type { Elicitor, ElicitContent, ElicitOptions, ElicitResult } from "../../bridge/host/types.js";
import { useRealTime, waitUntil } from "../../bridge/message/test/clock.js";
import { TIMES } from "./feed.js";
import { startRedis } from "./test/redisserver.js";
import { connectRelay } from "./relay-browser.js";
import { nodeListener } from "./relay-node.js";
import { redisStore } from "./relay-redis.js";
import { createRelay } from "./relay-server.js";

useRealTime();

const secret = "0123456789abcdef0123456789abcdef";
const { ELICITFORM_RELAY_REDIS: served, LOAD, LOAD_GO } = process.env;

/** A request that a process asks. The figures also set the server and the size. */
type Order = { Session: string; Key: string; Server?: string; Bytes?: number };

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Runs one process of a backend, with the endpoint of the relay and /ask, which replies with an answer. It ends with its standard input.
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

/** Records answers and mistakes. */
class Record {
  // The accepted answer and the id of each request, by session and key.
  readonly answers = new Map<string, string>();
  readonly ids = new Map<string, string>();
  readonly mistakes: string[] = [];

  /** Makes the forms of a device whose person accepts every request. */
  forms(name: string, session: string): Elicitor {
    const elicit = async (params: string | object, { check, draftKey, signal }: ElicitOptions): Promise<ElicitResult> => {
      const [target, key] = (JSON.parse(String(params)) as { message: string }).message.split("\n");
      const request = `${target} ${key}`;
      if (target !== session) {
        this.mistakes.push(`${name} shows ${request} in ${session}`);
      }
      if ((this.ids.get(request) ?? draftKey) !== draftKey) {
        this.mistakes.push(`${request} was asked twice`);
      }
      this.ids.set(request, draftKey!);
      const content: ElicitContent = { said: `${name} says yes to ${request}` };
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
      if (this.answers.has(request)) {
        this.mistakes.push(`${request} was answered twice`);
      }
      this.answers.set(request, String(content["said"]));
      return { action: "accept", content };
    };
    return { elicit, elicitAll: () => Promise.reject(new Error("no round is asked")), complete: () => {} };
  }
}

// Asks until a process returns an answer, because a process may be killed.
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
  const [sessions, wantKills] = LOAD ? [20, 20] : [4, 4];
  const redis = await startRedis();
  t.after(() => redis.stop());
  const processes = programs.map((program) => new Process(redis.socket, program));
  t.after(() => Promise.all(processes.map((process) => process.kill())));
  await Promise.all(processes.map((process) => process.start()));
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
  const results = new Map<string, string>();
  let next = 0;
  let kills = 0;
  let killing: Promise<void> = Promise.resolve();
  await Promise.all(
    Array.from({ length: 8 * sessions }, async (_, turn) => {
      while (next < count) {
        const order = orders[next++]!;
        results.set(`${order.Session} ${order.Key}`, await ask(clients, turn, order));
        if (results.size % Math.floor(count / wantKills) === 0 && results.size < count) {
          killing = killing.then(async () => {
            const victim = processes[kills++ % processes.length]!;
            await victim.kill();
            await victim.start();
          });
        }
      }
    }),
  );
  await killing;
  assert.equal(results.size, count);
  assert.ok(kills >= wantKills - 1, `${kills} kills`);

  for (const order of orders) {
    assert.equal(await ask(clients, 0, order), results.get(`${order.Session} ${order.Key}`));
  }
  // The reply to an accepted answer may still be on its way.
  await waitUntil(() => record.answers.size >= count || record.mistakes.length > 0);
  assert.deepEqual(record.mistakes, []);
  assert.deepEqual([...record.answers].sort(), [...results].sort(), "each answer is the one that a device has given");

  const client = await redis.connect();
  t.after(() => client.destroy());
  const keys = await client.keys("*");
  assert.ok(keys.length > count);
  for (const key of keys) {
    // A key that has just expired has -2.
    assert.notEqual(await client.pTTL(key), -1, `${key} does not expire`);
    assert.ok(!key.endsWith(":open") || (await client.zCard(key)) === 0, "nothing is open");
  }
  await tokens.close();
}

if (served) {
  await serve(served);
} else {
  const typescript = [process.execPath, fileURLToPath(import.meta.url)];
  // Only for a test that hangs.
  const watchdog = { timeout: 900_000 };
  test("the load test: processes are killed, and each request is answered once", watchdog, (t) => load(t, [typescript, typescript], [0, 1]));
  if (LOAD_GO) {
    test("the load test: requests are asked in Go, and answered through both relays", watchdog, (t) => load(t, [[LOAD_GO], typescript], [0]));
    test("the load test: requests are asked in TypeScript, and answered through both relays", watchdog, (t) => load(t, [typescript, [LOAD_GO]], [0]));
  }
}
