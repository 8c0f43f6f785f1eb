// The worker in which the servers of the demo chat run where there is no server. It loads Go's runtime and the
// program of main.go, and hands on what page.ts asks.

import type { Asked, Piece } from "./talk.js";

/** What Go's runtime and the program put into the scope of the worker. */
type Scope = {
  Go: new () => { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };
  importScripts(...urls: string[]): void;
  /** Answers a request over its port. */
  serve(request: Asked, port: MessagePort): void;
  started?: () => void;
};

const scope = globalThis as unknown as Scope;

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

addEventListener("message", ({ data, ports: [port] }: MessageEvent<Asked>) => {
  ready.then(() => scope.serve(data, port!)).catch((error: unknown) => port!.postMessage({ failed: String(error) } satisfies Piece));
});
