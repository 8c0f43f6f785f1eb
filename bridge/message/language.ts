// Chooses the catalogue for a locale, for the frame's shell, the frame and the host.

/** All sentences of the form in one language, as in `elicitform/words/en.json`. One with a number has a form for each plural category. */
export type Catalogue = { readonly [key: string]: string | { readonly [category: string]: string } };

const PART = /^words\.[0-9a-f]{16}\.bin#([a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{1,8})*):\d+-\d+$/;

/** Chooses the tag for a locale: the locale itself, or else a tag with the same primary subtag. */
export function languageOf(locale: unknown, tags: readonly string[]): string | undefined {
  const subtags = typeof locale === "string" ? locale.toLowerCase().split(/[-_]/) : [];
  // "iw" is the code of Hebrew before 1989, which some systems still send.
  subtags[0] = subtags[0] === "iw" ? "he" : subtags[0] ?? "";
  return (
    tags.find((tag) => tag.toLowerCase() === subtags.join("-")) ?? tags.find((tag) => tag.toLowerCase().split("-", 1)[0] === subtags[0])
  );
}

/** Returns where the catalogues are, such as `words.….bin#pt-BR:100-200`, by the tags of their languages. */
export function catalogueParts(names: readonly unknown[]): { [tag: string]: string } {
  const parts = names.map((name) => PART.exec(String(name))).filter((match) => match !== null);
  return Object.fromEntries(parts.map(([name, tag]) => [tag, name]));
}
