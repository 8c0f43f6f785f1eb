import type { RelayStore } from "./relay-store.js";

const MIN_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5000;

/** Calls back like {@link RelayStore.watch}, also when the store begins to notify again, until the returned function is called. */
export function listen(store: RelayStore, session: string, changed: (id: string) => void): () => void {
  let isStopped = false;
  let unwatch: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const notify = (id: string): void => (isStopped ? undefined : changed(id));
  const watch = (pauseMs: number): void => {
    store.watch(session, notify).then(
      (stop) => {
        unwatch = stop;
        notify("");
        if (isStopped) {
          stop();
        }
      },
      () => {
        if (!isStopped) {
          timer = setTimeout(watch, pauseMs, Math.min(pauseMs * 2, MAX_PAUSE_MS));
        }
      },
    );
  };
  watch(MIN_PAUSE_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unwatch?.();
  };
}
