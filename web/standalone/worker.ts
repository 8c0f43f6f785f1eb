// The service worker of the standalone page. When there is no network it answers
// with the files that the page has kept. It asks the network first for the
// document, which may have changed; files with a hash in their name never change.

interface FetchEventLike extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface WorkerScope {
  addEventListener(type: "fetch", listener: (event: FetchEventLike) => void): void;
}

const worker = globalThis as unknown as WorkerScope;

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async (error) => (await caches.match(request, { ignoreSearch: true })) ?? Promise.reject(error)));
  } else if (/\.[0-9a-f]{16}\.(?:js|css)$/.test(new URL(request.url).pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
