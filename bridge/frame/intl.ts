// The browser's Intl describes the person's locale. The program gets these facts as text and decides what to do with
// them (`Facts` in internal/answer). A fact that Intl does not know, or throws at, is left out.

import { attempt } from "../message/json.js";

// TypeScript does not know Intl.DurationFormat yet; not every browser has it either.
declare global {
  namespace Intl {
    const DurationFormat: new (
      locale: string,
      options: { style: "long"; numberingSystem: string },
    ) => { format(duration: { hours?: number; minutes?: number; seconds?: number }): string };
    // It does not know the first day of a week either: Monday is 1. Browsers have it in one of these two ways.
    interface Locale {
      getWeekInfo?: () => { firstDay: number };
      readonly weekInfo?: { firstDay: number };
    }
  }
}

/** The calendar of all dates in a form. */
const calendar = "gregory";
const timeZone = "UTC";
/** The 15th of each month of 2026, at noon. */
const DAYS = [...Array(12).keys()].map((month) => Date.UTC(2026, month, 15, 12));
/** A week from Monday to Sunday. */
const WEEK = [...Array(7).keys()].map((day) => Date.UTC(2026, 0, 5 + day, 12));
const SAMPLE = -1234567890.5;

/** Regions with their own names of months, which people of other regions may type, too. */
const MONTH_REGIONS: Record<string, string[]> = { ar: ["DZ", "LB", "MA"], de: ["AT"], es: ["PE"] };

/** 05:07:09 and 17:07:09. */
const CLOCKS = [5, 17].map((hour) => Date.UTC(2026, 0, 15, hour, 7, 9));

/** The words for the halves of a day that the program reads in typed times (internal/answer/clock.go), without spaces and dots. */
export const HALVES = [
  ...["午前", "上午", "오전", "صباحا", "ص", 'לפנה"צ', "πμ", "am", "a"],
  ...["午後", "下午", "오후", "مساء", "م", 'אחה"צ', "μμ", "pm", "p"],
];

/** Chooses the hour cycle of all times: the locale's, or 24 hours if the program cannot read its words for the day's halves. */
function clock(tag: string): Intl.DateTimeFormatOptions {
  const format = new Intl.DateTimeFormat(tag, { timeStyle: "short", timeZone });
  const halves = CLOCKS.map((time) => partOf(format.formatToParts(time), "dayPeriod"));
  const plain = halves.map((word) => word.toLowerCase().replace(/[\s.\p{Mn}]/gu, "").replace("״", '"'));
  return plain.every((word) => word === "" || HALVES.includes(word)) ? {} : { hourCycle: "h23" };
}

/**
 * Returns the tag for Intl: en-GB for an unknown language, for which Intl would take the browser's own, and for English
 * without a region, for which it would take American English.
 */
function intlTag(tag: string): string {
  const known = tag !== "en" && attempt(() => Intl.DateTimeFormat.supportedLocalesOf(tag).length);
  return known ? tag : "en-GB";
}

type Parts = Intl.DateTimeFormatPart[];

/** Writes times in the parts of Intl; undefined when it throws. */
function formatTimes(locale: string, options: Intl.DateTimeFormatOptions, times: number[]): Parts[] | undefined {
  return attempt(() => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, calendar, ...options });
    return times.map((time) => format.formatToParts(time));
  });
}

