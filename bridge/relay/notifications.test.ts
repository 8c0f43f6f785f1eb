import assert from "node:assert/strict";
import { test } from "node:test";
import { waitUntil } from "../message/test/clock.js";
import { listen } from "./notifications.js";
import type { RelayStore } from "./relay-store.js";

test("a store that cannot notify yet is asked again, until nobody listens any more", async () => {
  let [asked, ended] = [0, 0];
  const heard: string[] = [];
  const store = {
    async watch(_session: string, changed: (id: string) => void) {
      if (++asked < 2) {
        throw new Error("away");
      }
      queueMicrotask(() => changed("r"));
      return () => void ended++;
    },
  } as unknown as RelayStore;
  const stop = listen(store, "chat", (id) => heard.push(id));
  await waitUntil(() => heard.length === 2);
  assert.deepEqual([asked, heard.sort()], [2, ["", "r"]]);
  stop();
  assert.equal(ended, 1);
});
