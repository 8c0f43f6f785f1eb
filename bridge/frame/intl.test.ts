import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { HALVES, localeFacts, pluralOf, spellDuration, timeOfDay } from "./intl.js";

const facts = (tag: string, own = false): Record<string, unknown> => JSON.parse(localeFacts(tag, own)) as Record<string, unknown>;

test("facts follow Intl", () => {
  const polish = facts("pl");
  assert.equal(polish["date"], "{day} {month} {year}");
  assert.equal(polish["order"], "DMY");
  assert.deepEqual((polish["months"] as string[][])[2], ["marca", "marzec", "mar"]);
  assert.equal(polish["year"], undefined, "no other calendar");
  assert.equal(facts("en-US")["order"], "MDY");
  assert.equal(facts("sv")["order"], "YMD");
  assert.match(String(facts("ja")["date"]), /^\{year\}年\{month\}月\{day\}日$/);
});

test("facts describe the hour cycle, and times beside the form use the same", () => {
  const clocks = (tag: string): string[] => (facts(tag)["clocks"] as string[]).map((text) => text.replace(/\s/g, " "));
  assert.deepEqual(clocks("en-US"), ["5:07 AM", "5:07 PM", "5:07:09 AM", "5:07:09 PM"]);
  assert.deepEqual(clocks("en-GB"), ["05:07", "17:07", "05:07:09", "17:07:09"]);
  const at = Date.UTC(2026, 2, 5, 14, 32);
  assert.match(timeOfDay("en-US", "UTC", at), /2:32\sPM$/);
  assert.match(timeOfDay("en", "UTC", at), /14:32$/);
  assert.match(timeOfDay("de", "UTC", Date.UTC(2026, 2, 5)), /00:00$/);
});

test("T19 hours go up to 12 only with words for the day's halves that the program reads", () => {
  const source = readFileSync("internal/answer/clock.go", "utf8");
  const read = [...source.matchAll(/^\t(?:before|after)Noon += \[\]string\{(.*)\}$/gm)].flatMap(([, words]) => [...words!.matchAll(/"([^"]+)"|`([^`]+)`/g)].map(([, a, b]) => a ?? b));
  assert.ok(read.length > 10);
  assert.deepEqual(HALVES, read);
  assert.match(timeOfDay("zh-TW", "UTC", Date.UTC(2026, 2, 5, 5, 7)), /\s05:07$/);
  assert.match(timeOfDay("el", "UTC", Date.UTC(2026, 2, 5, 17, 7)), /5:07 μ\.μ\.$/);
  assert.match(timeOfDay("fr-CA", "UTC", Date.UTC(2026, 2, 5, 17, 7)), /17 h 07$/);
});

test("facts name the era where people use another calendar", () => {
  const thai = facts("th");
  assert.deepEqual([thai["year"], thai["era"], thai["date"]], ["2569", "ค.ศ.", "{day} {month} ค.ศ. {year}"]);
  assert.equal(facts("fa")["year"], "۱۴۰۴");
});

test("English without a region is not American, and replaces languages that Intl does not know", () => {
  assert.equal(facts("en")["order"], "DMY");
  assert.deepEqual(facts("tlh"), facts("en"));
  assert.equal(facts("not a tag")["tag"], "en");
});

test("names of months include those of other regions", () => {
  assert.ok((facts("de")["months"] as string[][])[0]?.includes("Jänner"));
  assert.ok((facts("ar")["months"] as string[][])[7]?.includes("آب"));
});

test("facts at which Intl throws are left out", () => {
  for (const name of ["DateTimeFormat", "NumberFormat"] as const) {
    const original = Intl[name];
    try {
      Object.assign(Intl, { [name]: undefined });
      const german = facts("de");
      assert.equal((german["months"] as unknown[]).length, 12);
      assert.equal(typeof facts("de", true)["calendar"], "object");
      assert.equal(typeof spellDuration("de", "de", 5), "string");
      assert.equal(typeof timeOfDay("de", "UTC", 0), "string");
    } finally {
      Object.assign(Intl, { [name]: original });
    }
  }
});

// The samples are those of CLDR's table of plural rules for whole numbers. Native tests have
// the same rules from localetest.Plural.
test("P22 the plural category of a count is that of CLDR", () => {
  const millions = { many: [1_000_000, 7_000_000], other: [2, 17, 100, 100_000] };
  const samples: { [language: string]: { [category: string]: number[] } } = {
    en: { one: [1], other: [0, 2, 16, 100, 1_000_000] },
    de: { one: [1], other: [0, 2, 16, 100, 1_000_000] },
    es: { one: [1], ...millions },
    fr: { one: [0, 1], ...millions },
    "pt-BR": { one: [0, 1], ...millions },
    he: { one: [1], two: [2], other: [0, 3, 17, 20, 100, 1000] },
    ja: { other: [0, 1, 2, 100] },
    ko: { other: [0, 1, 2, 100] },
    "zh-CN": { other: [0, 1, 2, 100] },
    ar: {
      zero: [0], one: [1], two: [2], few: [3, 10, 103, 110, 1003], many: [11, 26, 99, 111, 1011], other: [100, 102, 200, 202, 1000, 10_000, 1_000_000],
    },
    pl: { one: [1], few: [2, 22], many: [0, 5, 12, 100] },
    "not a tag": { other: [1] },
  };
  for (const [language, categories] of Object.entries(samples)) {
    for (const [category, counts] of Object.entries(categories)) {
      counts.forEach((n) => assert.equal(pluralOf(language, n), category, `${language} ${n}`));
    }
  }
});

test("a duration is spelled in the digits of the locale, also without Intl.DurationFormat", () => {
  assert.equal(spellDuration("en", "en", 0), "0 seconds");
  assert.equal(spellDuration("en", "de", 60), "60 Sekunden");
  assert.equal(spellDuration("ar-EG", "ar", 20), "٢٠ ثانية");
  assert.match(spellDuration("fa", "en", 7500), /^(۲ hours, ۵ minutes|۱۲۵ minutes)$/);
});

test("a time of another day comes with the Gregorian day", () => {
  assert.equal(timeOfDay("de", "UTC", Date.UTC(2026, 2, 5, 14, 32)).replace(/\s/g, " "), "05.03.2026, 14:32");
  assert.doesNotMatch(timeOfDay("th", "UTC", Date.UTC(2026, 2, 5, 14, 32)), /2569/);
  assert.equal(timeOfDay("de", "Nowhere/At_All", 0), "");
});

test("facts describe a day with its weekday", () => {
  const polish = facts("pl");
  assert.deepEqual([polish["day"], (polish["weekdays"] as string[])[0]], ["{weekday}, {day} {month} {year}", "poniedziałek"]);
  assert.equal((facts("ja")["weekdays"] as string[])[6], "日曜日");
});

test("N33 facts describe the calendar if the form draws one itself", () => {
  assert.equal(facts("pl")["calendar"], undefined);
  const calendar = (tag: string): Record<string, unknown> => facts(tag, true)["calendar"] as Record<string, unknown>;
  const polish = calendar("pl");
  assert.deepEqual([polish["first"], polish["heading"], (polish["months"] as string[])[2]], [1, "{month} {year}", "marzec"]);
  assert.deepEqual([calendar("en-US")["first"], calendar("ar-EG")["first"]], [7, 6]);
  assert.deepEqual(calendar("ja")["columns"], [..."月火水木金土日"]);
  assert.equal(calendar("th")["heading"], "{month} ค.ศ. {year}");
});
