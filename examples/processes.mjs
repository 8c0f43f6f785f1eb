import { spawn } from "node:child_process";
import { createServer } from "node:net";

/** How long a process that was asked to end may take, in milliseconds. */
const GRACE = 5_000;

/** A port that nobody listens on. */
export async function freePort() {
  const server = createServer();
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Starts a command in a group of its own, so that what it starts ends with it. */
export function launch(folder, environment, command, ...args) {
  const child = spawn(command, args, { cwd: folder, env: environment, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (piece) => (printed += piece));
  }
  let over = false;
  const ended = new Promise((closed) => child.on("close", (code) => closed(((over = true), code))));
  return {
    ended,
    over: () => over,
    printed: () => printed,
    async stop() {
      if (!over) {
        process.kill(-child.pid, "SIGTERM");
        const kill = setTimeout(() => process.kill(-child.pid, "SIGKILL"), GRACE);
        await ended;
        clearTimeout(kill);
      }
    },
  };
}

/** Returns the environment for an example, with a newer Node in its PATH if the `engines` of its manifest want one. */
export function withNode({ engines }, environment) {
  const [wanted, running] = [engines.node, process.versions.node].map((version) => version.match(/\d+/g).map(Number));
  const at = wanted.findIndex((number, index) => number !== running[index]);
  return at < 0 || running[at] > wanted[at] ? environment : { ...environment, PATH: `${process.env.NEWER_NODE}:${environment.PATH}` };
}

/** The output of the command is shown only when it fails. */
export async function run(folder, environment, command, ...args) {
  const { ended, printed } = launch(folder, environment, command, ...args);
  const code = await ended;
  if (code !== 0) {
    throw new Error(`${command} ${args.join(" ")} ended with ${code}\n${printed()}`);
  }
}

/** Waits until an address answers as it should. It throws when all of the processes have ended, or after so many milliseconds. */
export async function answered(url, processes, patience, isRight = (response) => response.ok) {
  const deadline = Date.now() + patience;
  while (!(await fetch(url).then(isRight, () => false))) {
    if (Date.now() > deadline || processes.every(({ over }) => over())) {
      throw new Error(`nobody answers at ${url}\n${processes.map(({ printed }) => printed()).join("\n")}`);
    }
    await new Promise((later) => setTimeout(later, 50));
  }
}
