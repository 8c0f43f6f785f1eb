// Gives the advice on properties: the specification's subset of JSON Schema, rules that no answer can satisfy,
// and secrets.

import { parseExact } from "../../../bridge/message/exact.js";
import { Rules } from "../../../bridge/rules/rules.js";
import { isTexts, items, type Located, member, membersOf, number, scalar, text } from "../located.js";
import { adviceFrom, type Advice, NEWER, OLDEST, REJECTED, repeated, revisions, type Row, UNKNOWN } from "./advice.js";
import { anyOf, crossedLimit, type Fit, FITS, type Kind, membersNamed, nameOf, otherMembers, type Property, wordsOf } from "./schema.js";
import { didYouMean } from "./spelling.js";
import subset from "./subset.json";
import vocabulary from "./vocabulary.json";

const COUNTS = ["minLength", "maxLength", "minItems", "maxItems"];

/** Gives all advice on a property except that on its texts. */
export function* adviceOnProperty(property: Property): Iterable<Advice> {
  const { kind } = property;
  if (kind) {
    yield* adviceFrom(KNOWN, { ...property, ...KINDS[kind], kind });
  } else {
    // The first matching row is the most precise.
    const { value } = adviceFrom(OUTSIDE, property).next();
    yield* value ? [{ ...value, ...REJECTED }] : [];
  }
  yield* adviceFrom(RULES, property);
}

const SUBSET = "the subset that the specification allows";

const OUTSIDE: readonly Row<Property>[] = [
  ["no-object", "problem", ({ schema }) => schema.kind !== "object" && schema, "Describe the property with an object that has a type."],
  ["reference", "problem", ({ union }) => nameOf(union) === "$ref" && union, `Write the schema out here: references are not in ${SUBSET}.`],
  ["nullable-union", "problem", ({ union }) => items(union).some((entry) => text(entry, "type") === "null") && union,
    "Give the property one type and leave its name out of required: that is how an optional field is written. " +
      `A union with null, as generators make it, is not in ${SUBSET}.`],
  ["choice-by-union", "problem", ({ union }) => items(union).length > 0 && items(union).every((entry) => member(entry, "const")) && union,
    "Write a choice as {\"type\": \"string\", \"oneOf\": [{\"const\": …, \"title\": …}]}."],
  ["union", "problem", ({ union }) => union, (_, at) => `Give the property one type: “${nameOf(at)}” is not in ${SUBSET}.`],
  ["type-list", "problem", ({ schema }) => member(schema, "type")?.kind === "array" && member(schema, "type"),
    "Give the property one type. A field that may stay empty is one that is not named in required, and not one of type null."],
  ["no-type", "problem", ({ type, schema }) => type === undefined && schema,
    ({ schema }) => `${misspelt(schema, "type")}Give the property a type: string, number, integer, boolean, or array for multiple choice.`],
  ["nested-object", "problem", ({ type, schema }) => type === "object" && member(schema, "type"),
    `Make each part of the object a property of its own: nested objects are not in ${SUBSET}.`],
  ["null-type", "problem", ({ type, schema }) => type === "null" && member(schema, "type"),
    "Remove the property: there is nothing to answer where only null is allowed."],
  ["items-type-missing", "problem",
    ({ items }) => member(items, "enum") && !member(items, "type") && items, "Add \"type\": \"string\" to the items."],
  ["items-one-of", "problem", ({ items }) => member(items, "oneOf"),
    "Write anyOf in place of oneOf: that is how the titled options of multiple choice are written."],
  ["items-type-extra", "problem",
    ({ items }) => member(items, "anyOf") && member(items, "type"), "Remove the type of the items: beside anyOf they have none."],
  ["free-list", "problem", ({ type, items, schema }) => type === "array" && (items ?? schema),
    `Offer options, with enum or anyOf in items, or ask for one string: a list that a person fills in freely is not in ${SUBSET}.`],
  ["unknown-type", "problem", ({ schema }) => member(schema, "type"),
    ({ type }) => `Use string, number, integer, boolean or array: there is no type “${type}”.`],
];

// Returns a question about the first member whose name is nearly a keyword.
function misspelt(of: Located, ...keywords: string[]): string {
  const known = membersOf(of).map(({ name }) => name);
  const missing = keywords.filter((keyword) => !known.includes(keyword));
  return known.filter((name) => !keywords.includes(name)).map((name) => didYouMean(name, missing)).find(Boolean) ?? "";
}

