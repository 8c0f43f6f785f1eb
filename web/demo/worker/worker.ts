// The worker in which the servers of the demo chat run where there is no server. It loads Go's runtime and the
// program of main.go, and hands on what page.ts asks.

import type { Asked, FromWorker } from "./talk.js";

type Answer = (kind: "begin" | "part" | "end", ...args: unknown[]) => void;

/** What Go's runtime and the program put into the scope of the worker. */
type Scope = {
  Go: new () => { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };
  importScripts(...urls: string[]): void;
  /** Answers a request, and returns what gives it up. */
  serve(request: Omit<Asked, "id">, answer: Answer): (() => void) | null;
  started?: () => void;
  postMessage(message: FromWorker): void;
};

const scope = globalThis as unknown as Scope;
const open = new Map<number, (() => void) | null>();

// The program is compressed here and not by the server, because a static host may not do it.
async function start(): Promise<void> {
  scope.importScripts("wasm_exec.js");
  const { body } = await fetch("servers.bin");
  const program = await new Response(body!.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const go = new scope.Go();
  const { instance } = await WebAssembly.instantiate(program, go.importObject);
  await new Promise<void>((resolve, reject) => {
    scope.started = resolve;
    go.run(instance).then(() => reject(new Error("the servers have ended")), reject);
  });
}

const ready = start();

addEventListener("message", ({ data }: MessageEvent<Asked | { giveUp: number }>) => {
  if ("giveUp" in data) {
    open.get(data.giveUp)?.();
    return;
  }
  const { id, ...request } = data;
  ready.then(() => {
    const giveUp = scope.serve(request, (kind, ...args) => {
      if (kind === "begin") {
        scope.postMessage({ id, kind, status: args[0] as number, headers: args[1] as [string, string][] });
      } else if (kind === "part") {
        scope.postMessage({ id, kind, bytes: args[0] as Uint8Array<ArrayBuffer> });
      } else {
        open.delete(id);
        scope.postMessage({ id, kind });
      }
    });
    open.set(id, giveUp);
  }).catch((error: unknown) => scope.postMessage({ id, kind: "failed", message: String(error) }));
});
