// The texts that a person reads: which are missing, and what in them does not work.

import { hasInvisible } from "../../../bridge/message/safetext.js";
import { items, type Located, member, text } from "../located.js";
import { type Advice, note, type Subject, warning } from "./advice.js";
import { optionLists, options, properties, type Property, requestedSchema } from "./schema.js";

interface Text {
  value: Located;
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
  const found: [value: Located | undefined, what: Text["what"]][] = [[member(subject.params, "message"), "message"]];
  for (const schema of [requestedSchema(subject), ...properties(subject).map((property) => property.schema)]) {
    found.push([member(schema, "title"), "title"], [member(schema, "description"), "description"]);
  }
  for (const property of properties(subject)) {
    items(member(property.schema, "enumNames")).forEach((name) => found.push([name, "option"]));
    options(property).forEach(({ title, value }) => found.push([title ?? value, "option"]));
  }
  return found.flatMap(([value, what]) => (value && text(value) !== undefined ? [{ value, what }] : []));
}

function* adviseOnText({ value, what }: Text): Iterable<Advice> {
  const content = text(value) ?? "";
  if (LINK.test(content)) {
    yield warning(value, "Do not count on a link: addresses in a form are plain text that nobody can click. To send people to a page, use URL mode.");
  }
  if (MARKUP.test(content)) {
    yield warning(value, "Write plain text: HTML is shown as it is written.");
  } else if (MARKDOWN.test(content)) {
    yield note(value, "Write plain text: Markdown is shown as it is written.");
  }
  if (hasInvisible(content)) {
    yield warning(value, "Remove the invisible characters: a careful client makes them visible, because they can hide what a text really says.");
  }
  const length = [...content].length;
  if (length > LONG[what]) {
    const advise = length > LONG[what] * 4 ? warning : note;
    yield advise(value, `Shorten the text: ${length} characters is long for ${what === "option" ? "an option" : `a ${what}`}.`);
  }
}

function* adviseOnTitles(all: readonly Property[]): Iterable<Advice> {
  const seen = new Map<string, string>();
  for (const { name, schema } of all) {
    const at = member(schema, "title");
    const title = text(at)?.trim();
    if (!at || !title) {
      continue;
    }
    const other = seen.get(title);
    if (other !== undefined) {
      yield warning(at, `Give the two fields different titles: “${other}” and “${name}” are both called “${title}”.`);
    }
    seen.set(title, name);
  }
}

function* adviseOnLabel({ name, schema }: Property): Iterable<Advice> {
  const title = text(member(schema, "title"))?.trim();
  const description = text(member(schema, "description"))?.trim();
  if (schema.kind !== "object") {
    return;
  }
  if (!title) {
    yield note(schema, "Give the property a title: without one people read its name.");
  }
  if (!description && VAGUE.has((title || name).toLowerCase())) {
    yield note(schema, `Add a description: “${title || name}” alone does not say what is wanted.`);
  }
}

function* adviseOnOptionTitles(property: Property): Iterable<Advice> {
  const bare = options(property).filter(({ title }) => title === undefined);
  const hasNames = member(property.schema, "enumNames") !== undefined;
  if (!hasNames && bare.some(({ value }) => looksLikeCode(text(value) ?? ""))) {
    yield note(optionLists(property)[0]?.list ?? property.schema, "Give the options titles: people read the bare values, which look like names in a program.");
  }
}

function looksLikeCode(value: string): boolean {
  return /^[a-z0-9]*(?:[_\-.:/][a-z0-9]+)+$/i.test(value) || /^[a-z]+(?:[A-Z][a-z0-9]*)+$/.test(value) || /^[a-z]*\d+$/i.test(value) && value.length < 12;
}
