// The texts that a person reads: which are missing, and what in them does not work.

import { hasInvisible } from "../../../bridge/message/safetext.js";
import { items, type Located, member, type Path, text } from "../located.js";
import { type Advice, note, type Subject, warning } from "./advice.js";
import { options, properties, type Property, requestedSchema, schemaPath } from "./schema.js";

interface Text {
  text: string;
  path: Path;
  what: "message" | "title" | "description" | "option";
}

/** How many characters people read before they stop. */
const LONG: { readonly [what in Text["what"]]: number } = { message: 1000, title: 100, description: 400, option: 150 };

const LINK = /\b(?:https?:\/\/|www\.)\S+/i;
const MARKUP = /<\/?[a-z][^<>]*>|&(?:lt|gt|amp|quot|nbsp|#\d+);/i;
const MARKDOWN = /\[[^[\]\n]+\]\([^)\s]+\)|\*\*[^*\n]+\*\*|(?:^|\n)#{1,6} |```|(?:^|\n)\|[^\n]*\|/;

/** Names that do not say what the person should enter. */
const VAGUE = new Set(["answer", "code", "content", "data", "field", "id", "info", "input", "key", "name", "number", "option", "param", "parameter", "result", "text", "type", "val", "value"]);

/** Advises on titles, descriptions, options and the message. */
export function* adviseOnTexts(subject: Subject): Iterable<Advice> {
  for (const each of texts(subject)) {
    yield* adviseOnText(each);
  }
  const all = properties(subject);
  yield* adviseOnTitles(all);
  for (const property of all) {
    yield* adviseOnLabel(property);
    yield* adviseOnOptionTitles(property);
  }
}

function texts(subject: Subject): Text[] {
  const found: [value: Located | undefined, path: Path, what: Text["what"]][] = [
    [member(subject.params, "message"), [...subject.path, "message"], "message"],
    [member(requestedSchema(subject), "title"), schemaPath(subject, "title"), "title"],
    [member(requestedSchema(subject), "description"), schemaPath(subject, "description"), "description"],
  ];
  for (const property of properties(subject)) {
    const { schema, path } = property;
    found.push([member(schema, "title"), [...path, "title"], "title"], [member(schema, "description"), [...path, "description"], "description"]);
    items(member(schema, "enumNames")).forEach((name, i) => found.push([name, [...path, "enumNames", String(i)], "option"]));
    for (const { value, title, path: at } of options(property)) {
      found.push(title ? [title, [...at, "title"], "option"] : [value, at, "option"]);
    }
  }
  return found.flatMap(([value, path, what]) => {
    const content = text(value);
    return content === undefined ? [] : [{ text: content, path, what }];
  });
}

function* adviseOnText({ text: content, path, what }: Text): Iterable<Advice> {
  if (LINK.test(content)) {
    yield warning(path, "Do not count on a link: addresses in a form are plain text that nobody can click. To send people to a page, use URL mode.");
  }
  if (MARKUP.test(content)) {
    yield warning(path, "Write plain text: HTML is shown as it is written.");
  } else if (MARKDOWN.test(content)) {
    yield note(path, "Write plain text: Markdown is shown as it is written.");
  }
  if (hasInvisible(content)) {
    yield warning(path, "Remove the invisible characters: a careful client makes them visible, because they can hide what a text really says.");
  }
  const length = [...content].length;
  if (length > LONG[what]) {
    const advise = length > LONG[what] * 4 ? warning : note;
    yield advise(path, `Shorten the text: ${length} characters is long for ${what === "option" ? "an option" : `a ${what}`}.`);
  }
}

function* adviseOnTitles(all: readonly Property[]): Iterable<Advice> {
  const seen = new Map<string, string>();
  for (const { name, schema, path } of all) {
    const title = text(member(schema, "title"))?.trim();
    if (!title) {
      continue;
    }
    const other = seen.get(title);
    if (other !== undefined) {
      yield warning([...path, "title"], `Give the two fields different titles: “${other}” and “${name}” are both called “${title}”.`);
    }
    seen.set(title, name);
  }
}

function* adviseOnLabel({ name, schema, path }: Property): Iterable<Advice> {
  const title = text(member(schema, "title"))?.trim();
  const description = text(member(schema, "description"))?.trim();
  if (schema.kind !== "object") {
    return;
  }
  if (!title) {
    yield note(path, "Give the property a title: without one people read its name.");
  }
  if (!description && VAGUE.has((title || name).toLowerCase())) {
    yield note(path, `Add a description: “${title || name}” alone does not say what is wanted.`);
  }
}

function* adviseOnOptionTitles(property: Property): Iterable<Advice> {
  const bare = options(property).filter(({ title }) => title === undefined);
  const hasNames = member(property.schema, "enumNames") !== undefined;
  if (!hasNames && bare.some(({ value }) => looksLikeCode(text(value) ?? ""))) {
    yield note(bare[0]?.path.slice(0, -1) ?? property.path, "Give the options titles: people read the bare values, which look like names in a program.");
  }
}

function looksLikeCode(value: string): boolean {
  return /^[a-z0-9]*(?:[_\-.:/][a-z0-9]+)+$/i.test(value) || /^[a-z]+(?:[A-Z][a-z0-9]*)+$/.test(value) || /^[a-z]*\d+$/i.test(value) && value.length < 12;
}
