/**
 * The language, script and region that numbers, dates and times follow. They follow the
 * region even where the words do not: a host that says "en" in a browser set to American
 * English is read by somebody who writes the month first. So a tag without a region gets
 * that of the first of the browser's languages that is the same language and has one.
 * Extensions like "-u-ca-japanese" are left out: they ask for what the program does not
 * read. What is no tag is "en".
 */
export function localeTag(locale: unknown, browser: readonly string[] = globalThis.navigator?.languages ?? []): string {
  const asked = split(locale || "en");
  if (!asked) {
    return "en";
  }
  const { language, script, region } = asked;
  const near = region ? undefined : browser.map(split).find((other) => other?.language === language && other.region);
  return near ? `${language}-${near.region}` : [language, script, region].filter(Boolean).join("-");
}

const LANGUAGE = /^[a-z]{2,3}$/i;
const SUBTAG = /^[a-z0-9]{1,8}$/i;
const SCRIPT = /^[a-z]{4}$/i;
const REGION = /^([a-z]{2}|[0-9]{3})$/i;
const LONGEST = 64;

function split(tag: unknown): { language: string; script?: string; region?: string } | undefined {
  const [first = "", ...rest] = typeof tag === "string" && tag.length <= LONGEST ? tag.split(/[-_]/) : [];
  if (!LANGUAGE.test(first) || !rest.every((part) => SUBTAG.test(part))) {
    return undefined;
  }
  // "iw" is the code of Hebrew before 1989, which some systems still send.
  const language = first.toLowerCase().replace(/^iw$/, "he");
  const extensions = rest.findIndex((part) => part.length === 1);
  const plain = extensions < 0 ? rest : rest.slice(0, extensions);
  const script = plain.slice(0, 1).find((part) => SCRIPT.test(part));
  const region = plain.find((part) => REGION.test(part))?.toUpperCase();
  return {
    language,
    ...(script ? { script: script.charAt(0).toUpperCase() + script.slice(1).toLowerCase() } : {}),
    ...(region ? { region } : {}),
  };
}
