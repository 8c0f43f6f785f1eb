import assert from "node:assert/strict";
import { test } from "node:test";
import { withDefaults, withLanguage } from "./defaults.js";

// Node 20 does not define navigator.
const language = globalThis.navigator?.language ?? "en";

test("a context without a language gets that of the browser", () => {
  assert.deepEqual(withLanguage({ theme: "dark" }), { locale: language, theme: "dark" });
  assert.deepEqual(withLanguage({ locale: null }), { locale: language });
  assert.deepEqual(withLanguage(undefined), { locale: language });
});

test("the host's own language and time zone stay", () => {
  const context = { locale: "de", timeZone: "Europe/Vienna", theme: "dark" };
  assert.deepEqual(withLanguage(context), context);
  assert.deepEqual(withDefaults(context), context);
});

test("only members that a change unsets get a default", () => {
  assert.deepEqual(withDefaults({ theme: null }), { theme: null });
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  assert.deepEqual(withDefaults({ locale: null, timeZone: null }), { locale: language, timeZone });
});
