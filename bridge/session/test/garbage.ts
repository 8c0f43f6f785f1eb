// Counts objects in memory, for tests.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

// Threads of the engine that compile in the background hold objects for a while, longer on a busy machine. An object that is
// held for this many milliseconds is held for good.
const PATIENCE = 60_000;

/** Collects garbage until none of the objects is left, and returns how many are kept for good. */
export async function countKept(objects: readonly WeakRef<object>[]): Promise<number> {
  let alive = objects.length;
  const registry = new FinalizationRegistry(() => alive--);
  // The loop is a function of its own: this function would keep the last object in memory.
  objects.forEach((object) => {
    const there = object.deref();
    if (there) {
      registry.register(there, undefined);
    } else {
      alive--;
    }
  });
  for (const end = performance.now() + PATIENCE; alive > 0 && performance.now() < end; ) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  return alive;
}
