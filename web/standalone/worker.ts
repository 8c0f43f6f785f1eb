// The service worker of the standalone page. Without a network it answers with the files that the page
// has kept. The document may have changed, so the network is asked for it first.

interface FetchEventLike extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

addEventListener("fetch", (fetched) => {
  const event = fetched as FetchEventLike;
  const { request } = event;
  if (request.mode === "navigate") {
    const kept = async (error: unknown): Promise<Response> =>
      (await caches.match(request, { ignoreSearch: true })) ?? Promise.reject(error);
    event.respondWith(fetch(request).catch(kept));
  } else if (/\.[0-9a-f]{16}\.(?:js|css)$/.test(new URL(request.url).pathname)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
