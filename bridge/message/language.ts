// Chooses the catalogue for a locale, for the frame's shell, the frame and the host.

/** All sentences of the form in one language, as in `elicitform/words/en.json`. One with a number has a form for each plural category. */
export type Catalogue = { readonly [key: string]: string | { readonly [category: string]: string } };

const FILE = /^words\.([a-zA-Z]{2,3}(?:-[a-zA-Z0-9]{1,8})*)\.[0-9a-f]{16}\.json$/;

/** Chooses the tag for a locale: the locale itself, or else a tag with the same primary subtag. */
export function languageOf(locale: unknown, tags: readonly string[]): string | undefined {
  const subtags = typeof locale === "string" ? locale.toLowerCase().split(/[-_]/) : [];
  // "iw" is the code of Hebrew before 1989, which some systems still send.
  subtags[0] = subtags[0] === "iw" ? "he" : subtags[0] ?? "";
  return (
    tags.find((tag) => tag.toLowerCase() === subtags.join("-")) ?? tags.find((tag) => tag.toLowerCase().split("-", 1)[0] === subtags[0])
  );
}

/** Returns the names of the catalogues' files, by the tags of their languages. */
export function catalogueFiles(names: readonly unknown[]): { [tag: string]: string } {
  const files = names.map((name) => FILE.exec(String(name))).filter((match) => match !== null);
  return Object.fromEntries(files.map(([name, tag]) => [tag, name]));
}
