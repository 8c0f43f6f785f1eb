import assert from "node:assert/strict";
import { test } from "node:test";
import { localeTag } from "./tag.js";

test("the tag has language, script and region of a host's locale", () => {
  const cases: [unknown, string][] = [
    ["en", "en"], ["en_us", "en-US"], ["EN-gb", "en-GB"], ["de-1996", "de"], ["iw-IL", "he-IL"], ["ja-JP-u-ca-japanese", "ja-JP"],
    ["th-u-ca-buddhist-nu-thai", "th"], ["zh-Hans-CN", "zh-Hans-CN"], ["sr-latn", "sr-Latn"], ["es-419", "es-419"], ["tlh", "tlh"],
    ["", "en"], ["not a tag", "en"], ["d", "en"], ["de-", "en"], ["e1", "en"], ["de\x00", "en"], ["x-private", "en"],
    [undefined, "en"], [null, "en"], [7, "en"], ["en-" + "a".repeat(100), "en"],
  ];
  for (const [locale, tag] of cases) {
    assert.equal(localeTag(locale, []), tag, String(locale));
  }
});

test("T18 a locale without a region gets that of the same language in the browser", () => {
  const cases: [string, string[], string][] = [
    ["en", ["en-US", "en"], "en-US"],
    ["en", ["de-DE", "en-GB", "en-US"], "en-GB"],
    ["en", ["de-DE", "en"], "en"],
    ["en", ["de-DE", "fr-CA"], "en"],
    ["en", [], "en"],
    ["", ["de-DE", "en-US"], "en-US"],
    ["EN", ["en-us"], "en-US"],
    ["en-GB", ["en-US"], "en-GB"],
    ["en_IE", ["en-US"], "en-IE"],
    ["de", ["de", "de-CH"], "de-CH"],
    ["he", ["iw-IL"], "he-IL"],
    ["zh-Hant", ["zh-Hans-CN", "zh-Hant-TW"], "zh-CN"],
    ["es", ["es-419"], "es-419"],
    ["en", ["", "-", "en-u-ca-gregory", "en-US-u-hc-h23"], "en-US"],
    ["not a tag", ["en-US"], "en"],
  ];
  for (const [locale, browser, tag] of cases) {
    assert.equal(localeTag(locale, browser), tag, `${locale} in a browser set to ${browser.join(", ")}`);
  }
});
