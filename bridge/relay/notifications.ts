import type { RelayStore } from "./relay-store.js";

/**
 * Calls back with the id of the round that has changed, `page` for a page, or with none where it may be any, as when the store
 * begins to notify; until the function is called that it returns. Where the store cannot notify, its session is looked at now
 * and then: slower, but nothing is lost.
 */
export function listen(store: RelayStore, session: string, changed: (id: string) => void): () => void {
  let stopped = false;
  const tell = (id: string): void => (stopped ? undefined : changed(id));
  const watching = store.watch(session, tell);
  watching.then(() => tell("")).catch(() => {});
  return () => {
    stopped = true;
    watching.then((stop) => stop()).catch(() => {});
  };
}