const INSTEAD = new Map(Object.entries(subset.instead));

type Subset = (typeof subset.kinds)["text"] & { listed?: string };
type Known = Property & Subset & { kind: Kind };

const KINDS: { readonly [kind in Kind]: Subset } = subset.kinds;

function choiceOf({ listed, lists }: Known): Located | undefined {
  return lists.find(({ word }) => word === listed)?.list;
}

function untitledOptions(property: Known): Located[] {
  return items(choiceOf(property)).filter((entry) => text(entry, "const") === undefined || text(entry, "title") === undefined);
}

function describes(value: Located): boolean {
  return subset.describing.includes(nameOf(value));
}

const KNOWN: readonly Row<Known>[] = [
  ["multiple-choice", "note", ({ type, schema }) => type === "array" && schema,
    "Multiple choice needs a client of 2025-11-25 or newer.", { rejectedBy: OLDEST }],
  ["unknown-keyword", (_, at) => (/^(?:x-|_)/.test(nameOf(at)) || describes(at) ? "note" : "warning"),
    ({ members, schema }) => otherMembers(schema, members),
    ({ called, members }, at) => INSTEAD.get(nameOf(at)) ?? (describes(at) ? "" : didYouMean(nameOf(at), members)) +
      `Do not rely on “${nameOf(at)}”: the specification does not have it for ${called}.`, UNKNOWN],
  ["text-type", "problem", ({ schema }) => membersNamed(schema, ["title", "description"]).filter((value) => text(value) === undefined),
    (_, at) => `Write the ${nameOf(at)} as a string.`, REJECTED],
  ["bound-type", "problem",
    ({ kind, schema }) => kind === "number" && membersNamed(schema, ["minimum", "maximum"]).filter((value) => !FITS["a number"](value)),
    "Write a number, without quotes.", REJECTED],
  ["count-type", "problem", ({ members, schema }) => membersNamed(schema, COUNTS.filter((name) => members.includes(name)))
      .filter((value) => !FITS["a whole number"](value)),
    "Write a whole number.", (_, at) => ({ rejectedBy: nameOf(at).endsWith("Items") ? NEWER : revisions })],
  ["default-type", "problem", ({ wanted, standing }) => standing && !FITS[wanted as Fit](standing) && standing,
    ({ wanted }, at) => (scalar(at) === null ? "Leave the default out: null is no default." : `Make the default ${wanted}.`),
    ({ kind }) => ({ rejectedBy: kind === "boolean" ? revisions : NEWER })],
  ["early-default", "note", ({ kind, wanted, standing }) => kind !== "boolean" && standing && FITS[wanted as Fit](standing) && standing,
    "Clients of 2025-06-18 ignore this default: they know it for true or false only.", { unknownTo: OLDEST }],
  // Other rows have advice on a format beside options, and on the format of a secret.
  ["unknown-format", "problem", ({ type, schema, format, hasSecretFormat }) => type === "string" && !hasSecretFormat &&
      !subset.formats.includes(format) && member(schema, "format"),
    ({ format }) => "Use email, uri, date or date-time, or leave the format out and say in the description what is wanted: " +
      `there is no “${format}”.`, ({ kind }) => ({ rejectedBy: kind === "text" ? revisions : [] })],
  ["enum-names", "note", ({ schema }) => member(schema, "enumNames"),
    "Write oneOf with const and title, unless clients of 2025-06-18 matter: enumNames will be removed from the specification."],
  ["option-type", "problem", (property) => property.listed === "enum" && [choiceOf(property)].filter((list) => list && !isTexts(list)),
    `Write the options as a list of strings: numbers and other values are not in ${SUBSET}.`,
    ({ kind }) => ({ rejectedBy: kind === "choices" ? revisions : [], ...UNKNOWN })],
  ["titled-choice", "note", (property) => property.kind === "titled choice" && choiceOf(property),
    "Clients of 2025-06-18 show a plain text field: titled options came with 2025-11-25.", { unknownTo: OLDEST }],
  ["untitled-option", "problem", (property) => property.listed !== "enum" && untitledOptions(property),
    (_, at) => `${misspelt(at, "const", "title")}Give every option a const and a title, both strings.`,
    ({ kind }) => ({ rejectedBy: kind === "titled choices" ? NEWER : [], ...UNKNOWN })],
];

