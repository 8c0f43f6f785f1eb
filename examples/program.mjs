// elicitform-server, as .ci/examples has built it, with its questions in memory.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createInterface } from "node:readline";

const binary = join(import.meta.dirname, "../build/elicitform-server");

/** Starts the program on a port of this machine, for a chat at an origin. Returns what the chat needs, and how to start it again. */
export async function startProgram(port, origin) {
  const key = randomUUID();
  const environment = { ELICITFORM_SECRET: randomUUID(), ELICITFORM_ASK_KEYS: `chat:${key}` };
  let child, ended;
  const start = async () => {
    const settings = ["--listen", `127.0.0.1:${port}`, "--origin", origin, "--log-level", "warn"];
    child = spawn(binary, settings, { env: environment, stdio: ["ignore", "pipe", "inherit"] });
    ended = new Promise((closed) => child.on("close", closed));
    await new Promise((known, failed) => {
      createInterface(child.stdout).once("line", known);
      void ended.then((code) => failed(new Error(`elicitform-server has ended with ${code}`)));
    });
  };
  const close = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  await start();
  const url = `http://127.0.0.1:${port}`;
  return {
    environment: { ELICITFORM_URL: url, ELICITFORM_KEY: key },
    async counts(pattern) {
      const signal = AbortSignal.timeout(30_000);
      while (!pattern.test(await (await fetch(`${url}/metrics`, { signal })).text())) {
        await new Promise((later) => setTimeout(later, 20));
      }
    },
    close,
    async restart() {
      await close();
      await start();
    },
  };
}
