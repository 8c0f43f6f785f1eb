// Caches this document, its scripts and its styles for a reload without a network. Browsers pass no requests of
// a sandboxed frame of opaque origin to a service worker, and keep no cache for it.

const CACHE = "elicitform-standalone";

/** Caches the page and the file at this address, if the browser allows it. */
export async function cacheForOffline(more: string): Promise<void> {
  const page = new URL(location.pathname, location.origin).href;
  const loaded = [...document.querySelectorAll("script[src], link[rel=stylesheet]")];
  const addresses = [...loaded.map((each) => each.getAttribute("src") ?? each.getAttribute("href") ?? ""), more];
  const wanted = [page, ...addresses.map((url) => new URL(url, document.baseURI).href)];
  try {
    await navigator.serviceWorker.register(new URL("standalone-worker.js", document.baseURI), { scope: page });
    const cache = await caches.open(CACHE);
    const cached = (await cache.keys()).map(({ url }) => url);
    // All names but the document's contain a hash of the content: a cached file never changes.
    await cache.addAll(wanted.filter((url) => url === page || !cached.includes(url)));
    await Promise.all(cached.filter((url) => !wanted.includes(url)).map((url) => cache.delete(url)));
  } catch {
    // Without service workers, a secure context or storage the page works, but cannot be reloaded without a network.
  }
}
