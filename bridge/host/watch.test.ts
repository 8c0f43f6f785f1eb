import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { tick } from "../message/test/clock.js";
import { ABSENCE, onRemoval, type Watch } from "./watch.js";

// The parts of a tree that the watch uses.
interface FakeNode {
  isConnected: boolean;
  parentNode: object | null;
  getRootNode(): object;
}

let mutated: () => void;
let observed: object[] = [];
let watches: Watch[] = [];

beforeEach(() => {
  observed = [];
  Object.assign(globalThis, {
    MutationObserver: class {
      constructor(callback: () => void) {
        mutated = callback;
      }
      observe(root: object): void {
        observed.push(root);
      }
      disconnect(): void {
        mutated = () => {};
      }
    },
  });
});

afterEach(() => {
  watches.splice(0).forEach((watch) => watch.end());
});

function watched(): { node: FakeNode; watch: Watch; removed: () => number; change(to: Partial<FakeNode>): void } {
  let count = 0;
  const node = { isConnected: true, parentNode: {}, getRootNode: () => page };
  const page = { name: "page" };
  const watch = onRemoval(node as unknown as Node, () => count++);
  watches.push(watch);
  const change = (to: Partial<FakeNode>): void => {
    Object.assign(node, to);
    mutated();
  };
  return { node, watch, removed: () => count, change };
}

test("what goes with its container and comes back in time has not been removed", () => {
  const { watch, removed, change } = watched();
  for (let i = 0; i < 5; i++) {
    change({ isConnected: false });
    tick(ABSENCE - 1);
    assert.equal(watch.out, true);
    change({ isConnected: true });
    assert.equal(watch.out, false);
  }
  tick(10 * ABSENCE);
  assert.equal(removed(), 0);
});

test("what goes with its container and stays away has been removed, once", () => {
  const { watch, removed, change } = watched();
  change({ isConnected: false });
  tick(ABSENCE / 2);
  change({ isConnected: false });
  assert.equal(removed(), 0);
  tick(ABSENCE / 2);
  assert.deepEqual([removed(), watch.out], [1, false]);
});

test("what is taken out alone has been removed at once: nobody else puts it back", () => {
  const { removed, change } = watched();
  change({ isConnected: false, parentNode: null });
  assert.equal(removed(), 1);
});

test("what is back in a tree that nobody has observed is watched there", () => {
  const { node, removed, change } = watched();
  change({ isConnected: false });
  const shadow = { host: { getRootNode: () => ({ name: "page" }) } };
  Object.assign(node, { isConnected: true, getRootNode: () => shadow });
  tick(ABSENCE);
  assert.equal(removed(), 0);
  assert.equal(observed.includes(shadow), true);
  change({ isConnected: false });
  tick(ABSENCE);
  assert.equal(removed(), 1);
});

test("a watch that has ended tells nothing more", () => {
  const { watch, removed, change } = watched();
  change({ isConnected: false });
  watch.end();
  tick(ABSENCE);
  assert.deepEqual([removed(), watch.out], [0, false]);
});
