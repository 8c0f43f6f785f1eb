// Without a network the page's files come from its cache. The document may have changed, so it comes
// from the network if possible.

interface FetchEventLike extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

addEventListener("fetch", (fetched) => {
  const event = fetched as FetchEventLike;
  const { request } = event;
  if (request.mode === "navigate") {
    const fromCache = async (error: unknown): Promise<Response> =>
      (await caches.match(request, { ignoreSearch: true })) ?? Promise.reject(error);
    event.respondWith(fetch(request).catch(fromCache));
  } else if (/\.[0-9a-f]{16}\.(?:js|css)$/.test(new URL(request.url).pathname)) {
    event.respondWith(caches.match(request).then((cached) => cached ?? fetch(request)));
  }
});
