import assert from "node:assert/strict";
import { test } from "node:test";
import { withDefaults, withLanguage } from "./defaults.js";

test("a context without a language gets that of the browser", () => {
  assert.deepEqual(withLanguage({ theme: "dark" }), { locale: navigator.language, theme: "dark" });
  assert.deepEqual(withLanguage({ locale: null }), { locale: navigator.language });
  assert.deepEqual(withLanguage(undefined), { locale: navigator.language });
});

test("what the host names stays", () => {
  const context = { locale: "de", timeZone: "Europe/Vienna", theme: "dark" };
  assert.deepEqual(withLanguage(context), context);
  assert.deepEqual(withDefaults(context), context);
});

test("of a change only what it unsets is filled in", () => {
  assert.deepEqual(withDefaults({ theme: null }), { theme: null });
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  assert.deepEqual(withDefaults({ locale: null, timeZone: null }), { locale: navigator.language, timeZone });
});