/** Describes as JSON how a locale writes numbers and dates, and a calendar, if the form draws one itself. */
export function localeFacts(tag: string, drawsCalendar: boolean): string {
  const usedTag = intlTag(tag);
  const language = usedTag.split("-", 1)[0] ?? usedTag;
  const customary = attempt(() => new Intl.DateTimeFormat(usedTag, { timeZone, year: "numeric" }));
  const needsEra = customary !== undefined && customary.resolvedOptions().calendar !== calendar;
  const era: Intl.DateTimeFormatOptions = needsEra ? { era: "short" } : {};
  const inWords = formatTimes(usedTag, { year: "numeric", month: "long", day: "numeric", ...era }, DAYS);
  const inDigits = formatTimes(usedTag, { year: "numeric", month: "numeric", day: "numeric" }, DAYS)?.[0];
  const withTime = formatTimes(usedTag, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" }, DAYS)?.[0];
  const hours = attempt(() => clock(usedTag));
  const regions = (MONTH_REGIONS[language] ?? []).map((region) => `${language}-${region}`);
  const names = [
    inWords?.map((parts) => partOf(parts, "month")),
    ...[usedTag, ...regions].map((locale) => formatTimes(locale, { month: "long" }, DAYS)?.map(whole)),
    formatTimes(usedTag, { month: "short" }, DAYS)?.map(whole),
  ];
  return JSON.stringify({
    tag: usedTag === tag ? tag : "en",
    numbers: [usedTag, `${usedTag}-u-nu-latn`, language].map((locale) => attempt(() => new Intl.NumberFormat(locale).format(SAMPLE)) ?? ""),
    date: pattern(inWords?.[0]),
    order: inDigits?.map(({ type }) => (type === "literal" ? "" : type.charAt(0).toUpperCase())).join(""),
    // In V8 formatToParts writes other spaces into a time than format.
    clocks: (["short", "medium"] as const).flatMap((timeStyle) => {
      const options = { timeZone, calendar, timeStyle, ...hours };
      return CLOCKS.map((time) => attempt(() => new Intl.DateTimeFormat(usedTag, options).format(time)) ?? "");
    }),
    between: withTime?.[withTime.findIndex(({ type }) => type === "hour") - 1]?.value,
    era: needsEra ? inWords?.[0] && partOf(inWords[0], "era") : undefined,
    year: needsEra ? attempt(() => partOf(customary.formatToParts(DAYS[2]), "year")) : undefined,
    months: DAYS.map((_, month) => [...new Set(names.map((list) => list?.[month]).filter(Boolean))]),
    ...weekdayFacts(usedTag, era),
    calendar: drawsCalendar ? calendarFacts(usedTag, era) : undefined,
  });
}

/** Describes how a locale writes a day with its weekday. */
function weekdayFacts(tag: string, era: Intl.DateTimeFormatOptions): object {
  const full = formatTimes(tag, { year: "numeric", month: "long", day: "numeric", weekday: "long", ...era }, WEEK);
  return { day: pattern(full?.[0]), weekdays: full?.map((day) => partOf(day, "weekday")) };
}

/** Describes how a locale writes a month and its days, and the first day of its weeks. */
function calendarFacts(tag: string, era: Intl.DateTimeFormatOptions): object {
  const headings = formatTimes(tag, { year: "numeric", month: "long", ...era }, DAYS);
  return {
    first: attempt(() => {
      const locale = new Intl.Locale(tag);
      return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;
    }),
    heading: pattern(headings?.[0]),
    months: headings?.map((heading) => partOf(heading, "month")),
    columns: formatTimes(tag, { weekday: "narrow" }, WEEK)?.map(whole),
  };
}

/** Returns the pattern of a date: a name in braces in place of each part that differs from date to date. */
function pattern(parts: Parts | undefined): string | undefined {
  return parts?.map(({ type, value }) => (type === "literal" || type === "era" ? value : `{${type}}`)).join("");
}

function whole(parts: Parts): string {
  return parts.map(({ value }) => value).join("");
}

function partOf(parts: Parts, type: string): string {
  return parts.find((part) => part.type === type)?.value ?? "";
}

/** Returns the plural category of a count in a language. */
export function pluralOf(language: string, n: number): string {
  return attempt(() => (rules[language] ??= new Intl.PluralRules(language)).select(n)) ?? "other";
}

const rules: { [language: string]: Intl.PluralRules } = {};

/**
 * Writes a number of seconds in the words of a language and the digits of a locale: as seconds up to a minute, and longer
 * times as hours and minutes; in a browser without Intl.DurationFormat only as minutes.
 */
export function spellDuration(tag: string, language: string, seconds: number): string {
  const numberingSystem = attempt(() => new Intl.NumberFormat(intlTag(tag)).resolvedOptions().numberingSystem) ?? "latn";
  const inMinutes = seconds > 60;
  const minutes = Math.floor(seconds / 60);
  const duration = inMinutes ? { hours: Math.floor(minutes / 60), minutes: minutes % 60 } : { seconds };
  const unit = { style: "unit", unit: inMinutes ? "minute" : "second", unitDisplay: "long" } as const;
  return (
    attempt(() => new Intl.DurationFormat(language, { style: "long", numberingSystem }).format(duration)) ||
    attempt(() => new Intl.NumberFormat(language, { ...unit, numberingSystem }).format(inMinutes ? minutes : seconds)) ||
    ""
  );
}

/** Writes a time, in milliseconds since 1970, in a locale and in a zone or the browser's own; with the day unless that is today. */
export function timeOfDay(tag: string, zone: string | undefined, time: number): string {
  const text = attempt(() => {
    const day = (at: number): string => new Date(at).toLocaleDateString("en", { timeZone: zone });
    const usedTag = intlTag(tag);
    const dateStyle = day(time) === day(Date.now()) ? undefined : "medium";
    const options = { timeStyle: "short", dateStyle, timeZone: zone, calendar, ...clock(usedTag) } as const;
    return new Intl.DateTimeFormat(usedTag, options).format(time);
  });
  return text ?? "";
}
