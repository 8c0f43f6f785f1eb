// Compares each property of the requested schema with the subset of JSON Schema in
// the specification.

import { type Located, member, number, type Path, text } from "../located.js";
import { type Advice, type Revision, revisions, type Subject } from "./advice.js";
import { items, type Kind, kindOf, properties, type Property } from "./schema.js";

const COMMON = ["type", "title", "description", "default"];

/** The members that each kind may have. */
const WORDS: { readonly [kind in Kind]: readonly string[] } = {
  text: [...COMMON, "minLength", "maxLength", "format"],
  choice: [...COMMON, "enum", "enumNames"],
  "titled choice": [...COMMON, "oneOf"],
  number: [...COMMON, "minimum", "maximum"],
  boolean: COMMON,
  choices: [...COMMON, "minItems", "maxItems", "items"],
  "titled choices": [...COMMON, "minItems", "maxItems", "items"],
};

const FORMATS = ["email", "uri", "date", "date-time"];
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
      yield { severity: "problem", refusedBy: revisions, ...outside(property) };
    }
  }
}

// Advice on a property of which the specification has no kind.
function outside({ schema, path }: Property): { path: Path; text: string } {
  if (schema.kind !== "object") {
    return { path, text: "Describe the property by an object with a type." };
  }
  const type = member(schema, "type");
  for (const word of ["$ref", "anyOf", "oneOf", "allOf"]) {
    const value = member(schema, word);
    if (value && text(type) === undefined) {
      return { path: [...path, word], text: union(word, value) };
    }
  }
  if (type?.kind === "array") {
    return {
      path: [...path, "type"],
      text: "Give the property one type. A field that may stay empty is one that is not named in required, and not one of type null.",
    };
  }
  switch (text(type)) {
    case undefined:
      return { path, text: "Give the property a type: string, number, integer, boolean, or array for a choice of several." };
    case "object":
      return { path: [...path, "type"], text: "Make each part of the object a property of its own: nested objects are outside of the specification's subset." };
    case "null":
      return { path: [...path, "type"], text: "Remove the property: there is nothing to answer where only null is allowed." };
    case "array":
      return list(schema, path);
    default:
      return { path: [...path, "type"], text: `Use string, number, integer, boolean or array: there is no type “${text(type)}”.` };
  }
}

function union(word: string, value: Located): string {
  if (word === "$ref") {
    return "Write the schema out in this place: references are outside of the specification's subset.";
  }
  const entries = items(value);
  if (entries.some((entry) => text(member(entry, "type")) === "null")) {
    return "Give the property one type and leave its name out of required: that is how an optional field is written. A union with null, as generators make it, is outside of the specification's subset.";
  }
  if (entries.length > 0 && entries.every((entry) => member(entry, "const"))) {
    return "Write a choice as {\"type\": \"string\", \"oneOf\": [{\"const\": …, \"title\": …}]}.";
  }
  return `Give the property one type: “${word}” is outside of the specification's subset.`;
}

function list(schema: Located, path: Path): { path: Path; text: string } {
  const of = member(schema, "items");
  const at = of ? [...path, "items"] : path;
  if (of && member(of, "enum") && !member(of, "type")) {
    return { path: at, text: "Add \"type\": \"string\" to the items." };
  }
  if (of && member(of, "oneOf")) {
    return { path: [...at, "oneOf"], text: "Write anyOf in place of oneOf: that is how the titled options of a choice of several are written." };
  }
  if (of && member(of, "anyOf") && member(of, "type")) {
    return { path: [...at, "type"], text: "Remove the type of the items: beside anyOf they have none." };
  }
  return {
    path: at,
    text: "Offer options, by items with enum or with anyOf, or ask for one text: a list that a person fills freely is outside of the specification's subset.",
  };
}

function* adviseOnKind(property: Property, kind: Kind): Iterable<Advice> {
  const { schema, path } = property;
  if ((kind === "choices" || kind === "titled choices") && schema.kind === "object") {
    yield { severity: "note", path, text: "A choice of several needs a client of 2025-11-25 or newer.", refusedBy: OLDEST };
  }
  for (const { name, value } of schema.kind === "object" ? schema.members : []) {
    const at = [...path, name];
    if (!WORDS[kind].includes(name)) {
      yield { severity: severityOf(name), path: at, text: unknownWord(name, kind), unknownTo: revisions };
    } else if ((name === "title" || name === "description") && text(value) === undefined) {
      yield { severity: "problem", path: at, text: `Write the ${name} as a text.`, refusedBy: revisions };
    } else if (COUNTS.includes(name) && !Number.isInteger(number(value))) {
      yield { severity: "problem", path: at, text: "Write a whole number.", refusedBy: name.endsWith("Items") ? NEWER : revisions };
    } else if ((name === "minimum" || name === "maximum") && number(value) === undefined) {
      yield { severity: "problem", path: at, text: "Write a number, without quotes.", refusedBy: revisions };
    } else if (name === "default") {
      yield* adviseOnDefault(property, kind, value);
    }
  }
  yield* adviseOnFormat(property, kind);
  yield* adviseOnOptions(property, kind);
}

