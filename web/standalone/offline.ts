// What a reload without a network needs: this document, its scripts and styles.
// The form's frame cannot be among it: browsers hand no request of a sandboxed
// frame without an origin to a service worker, and keep no cache for it.

const CACHE = "elicitform-standalone";

/** Keeps the page for a reload without a network, where the browser lets it. */
export async function keepForOffline(...more: string[]): Promise<void> {
  if (!("serviceWorker" in navigator)) {
    return;
  }
  const page = new URL(location.pathname, location.origin).href;
  const loaded = [...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>("script[src], link[rel=stylesheet]")];
  const wanted = [page, ...loaded.map((element) => ("src" in element ? element.src : element.href)), ...more.map((url) => new URL(url, document.baseURI).href)];
  try {
    await navigator.serviceWorker.register(new URL("standalone-worker.js", document.baseURI), { scope: page });
    const cache = await caches.open(CACHE);
    const kept = (await cache.keys()).map(({ url }) => url);
    // The names hold a hash of the content: what is kept is right, but for the document.
    await cache.addAll(wanted.filter((url) => url === page || !kept.includes(url)));
    await Promise.all(kept.filter((url) => !wanted.includes(url)).map((url) => cache.delete(url)));
  } catch {
    // No secure context, or storage is off: the page works while it is open.
  }
}
