import type { RelayStore } from "./relay-store.js";

// How long to wait before the store is asked again to notify: the first time, and at most.
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5000;

/**
 * Calls back with the id of the round that has changed, `page` for a page, or with none where it may be any, as when the store
 * begins to notify; until the function is called that it returns. While the store does not notify, its session is looked at now
 * and then: slower, but nothing is lost.
 */
export function listen(store: RelayStore, session: string, changed: (id: string) => void): () => void {
  let stopped = false;
  let unwatch: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (id: string): void => (stopped ? undefined : changed(id));
  const watch = (pause: number): void => {
    store.watch(session, tell).then(
      (stop) => {
        unwatch = stop;
        tell("");
        if (stopped) {
          stop();
        }
      },
      () => {
        if (!stopped) {
          timer = setTimeout(watch, pause, Math.min(pause * 2, LONGEST_PAUSE));
        }
      },
    );
  };
  watch(FIRST_PAUSE);
  return () => {
    stopped = true;
    clearTimeout(timer);
    unwatch?.();
  };
}
