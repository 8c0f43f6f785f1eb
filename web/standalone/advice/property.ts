// Compares each property of the requested schema with the subset of JSON Schema in
// the specification.

import { isBoolean, isNull, isTexts, items, type Located, member, membersOf, number, text } from "../located.js";
import { type Advice, note, problem, type Revision, revisions, type Subject, warning } from "./advice.js";
import { type Kind, kindOf, optionLists, properties, type Property } from "./schema.js";
import { hasSecretFormat } from "./secrets.js";
import { didYouMean } from "./spelling.js";
import subset from "./subset.json";

const COUNTS = ["minLength", "maxLength", "minItems", "maxItems"];
const OLDEST: readonly Revision[] = ["2025-06-18"];
const NEWER: readonly Revision[] = ["2025-11-25", "2026-07-28"];

/** Advises on the properties, one after the other. */
export function* adviseOnProperties(subject: Subject): Iterable<Advice> {
  for (const property of properties(subject)) {
    const kind = kindOf(property.schema);
    if (kind) {
      yield* adviseOnKind(property, kind);
    } else {
      const [at, text] = outside(property.schema);
      yield problem(at, text, { refusedBy: revisions });
    }
  }
}

// The place and the text of the advice on a property of which the specification has no kind.
function outside(schema: Located): [at: Located, text: string] {
  if (schema.kind !== "object") {
    return [schema, "Describe the property with an object that has a type."];
  }
  const type = member(schema, "type");
  for (const word of ["$ref", "anyOf", "oneOf", "allOf"]) {
    const value = member(schema, word);
    if (value && text(type) === undefined) {
      return [value, union(word, value)];
    }
  }
  const at = type ?? schema;
  if (type?.kind === "array") {
    return [at, "Give the property one type. A field that may stay empty is one that is not named in required, and not one of type null."];
  }
  switch (text(type)) {
    case undefined:
      return [schema, `${misspelt(schema, "type")}Give the property a type: string, number, integer, boolean, or array for multiple choice.`];
    case "object":
      return [at, "Make each part of the object a property of its own: nested objects are not in the subset that the specification allows."];
    case "null":
      return [at, "Remove the property: there is nothing to answer where only null is allowed."];
    case "array":
      return list(schema);
    default:
      return [at, `Use string, number, integer, boolean or array: there is no type “${text(type)}”.`];
  }
}

// A question about the first member whose name is nearly one of the keywords.
function misspelt(of: Located, ...keywords: string[]): string {
  const known = membersOf(of).map(({ name }) => name);
  const missing = keywords.filter((keyword) => !known.includes(keyword));
  return known.filter((name) => !keywords.includes(name)).map((name) => didYouMean(name, missing)).find(Boolean) ?? "";
}

function union(word: string, value: Located): string {
  if (word === "$ref") {
    return "Write the schema out here: references are not in the subset that the specification allows.";
  }
  const entries = items(value);
  if (entries.some((entry) => text(member(entry, "type")) === "null")) {
    return "Give the property one type and leave its name out of required: that is how an optional field is written. A union with null, as generators make it, is not in the subset that the specification allows.";
  }
  if (entries.length > 0 && entries.every((entry) => member(entry, "const"))) {
    return "Write a choice as {\"type\": \"string\", \"oneOf\": [{\"const\": …, \"title\": …}]}.";
  }
  return `Give the property one type: “${word}” is not in the subset that the specification allows.`;
}

function list(schema: Located): [at: Located, text: string] {
  const of = member(schema, "items");
  const [titled, type] = [member(of, "oneOf"), member(of, "type")];
  const at = of ?? schema;
  if (member(of, "enum") && !type) {
    return [at, "Add \"type\": \"string\" to the items."];
  }
  if (titled) {
    return [titled, "Write anyOf in place of oneOf: that is how the titled options of multiple choice are written."];
  }
  if (member(of, "anyOf") && type) {
    return [type, "Remove the type of the items: beside anyOf they have none."];
  }
  return [at, "Offer options, with enum or anyOf in items, or ask for one string: a list that a person fills in freely is not in the subset that the specification allows."];
}