/** Words for secrets, which grant access or authorize a payment. The form has a longer list, in several languages. */
const SECRET = anyOf(vocabulary.secret);

const HARMLESS = anyOf(vocabulary.harmless);

function asksForSecret({ name, schema, type }: Property): boolean {
  const labels = [wordsOf(name), text(schema, "title") ?? ""];
  return type !== "boolean" && type !== "array" && labels.some((each) => SECRET.test(each) && !HARMLESS.test(each));
}

/** The alternative to asking for a secret. */
export const OPEN_A_PAGE = "Open a page of your own in URL mode, where only you see what is entered.";

const RULES: readonly Row<Property>[] = [
  ["crossed-rules", "problem", ({ schema }) => ["maxLength", "maximum", "maxItems"].map((high) => crossedLimit(schema, high)),
    (_, at) => `Make ${nameOf(at)} at least ${nameOf(at).replace("max", "min")}: no answer can satisfy both.`],
  ["negative-count", "problem",
    ({ schema }) => membersNamed(schema, COUNTS).filter((count) => (number(count) ?? 0) < 0), "Use a number that is not negative."],
  ["no-options", "problem", ({ type, lists }) =>
      lists.map(({ word, list }) => word !== (type === "array" ? "oneOf" : "anyOf") && isLong(list, 0) && list),
    "Offer at least one option: there is nothing to choose."],
  ["too-few-options", "problem", ({ type, schema, options }) => type === "array" && options.length > 0 &&
      membersNamed(schema, ["minItems"]).filter((least) => (number(least) ?? 0) > options.length),
    "Lower minItems or offer more: there are fewer options than must be chosen."],
  ["enum-names-count", "problem",
    ({ schema, options }) => membersNamed(schema, ["enumNames"]).filter((names) => !isLong(names, options.length)),
    "Give enumNames as many strings as enum has options."],
  ["repeated-option", "problem", ({ options }) => repeated(options, ({ value }) => written(value)).map(({ entry }) => entry),
    (_, at) => `Remove the second ${written(member(at, "const") ?? at)}: validators reject an option that matches twice.`],
  ["empty-option", "warning", ({ options }) => options.filter(({ value }) => scalar(value) === "").map(({ entry }) => entry),
    "Give the option a value: an empty string looks like no answer, and Go clients reject it."],
  ["broken-default", "problem", (property) => brokenRule(property) !== undefined && property.standing,
    (property) => `Change the default or the rule: the default ${brokenRule(property)}, ` +
      "and anyone who keeps it sends an answer that is refused."],
  ["secret-format", "problem", ({ schema, hasSecretFormat }) => hasSecretFormat && schema,
    `Do not ask for a secret in a form: servers must not, and there are no formats but email, uri, date and date-time. ${OPEN_A_PAGE}`,
    ({ kind }) => ({ rejectedBy: kind === "text" ? revisions : [] })],
  ["secret", "problem", (property) => !property.hasSecretFormat && asksForSecret(property) && property.schema,
    `Do not ask for a secret in a form: servers must not, and clients warn people about it. ${OPEN_A_PAGE}`],
];

function isLong(list: Located, length: number): boolean {
  return list.kind === "array" && items(list).length === length;
}

function written(value: Located): string {
  return JSON.stringify(scalar(value) ?? null);
}

/** The faults of a default, by keyword. Other advice is about a default of the wrong type. */
const BROKEN = new Map(Object.entries(subset.broken));
const BROKEN_FORMAT = new Map(Object.entries(subset.brokenFormat));

// Describes the rule that the default of a property breaks; undefined if it breaks none.
function brokenRule({ schema, standing, format }: Property): string | undefined {
  const params = new Map([["requestedSchema", parseExact(`{"properties":{"p":${schema.text}}}`) ?? null]]);
  const [rule] = (standing && new Rules([params]).broken(params, `{"p":${standing.text}}`)) ?? [];
  return rule && (rule.keyword === "format" ? BROKEN_FORMAT.get(format) : BROKEN.get(rule.keyword));
}
