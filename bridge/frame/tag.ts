/**
 * The language, script and region that numbers, dates and times follow. They follow the
 * region even where the words do not: a host that says "en" in a browser set to American
 * English is read by somebody who writes the month first. So a tag without a region gets
 * that of the first of the browser's languages that is the same language and has one.
 * Extensions like "-u-ca-japanese" are left out: they ask for what the program does not
 * read. What is no tag is "en".
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
  try {
    return new Intl.Locale(String(tag).replaceAll("_", "-"));
  } catch {
    return undefined;
  }
}