function* adviseOnKind(property: Property, kind: Kind): Iterable<Advice> {
  const { schema } = property;
  if ((kind === "choices" || kind === "titled choices") && schema.kind === "object") {
    yield note(schema, "Multiple choice needs a client of 2025-11-25 or newer.", { refusedBy: OLDEST });
  }
  const { called, members } = subset.kinds[kind];
  for (const { name, value } of membersOf(schema)) {
    if (!members.includes(name)) {
      const describes = subset.describing.includes(name);
      const advise = name.startsWith("x-") || name.startsWith("_") || describes ? note : warning;
      const question = describes ? "" : didYouMean(name, members);
      yield advise(value, INSTEAD.get(name) ?? `${question}Do not rely on “${name}”: the specification does not have it for ${called}.`, { unknownTo: revisions });
    } else if ((name === "title" || name === "description") && text(value) === undefined) {
      yield problem(value, `Write the ${name} as a string.`, { refusedBy: revisions });
    } else if (COUNTS.includes(name) && !Number.isInteger(number(value))) {
      yield problem(value, "Write a whole number.", { refusedBy: name.endsWith("Items") ? NEWER : revisions });
    } else if ((name === "minimum" || name === "maximum") && number(value) === undefined) {
      yield problem(value, "Write a number, without quotes.", { refusedBy: revisions });
    } else if (name === "default") {
      yield* adviseOnDefault(kind, value);
    }
  }
  yield* adviseOnFormat(property, kind);
  yield* adviseOnOptions(property, kind);
}

/** What to do about members that a kind does not have. */
const INSTEAD = new Map(Object.entries(subset.instead));

function* adviseOnDefault(kind: Kind, value: Located): Iterable<Advice> {
  const [wanted, fits] =
    kind === "boolean" ? ["true or false", isBoolean(value)]
    : kind === "number" ? ["a number", number(value) !== undefined]
    : kind === "choices" || kind === "titled choices" ? ["a list of strings", isTexts(value)]
    : ["a string", text(value) !== undefined];
  if (!fits) {
    const advised = isNull(value) ? "Leave the default out: null is no default." : `Make the default ${wanted}.`;
    yield problem(value, advised, { refusedBy: kind === "boolean" ? revisions : NEWER });
  } else if (kind !== "boolean") {
    yield note(value, "Clients of 2025-06-18 ignore this default: they know it for true or false only.", { unknownTo: OLDEST });
  }
}

function* adviseOnFormat({ schema }: Property, kind: Kind): Iterable<Advice> {
  const format = member(schema, "format");
  const name = text(format) ?? "";
  // About the format of a secret there is the advice on secrets.
  if (!format || text(member(schema, "type")) !== "string" || subset.formats.includes(name) || hasSecretFormat(schema)) {
    return;
  }
  const advised = `Use email, uri, date or date-time, or leave the format out and say in the description what is wanted: there is no “${name}”.`;
  // A format beside options is unknown as well, about which there is advice already.
  yield problem(format, advised, { refusedBy: kind === "text" ? revisions : [] });
}

function* adviseOnOptions(property: Property, kind: Kind): Iterable<Advice> {
  const names = member(property.schema, "enumNames");
  if (names) {
    const advised = "Write oneOf with const and title, unless clients of 2025-06-18 matter: enumNames will be removed from the specification.";
    yield note(names, advised);
  }
  const { options: where } = subset.kinds[kind] as { options?: string };
  const options = optionLists(property).find(({ word }) => word === where);
  if (!options) {
    return;
  }
  const { word, list } = options;
  if (word === "enum" && !isTexts(list)) {
    const advised = "Write the options as a list of strings: numbers and other values are not in the subset that the specification allows.";
    yield problem(list, advised, { refusedBy: kind === "choices" ? revisions : [], unknownTo: revisions });
  }
  if (kind === "titled choice") {
    yield note(list, "Clients of 2025-06-18 show a plain text field: titled options came with 2025-11-25.", { unknownTo: OLDEST });
  }
  for (const entry of word === "enum" ? [] : items(list)) {
    if (text(member(entry, "const")) === undefined || text(member(entry, "title")) === undefined) {
      const refusedBy = kind === "titled choices" ? NEWER : [];
      yield problem(entry, `${misspelt(entry, "const", "title")}Give every option a const and a title, both strings.`, { refusedBy, unknownTo: revisions });
    }
  }
}
