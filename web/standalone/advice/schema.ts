import { contents, isTexts, items, type Located, member, membersOf, names, number, scalar, text } from "../located.js";
import { type Maybe, repeated, type Subject } from "./advice.js";

/** The kinds of property in the specification. */
export type Kind = "text" | "choice" | "titled choice" | "number" | "boolean" | "choices" | "titled choices";

/** Reports whether a value is of a type, by the name of the type. */
export const FITS = {
  "a string": (value: Located) => text(value) !== undefined,
  "a number": (value: Located) => number(value) !== undefined,
  "a whole number": (value: Located) => Number.isInteger(number(value)),
  "true or false": (value: Located) => typeof scalar(value) === "boolean",
  "a list": (value: Located) => value.kind === "array",
  "a list of strings": isTexts,
  "a string or a list of strings": (value: Located) => text(value) !== undefined || isTexts(value),
};
export type Fit = keyof typeof FITS;

/** Reports whether the params ask to open a page. Revisions before 2025-11-25 have no "mode". */
export function isPage(params: Located): boolean {
  return text(params, "mode") === "url";
}

/** A property of the requested schema. */
export type Property = ReturnType<typeof properties>[number];

/** Lists the properties in the order of the text; of a repeated name only the last, like JSON.parse. */
export function properties({ params }: Subject) {
  const last = new Map(membersOf(params, "requestedSchema", "properties").map(({ name, value }) => [name, value]));
  const titled = new Map<string, string>();
  return [...last].map(([name, schema]) => {
    const [type, title] = [text(schema, "type"), text(schema, "title")?.trim() || undefined];
    const twin = title && titled.get(title);
    titled.set(title ?? "", name);
    return {
      name,
      schema,
      type,
      kind: kindOf(schema),
      title,
      label: text(schema, "title") ?? wordsOf(name),
      twin,
      standing: member(schema, "default"),
      format: text(schema, "format") ?? "",
      hasSecretFormat: type === "string" && /pass|secret|token|key/i.test(text(schema, "format") ?? ""),
      union: type === undefined ? ["$ref", "anyOf", "oneOf", "allOf"].map((word) => member(schema, word)).find(Boolean) : undefined,
      items: type === "array" ? member(schema, "items") : undefined,
      ...choiceIn(type === "array" ? member(schema, "items") : schema),
    };
  });
}

function choiceIn(of: Located | undefined) {
  /** The lists of options. `enum` has bare values, `oneOf` and `anyOf` values with titles. */
  const lists = ["enum", "oneOf", "anyOf"].flatMap((word) => membersNamed(of, [word]).slice(-1).map((list) => ({ word, list })));
  const options = lists.flatMap(({ word, list }) =>
    items(list).flatMap((entry) => {
      const [value, title] = word === "enum" ? [entry] : [member(entry, "const"), member(entry, "title")];
      return value ? [{ entry, value, title: text(title) === undefined ? undefined : title }] : [];
    }),
  );
  return { lists, options };
}

function kindOf(schema: Located): Kind | undefined {
  const items = member(schema, "items");
  const bare = text(items, "type") === "string" && member(items, "enum")?.kind === "array";
  const titled = !member(items, "type") && member(items, "anyOf")?.kind === "array";
  const kinds = new Map<string | undefined, Kind | undefined>([
    ["string", member(schema, "enum") ? "choice" : member(schema, "oneOf") ? "titled choice" : "text"],
    ["number", "number"],
    ["integer", "number"],
    ["boolean", "boolean"],
    ["array", bare ? "choices" : titled ? "titled choices" : undefined],
  ]);
  return kinds.get(text(schema, "type"));
}

/** Returns the upper limit of that name if it is below the lower limit: no value can satisfy both. */
export function crossedLimit(schema: Located, high: string): Maybe {
  const low = high.replace("max", "min");
  return (number(schema, low) ?? -Infinity) > (number(schema, high) ?? Infinity) && member(schema, high);
}

/** Returns the name of the member with this value. */
export function nameOf(value: Located | undefined): string {
  return names(value?.path ?? "").at(-1) ?? "";
}

/** Returns the members with these names. */
export function membersNamed(of: Located | undefined, known: readonly string[]): Located[] {
  return membersOf(of).filter(({ name }) => known.includes(name)).map(({ value }) => value);
}

/** Returns the members with all other names. */
export function otherMembers(of: Located | undefined, known: readonly string[]): Located[] {
  return membersOf(of).filter(({ name }) => !known.includes(name)).map(({ value }) => value);
}

/** Returns members with the name of an earlier member, anywhere in a value. locate bounds the depth of a value. */
export function repeatedIn(value: Located): Located[] {
  const all = contents(value);
  const repeats = repeated(all, ({ name }) => name).map((member) => member.value);
  return [...repeats, ...all.flatMap((member) => repeatedIn(member.value))];
}

/** Makes a pattern for any of these words and phrases, which may be patterns themselves. */
export function anyOf(phrases: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${phrases.join("|")})\\b`, "i");
}

/** Splits the name of a property into words: "sslKey" and "ssl_key" become "ssl key". */
export function wordsOf(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[_\-.]+/g, " ").toLowerCase();
}
