// The service worker of the standalone page: answers from what the page has
// kept where the network does not. The document comes from the network first,
// so that nobody is left on an old one; what has a hash in its name need not.

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
  const isDocument = request.mode === "navigate";
  if (isDocument || /\.[0-9a-f]{16}\.(?:js|css)$/.test(new URL(request.url).pathname)) {
    event.respondWith(isDocument ? networkFirst(request) : cacheFirst(request));
  }
});

async function networkFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: true });
    if (kept) {
      return kept;
    }
    throw error;
  }
}

async function cacheFirst(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}
