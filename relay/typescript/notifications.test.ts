import assert from "node:assert/strict";
import { test } from "node:test";
import { waitUntil } from "../../bridge/message/test/clock.js";
import { listen } from "./notifications.js";
import type { RelayStore } from "./relay-store.js";

test("a store that cannot notify yet is asked again, until nobody listens any more", async () => {
  let [watches, stops] = [0, 0];
  const changes: string[] = [];
  const store = {
    async watch(_session: string, changed: (id: string) => void) {
      if (++watches < 2) {
        throw new Error("away");
      }
      queueMicrotask(() => changed("r"));
      return () => void stops++;
    },
  } as unknown as RelayStore;
  const stop = listen(store, "chat", (id) => changes.push(id));
  await waitUntil(() => changes.length === 2);
  assert.deepEqual([watches, changes.sort()], [2, ["", "r"]]);
  stop();
  assert.equal(stops, 1);
});
