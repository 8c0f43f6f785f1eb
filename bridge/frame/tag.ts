import { attempt } from "../message/json.js";

/**
 * The language, script and region that numbers, dates and times follow; "en" for a text that is no tag. A tag without a
 * region gets that of the first of the browser's languages that is the same language and has one: where the host says "en"
 * in a browser set to American English, the person writes the month first. Extensions like "-u-ca-japanese" are left out,
 * because the program does not read them.
 */
export function localeTag(locale: unknown, browser: readonly string[] = globalThis.navigator?.languages ?? []): string {
  const asked = read(locale || "en");
  if (!asked) {
    return "en";
  }
  const { language, script, region } = asked;
  const near = region ? undefined : browser.map(read).find((other) => other?.language === language && other.region);
  return near ? `${language}-${near.region}` : [language, script, region].filter(Boolean).join("-");
}

function read(tag: unknown): Intl.Locale | undefined {
  return attempt(() => new Intl.Locale(String(tag).replaceAll("_", "-")));
}
