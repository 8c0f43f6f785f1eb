import assert from "node:assert/strict";
import { test } from "node:test";

test("elicitform/element can be imported where pages are rendered without a browser", async () => {
  assert.equal("HTMLElement" in globalThis, false);
  const { ElicitationFormElement } = await import("./register.js");
  assert.equal(typeof ElicitationFormElement, "function");
});
