// Has the requests of the demo chat answered by the servers in the worker, where there is no server: this script
// comes before that of the chat, which does not know of it. What the servers' pages ask comes from visits.ts.

import { type Asked, ask } from "./talk.js";

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

// The pages that tools send people to come from the servers too: a service worker hands on the visits.
addEventListener("load", () => {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  workers?.register(new URL("visits.js", document.baseURI), { scope: new URL("visit/", document.baseURI).href }).catch((error: unknown) => {
    console.warn("the pages of the servers cannot be shown", error);
  });
  workers?.addEventListener("message", ({ data, ports }: MessageEvent<Asked>) => worker.postMessage(data, [...ports]));
  workers?.startMessages();
});
