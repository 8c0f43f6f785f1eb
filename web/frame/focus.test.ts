import assert from "node:assert/strict";
import { test } from "node:test";
import { areaOf, follows } from "./focus.js";

test("the focus is followed when it has moved, and not under a press", () => {
  assert.equal(follows("b", "a", false), true);
  assert.equal(follows("a", undefined, false), true);
  assert.equal(follows("b", "a", true), false, "what is pressed would move away under the press");
  assert.equal(follows("a", "a", false), false, "the focus has only come back, with the window");
});

test("the area includes the label and the error if all of it fits in a window", () => {
  const input = { top: 140, height: 44 };
  assert.deepEqual(areaOf(input, { top: 100, height: 120 }), { top: 100, height: 128 });
  assert.deepEqual(areaOf(input, { top: 100, height: 900 }), { top: 140, height: 52 });
});
