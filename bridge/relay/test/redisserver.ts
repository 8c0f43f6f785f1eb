// A Redis of the tests' own, on a socket that no other program finds.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient, type RedisClientType } from "redis";

/** A running redis-server. */
export interface RedisServer {
  readonly socket: string;
  connect(): Promise<RedisClientType>;
  /** Ends it at once, with all that it holds. */
  stop(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(path.join(tmpdir(), "elicitform-redis-"));
  const socket = path.join(folder, "socket");
  const server = spawn("redis-server", ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", "--dir", folder], { stdio: ["ignore", "pipe", "inherit"] });
  const over = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    void over.then(() => reject(new Error("redis-server has ended")));
    let said = "";
    server.stdout.on("data", (text) => {
      said += String(text);
      if (/ready to accept connections/i.test(said)) {
        resolve();
      }
    });
  });
  return {
    socket,
    async connect() {
      const client = createClient({ socket: { path: socket, tls: false } });
      client.on("error", () => {});
      await client.connect();
      return client as unknown as RedisClientType;
    },
    async stop() {
      server.kill("SIGKILL");
      await over;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
