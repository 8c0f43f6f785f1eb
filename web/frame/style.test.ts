import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const style = readFileSync("web/frame/style.css", "utf8").replaceAll(/\/\*.*?\*\//gs, "");

test("N34 no selector makes the browser look from a parent at all that is in it", () => {
  assert.deepEqual(style.match(/[^{}]*:has\([^{}]*/g) ?? [], []);
});

test("N34 no selector makes the browser look for pseudo-elements at each element", () => {
  assert.deepEqual(style.match(/(?:^|[\s,}>+~])\*?::(?:before|after)\b/g) ?? [], []);
});

test("N34 no selector ends with a list, which makes the browser try it on each element", () => {
  assert.deepEqual(style.match(/(?:^|[\s,}>+~]):(?:is|where)\([^()]*\)[^\s,{}]*\s*[,{]/g) ?? [], []);
});

test("N34 nothing is left out of the layout, because the frame is as high as its content", () => {
  assert.doesNotMatch(style, /content-visibility/);
});
