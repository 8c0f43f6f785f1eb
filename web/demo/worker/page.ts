// Lets the worker answer the requests of the demo chat, on a host without servers. The chat's own script follows
// this one. Requests of the servers' pages come from visits.ts.

import { type WorkerRequest, ask } from "./talk.js";

const worker = new Worker(new URL("worker.js", document.baseURI));
const ours = new URL("mcp", document.baseURI).pathname;
const network = window.fetch.bind(window);

window.fetch = async (input, init) => {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  if (pathname !== ours && !pathname.startsWith(`${ours}/`)) {
    return network(input, init);
  }
  const path = pathname.slice(ours.length - "/mcp".length);
  return ask(worker, { method: request.method, path, headers: [...request.headers], body: await request.text() }, request.signal);
};

// The servers also serve the pages of their tools: a service worker forwards the visits.
addEventListener("load", () => {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  workers?.register(new URL("visits.js", document.baseURI), { scope: new URL("visit/", document.baseURI).href }).catch((error: unknown) => {
    console.warn("the pages of the servers cannot be shown", error);
  });
  workers?.addEventListener("message", ({ data, ports }: MessageEvent<WorkerRequest>) => worker.postMessage(data, [...ports]));
  workers?.startMessages();
});
