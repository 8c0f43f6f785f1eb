// Loads Go's runtime and the program of main.go, and forwards the requests of page.ts.

import type { WorkerRequest, Piece } from "./talk.js";

type Scope = {
  Go: new () => { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };
  importScripts(...urls: string[]): void;
  serve(request: WorkerRequest, port: MessagePort): void;
  started?: () => void;
};

const scope = globalThis as unknown as Scope;

// The file itself is compressed, because a static host may not compress it.
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

addEventListener("message", ({ data, ports: [port] }: MessageEvent<WorkerRequest>) => {
  ready.then(() => scope.serve(data, port!)).catch((error: unknown) => port!.postMessage({ failed: String(error) } satisfies Piece));
});
