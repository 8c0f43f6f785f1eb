import { attempt } from "../message/json.js";

/**
 * Returns the language, script and region for numbers, dates and times; "en" for a malformed tag. A tag without a region
 * takes the region from the browser's languages. For example, "en" becomes "en-US" in a browser set to American English,
 * where people write the month first. Extensions like "-u-ca-japanese" are left out, because the program does not read them.
 */
export function localeTag(locale: unknown, browser: readonly string[] = globalThis.navigator?.languages ?? []): string {
  const wanted = read(locale || "en");
  if (!wanted) {
    return "en";
  }
  const { language, script, region } = wanted;
  const near = region ? undefined : browser.map(read).find((spoken) => spoken?.language === language && spoken.region);
  return near ? `${language}-${near.region}` : [language, script, region].filter(Boolean).join("-");
}

function read(tag: unknown): Intl.Locale | undefined {
  return attempt(() => new Intl.Locale(String(tag).replaceAll("_", "-")));
}
