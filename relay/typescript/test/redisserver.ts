// A redis-server for tests, on a socket of its own.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient, type RedisClientType } from "redis";

export interface RedisServer {
  readonly socket: string;
  connect(): Promise<RedisClientType>;
  /** Kills it and deletes its folder. */
  stop(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(path.join(tmpdir(), "elicitform-redis-"));
  const socket = path.join(folder, "socket");
  const server = spawn("redis-server", ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", "--dir", folder], { stdio: ["ignore", "pipe", "inherit"] });
  const exit = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    void exit.then(() => reject(new Error("redis-server has ended")));
    let output = "";
    server.stdout.on("data", (text) => {
      output += String(text);
      if (/ready to accept connections/i.test(output)) {
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
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
