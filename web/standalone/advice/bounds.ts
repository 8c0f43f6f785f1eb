// Rules of a property that no answer can satisfy, and defaults that break them.

import { parseExact } from "../../../bridge/message/exact.js";
import { type Keyword, Rules } from "../../../bridge/rules/rules.js";
import { items, type Located, member, number, text } from "../located.js";
import { type Advice, problem, type Subject, warning } from "./advice.js";
import { crossed, optionLists, options, properties, type Property } from "./schema.js";

/** Advises on rules that contradict each other. */
export function* adviseOnBounds(subject: Subject): Iterable<Advice> {
  for (const property of properties(subject)) {
    const { schema } = property;
    for (const [low, high] of [["minLength", "maxLength"], ["minimum", "maximum"], ["minItems", "maxItems"]] as const) {
      if (crossed(schema, low, high)) {
        yield problem(member(schema, high) ?? schema, `Make ${high} at least ${low}: no answer can satisfy both.`);
      }
    }
    for (const name of ["minLength", "maxLength", "minItems", "maxItems"]) {
      const count = member(schema, name);
      if (count && (number(count) ?? 0) < 0) {
        yield problem(count, "Use a number that is not negative.");
      }
    }
    yield* adviseOnChoice(property);
    const standing = member(schema, "default");
    const why = standing && broken(schema, standing);
    if (why) {
      yield problem(standing, `Change the default or the rule: the default ${why}, and anyone who keeps it sends an answer that is refused.`);
    }
  }
}

function* adviseOnChoice(property: Property): Iterable<Advice> {
  const { schema } = property;
  const many = text(member(schema, "type")) === "array";
  for (const { word, list } of optionLists(property)) {
    if (list.kind === "array" && list.items.length === 0 && word !== (many ? "oneOf" : "anyOf")) {
      yield problem(list, "Offer at least one option: there is nothing to choose.");
    }
  }
  const all = options(property);
  const least = member(schema, "minItems");
  if (many && least && all.length > 0 && (number(least) ?? 0) > all.length) {
    yield problem(least, "Lower minItems or offer more: there are fewer options than must be chosen.");
  }
  const names = member(schema, "enumNames");
  if (names && (names.kind !== "array" || items(names).length !== all.length)) {
    yield problem(names, "Give enumNames as many strings as enum has options.");
  }
  const seen = new Set<string>();
  for (const { entry, value } of all) {
    const written = JSON.stringify(value.kind === "scalar" ? value.value : null);
    if (seen.has(written)) {
      yield problem(entry, `Remove the second ${written}: validators refuse an option that matches twice.`);
    }
    if (written === '""') {
      yield warning(entry, "Give the option a value: an empty string looks like no answer, and Go clients refuse it.");
    }
    seen.add(written);
  }
}

/** What is wrong with a default. About one of the wrong type there is other advice. */
const BROKEN: { readonly [keyword in Keyword]?: string } = {
  minLength: "is too short", maxLength: "is too long", minimum: "is below the minimum", maximum: "is above the maximum", enum: "is not among the options",
  minItems: "contains too few options", maxItems: "contains too many options", uniqueItems: "contains an option twice", pattern: "does not match the pattern",
  exclusiveMinimum: "is not above the minimum", exclusiveMaximum: "is not below the maximum", multipleOf: "is not one of the steps",
};
const FORMATS = new Map([
  ["email", "email address"], ["uri", "web address"], ["date", "date (2027-03-14)"], ["date-time", "moment with seconds and an offset (2027-03-14T09:30:00Z)"],
]);

// Which rule of a property a default breaks, in words; undefined when it breaks none.
function broken(schema: Located, standing: Located): string | undefined {
  const params = new Map([["requestedSchema", parseExact(`{"properties":{"p":${schema.text}}}`) ?? null]]);
  const [rule] = new Rules([params]).broken(params, `{"p":${standing.text}}`) ?? [];
  const format = FORMATS.get(text(member(schema, "format")) ?? "");
  return rule?.keyword === "format" ? format && `is not a valid ${format}` : rule && BROKEN[rule.keyword];
}
