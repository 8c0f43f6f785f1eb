import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { timeOfDay } from "../../bridge/frame/intl.js";
import { DocumentContext, isStyleVariable } from "./context.js";
import { type ShellWords, wordsFor } from "./shell-words.js";

/** Sets the languages of the browser. */
function setLanguages(...languages: string[]): void {
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { languages } });
}

test("B42 the words follow the primary language, English for the rest", () => {
  const cases: [unknown, string][] = [
    ["en", "en"], ["de-AT", "de"], ["pt", "pt-BR"], ["pt-PT", "pt-BR"], ["zh-Hant-TW", "zh-CN"], ["iw", "he"],
    ["AR_eg", "ar"], ["tr", "en"], ["xx-invalid", "en"], ["", "en"], [undefined, "en"], [null, "en"],
  ];
  for (const [locale, lang] of cases) {
    assert.equal(wordsFor(locale).lang, lang, String(locale));
  }
});

test("N26 Arabic and Hebrew run from right to left, and every language names the server", () => {
  for (const lang of ["en", "ar", "de", "es", "fr", "he", "ja", "ko", "pt-BR", "zh-CN"]) {
    const words = wordsFor(lang);
    assert.equal(words.lang, lang);
    assert.equal(words.dir, lang === "ar" || lang === "he" ? "rtl" : "ltr");
    assert.match(words.requestFrom, /\{server\}/);
    assert.match(words.messageFrom, /\{server\}/);
    assert.match(words.serverVia, /\{host\}/);
  }
});

test("N26 the shell has the sentences of the program that replaces it", () => {
  const keys: { [word in keyof ShellWords]?: string } = {
    loading: "Loading", requestFrom: "ShellHeading", messageFrom: "MessageFrom", decline: "Decline", cancel: "Cancel",
    declined: "Declined", cancelled: "Cancelled", withdrawn: "Withdrawn", expired: "Expired", elsewhere: "Elsewhere",
    position: "RequestPosition", deadline: "Deadline", showAll: "ShowAll", showLess: "ShowLess",
  };
  for (const lang of ["en", "ar", "de", "es", "fr", "he", "ja", "ko", "pt-BR", "zh-CN"]) {
    const catalogue = JSON.parse(readFileSync(`internal/wording/words/${lang}.json`, "utf8"));
    for (const [word, key] of Object.entries(keys)) {
      assert.equal(wordsFor(lang)[word as keyof ShellWords], catalogue[key], `${lang} ${word}`);
    }
  }
});

test("a deadline is shown on the person's clock, with the day unless that is today", () => {
  const root = { style: {}, dataset: {} } as unknown as HTMLElement;
  const context = new DocumentContext(root, { use: () => {} }, { use: () => {} });
  setLanguages("en-US");
  const plain = (text: string): string => text.replace(/\s/g, " ");
  context.apply({ locale: "en", timeZone: "Asia/Kolkata" });
  assert.equal(plain(context.clock(Date.UTC(2040, 0, 31, 20, 0))), "Feb 1, 2040, 1:30 AM");
  context.apply({ locale: "en-GB" });
  assert.equal(plain(context.clock(Date.UTC(2040, 0, 31, 20, 0))), "1 Feb 2040, 01:30");
  context.apply({ locale: "de", timeZone: "Nowhere/Land" });
  const now = new Date();
  assert.equal(context.clock(now.getTime()), now.toLocaleTimeString("de", { timeStyle: "short" }));
  context.apply({ timeZone: null });
  assert.equal(context.clock(now.getTime()), now.toLocaleTimeString("de", { timeStyle: "short" }));
  for (const never of [Number.NaN, Number.POSITIVE_INFINITY, 9e15]) {
    assert.equal(context.clock(never), "");
  }
});

test("T19 the shell and the program write a time alike, with the clock of the locale", () => {
  const root = { style: {}, dataset: {} } as unknown as HTMLElement;
  const now = new Date();
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 14, 30);
  // What internal/answer writes there: see TestClock_AsTheLocaleWritesIt.
  const cases: { [locale: string]: string | RegExp } = {
    en: "14:30", "en-US": "2:30 PM", "en-GB": "14:30", ar: "2:30 م", "ar-EG": "٢:٣٠ م", de: "14:30", es: "14:30", fr: "14:30", "fr-CA": "14 h 30",
    he: "14:30", ja: "14:30", ko: /(오후|PM) 2:30/, "pt-BR": "14:30", "zh-CN": "14:30", "zh-TW": "14:30", xx: "14:30",
  };
  for (const [locale, text] of Object.entries(cases)) {
    const context = new DocumentContext(root, { use: () => {} }, { use: () => {} });
    setLanguages();
    context.apply({ locale, timeZone: "UTC" });
    const clock = context.clock(today);
    // If midnight passes during the test, the day stands before the time.
    assert.match(clock.replace(/\s/g, " "), new RegExp(`${typeof text === "string" ? text : text.source}$`), locale);
    assert.equal(clock, timeOfDay(locale, "UTC", today));
  }
});

test("style variables of the host are taken over unless they could do harm", () => {
  const good: [string, unknown][] = [
    ["--color-text-primary", "light-dark(#000, #fff)"],
    ["--font-sans", '"Noto Sans", sans-serif'],
    ["--border-radius-md", "8px"],
    ["--shadow-sm", "0 1px 2px rgb(0 0 0 / .2)"],
  ];
  const bad: [string, unknown][] = [
    ["--page", "red"],
    ["color", "red"],
    ["--color-Text", "red"],
    ["--color-text-primary", "url(https://evil.example)"],
    ["--color-text-primary", "URL(x)"],
    ["--color-text-primary", "u\\72l(x)"],
    ["--color-text-primary", "image-set('x' 1x)"],
    ["--color-text-primary", "red; background: blue"],
    ["--color-text-primary", "red}"],
    ["--color-text-primary", "x".repeat(201)],
    ["--color-text-primary", ""],
    ["--color-text-primary", 1],
  ];
  for (const [name, value] of good) {
    assert.equal(isStyleVariable(name, value), true, `${name}: ${value}`);
  }
  for (const [name, value] of bad) {
    assert.equal(isStyleVariable(name, value), false, `${name}: ${value}`);
  }
});
