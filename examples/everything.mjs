// The reference server, @modelcontextprotocol/server-everything, on a free port of this machine.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

const root = join(import.meta.dirname, "..");

/** Starts the server. Returns its address and how to end it. */
export async function startEverything() {
  const script = join(root, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
  // On its own it would listen on all addresses, and end after this process.
  const guard = join(root, "e2e/official/child.mjs");
  const child = spawn(process.execPath, ["--import", guard, script, "streamableHttp"], {
    env: { ...process.env, PORT: "0" }, stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = new Promise((closed) => child.on("close", closed));
  const url = await new Promise((known, failed) => {
    createInterface(child.stdout).on("line", (line) => {
      const port = /^child: listening on (\d+)$/.exec(line)?.[1];
      if (port) {
        known(`http://127.0.0.1:${port}/mcp`);
      }
    });
    void ended.then((code) => failed(new Error(`the reference server has ended with ${code}`)));
  });
  return {
    url,
    close: async () => {
      child.kill();
      await ended;
    },
  };
}