function severityOf(word: string): Advice["severity"] {
  return word.startsWith("x-") || word.startsWith("_") || ["$comment", "examples", "readOnly", "writeOnly", "deprecated"].includes(word) ? "note" : "warning";
}

function unknownWord(word: string, kind: Kind): string {
  switch (word) {
    case "pattern":
      return "Say in the description what is wanted, and check it in your tool: pattern is not part of the specification, and clients that do not know it let any text through.";
    case "const":
      return "Offer a choice, or check the value in your tool: const is not part of the specification.";
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return `Use ${word === "exclusiveMinimum" ? "minimum" : "maximum"}: exclusive limits are not part of the specification.`;
    case "multipleOf":
      return "Say in the description which steps are allowed, and check them in your tool: multipleOf is not part of the specification.";
    case "uniqueItems":
      return "Leave it out: a choice of several never holds an option twice.";
    case "enum":
    case "oneOf":
      return "Make it a choice of texts: only a property of type string has options.";
    case "format":
      return "Leave it out: only a text has a format.";
    default:
      return `Do not rely on “${word}”: the specification does not have it for a ${kind === "text" ? "text" : kind}.`;
  }
}

function* adviseOnDefault({ path }: Property, kind: Kind, value: Located): Iterable<Advice> {
  const at = [...path, "default"];
  const many = kind === "choices" || kind === "titled choices";
  const fits =
    kind === "boolean" ? value.kind === "scalar" && typeof value.value === "boolean"
    : kind === "number" ? number(value) !== undefined
    : many ? value.kind === "array" && value.items.every((item) => text(item) !== undefined)
    : text(value) !== undefined;
  if (!fits) {
    const wanted = many ? "a list of texts" : kind === "number" ? "a number" : kind === "boolean" ? "true or false" : "a text";
    const isNull = value.kind === "scalar" && value.value === null;
    yield {
      severity: "problem",
      path: at,
      text: isNull ? "Leave the default out: null is no default." : `Make the default ${wanted}.`,
      refusedBy: kind === "boolean" ? revisions : NEWER,
    };
  } else if (kind !== "boolean") {
    yield { severity: "note", path: at, text: "Clients of 2025-06-18 ignore this default: they know it for true or false only.", unknownTo: OLDEST };
  }
}

function* adviseOnFormat({ schema, path }: Property, kind: Kind): Iterable<Advice> {
  const format = member(schema, "format");
  if (!format || text(member(schema, "type")) !== "string" || FORMATS.includes(text(format) ?? "")) {
    return;
  }
  // A format beside options is unknown as well, about which there is advice already.
  const name = text(format) ?? "";
  const secret = /pass|secret|token|key/i.test(name);
  yield {
    severity: "problem",
    path: [...path, "format"],
    text: secret
      ? "Do not ask for it in a form: secrets belong on a page of your own, which URL mode opens. And only email, uri, date and date-time are formats."
      : `Use email, uri, date or date-time, or leave the format out and say in the description what is wanted: there is no “${name}”.`,
    refusedBy: kind === "text" ? revisions : [],
  };
}

function* adviseOnOptions({ schema, path }: Property, kind: Kind): Iterable<Advice> {
  const choices = kind === "choice" ? member(schema, "enum") : kind === "choices" ? member(member(schema, "items"), "enum") : undefined;
  const where = kind === "choice" ? ["enum"] : ["items", "enum"];
  if (choices && (choices.kind !== "array" || choices.items.some((item) => text(item) === undefined))) {
    yield {
      severity: "problem",
      path: [...path, ...where],
      text: "Write the options as a list of texts: numbers and other values are outside of the specification's subset.",
      refusedBy: kind === "choices" ? revisions : [],
      unknownTo: revisions,
    };
  }
  if (member(schema, "enumNames")) {
    yield {
      severity: "note",
      path: [...path, "enumNames"],
      text: "Write oneOf with const and title, unless clients of 2025-06-18 matter: enumNames will be removed from the specification.",
    };
  }
  const titled = kind === "titled choice" ? member(schema, "oneOf") : kind === "titled choices" ? member(member(schema, "items"), "anyOf") : undefined;
  if (!titled) {
    return;
  }
  const at = kind === "titled choice" ? [...path, "oneOf"] : [...path, "items", "anyOf"];
  if (kind === "titled choice") {
    yield { severity: "note", path: at, text: "Clients of 2025-06-18 show a plain text field: titled options came with 2025-11-25.", unknownTo: OLDEST };
  }
  for (const [i, entry] of items(titled).entries()) {
    if (text(member(entry, "const")) === undefined || text(member(entry, "title")) === undefined) {
      yield {
        severity: "problem",
        path: [...at, String(i)],
        text: "Give every option a const and a title, both texts.",
        refusedBy: kind === "titled choices" ? NEWER : [],
        unknownTo: revisions,
      };
    }
  }
}
