// Rules of a property that nobody can satisfy, and defaults that break them.

import { isTexts, items, type Located, member, number, text } from "../located.js";
import { type Advice, problem, type Subject, warning } from "./advice.js";
import { crossed, kindOf, optionLists, options, properties, type Property } from "./schema.js";

/** Advises on rules that contradict each other. */
export function* adviseOnBounds(subject: Subject): Iterable<Advice> {
  for (const property of properties(subject)) {
    const { schema, path } = property;
    for (const [low, high] of [["minLength", "maxLength"], ["minimum", "maximum"], ["minItems", "maxItems"]] as const) {
      if (crossed(schema, low, high)) {
        yield problem([...path, high], `Make ${high} at least ${low}: no answer can satisfy both.`);
      }
    }
    for (const count of ["minLength", "maxLength", "minItems", "maxItems"]) {
      if ((number(member(schema, count)) ?? 0) < 0) {
        yield problem([...path, count], "Use a number that is not negative.");
      }
    }
    yield* adviseOnChoice(property);
    const standing = member(schema, "default");
    const why = standing && broken(property, standing);
    if (why) {
      yield problem([...path, "default"], `Change the default or the rule: the default ${why}, and anyone who keeps it sends an answer that is refused.`);
    }
  }
}

function* adviseOnChoice(property: Property): Iterable<Advice> {
  const { schema, path } = property;
  const many = text(member(schema, "type")) === "array";
  for (const { word, list, path: at } of optionLists(property)) {
    if (list.kind === "array" && list.items.length === 0 && word !== (many ? "oneOf" : "anyOf")) {
      yield problem(at, "Offer at least one option: there is nothing to choose.");
    }
  }
  const all = options(property);
  const least = number(member(schema, "minItems")) ?? 0;
  if (many && all.length > 0 && least > all.length) {
    yield problem([...path, "minItems"], "Lower minItems or offer more: there are fewer options than must be chosen.");
  }
  const names = member(schema, "enumNames");
  if (names && (names.kind !== "array" || names.items.length !== all.length)) {
    yield problem([...path, "enumNames"], "Give enumNames as many strings as enum has options.");
  }
  const seen = new Set<string>();
  for (const { value, path: at } of all) {
    const written = JSON.stringify(value.kind === "scalar" ? value.value : null);
    if (seen.has(written)) {
      yield problem(at, `Remove the second ${written}: validators refuse an option that matches twice.`);
    }
    if (written === '""') {
      yield warning(at, "Give the option a value: an empty string looks like no answer, and Go clients refuse it.");
    }
    seen.add(written);
  }
}

// Which rule of the property a default breaks; undefined when it breaks none, or
// when it has the wrong type, about which there is other advice.
function broken(property: Property, standing: Located): string | undefined {
  const kind = kindOf(property.schema);
  const rule = (name: string): number | undefined => number(member(property.schema, name));
  const values = options(property).map(({ value }) => text(value));
  switch (kind) {
    case "text": {
      const value = text(standing);
      return value === undefined ? undefined : brokenText(value, rule, text(member(property.schema, "format")));
    }
    case "number": {
      const value = number(standing);
      if (value === undefined) {
        return undefined;
      }
      if (text(member(property.schema, "type")) === "integer" && !Number.isInteger(value)) {
        return "is not a whole number";
      }
      return value < (rule("minimum") ?? -Infinity) ? "is below the minimum" : value > (rule("maximum") ?? Infinity) ? "is above the maximum" : undefined;
    }
    case "choice":
    case "titled choice": {
      const value = text(standing);
      return value !== undefined && !values.includes(value) ? "is not among the options" : undefined;
    }
    case "choices":
    case "titled choices": {
      if (!isTexts(standing)) {
        return undefined;
      }
      const chosen = items(standing).map(text);
      if (chosen.some((value) => !values.includes(value))) {
        return "contains something that is not among the options";
      }
      return chosen.length < (rule("minItems") ?? 0) ? "contains too few options" : chosen.length > (rule("maxItems") ?? Infinity) ? "contains too many options" : undefined;
    }
    default:
      return undefined;
  }
}

function brokenText(value: string, rule: (name: string) => number | undefined, format: string | undefined): string | undefined {
  // JSON Schema counts code points.
  const length = [...value].length;
  if (length < (rule("minLength") ?? 0)) {
    return "is too short";
  }
  if (length > (rule("maxLength") ?? Infinity)) {
    return "is too long";
  }
  const known = FORMATS.get(format ?? "");
  return known && !known.fits(value) ? `is not a valid ${known.name}` : undefined;
}

const FORMATS = new Map<string, { name: string; fits(value: string): boolean }>([
  ["email", { name: "email address", fits: (value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) }],
  ["uri", { name: "web address", fits: (value) => /^[a-z][a-z0-9+.-]*:/i.test(value) && !/\s/.test(value) && URL.canParse(value) }],
  ["date", { name: "date (2027-03-14)", fits: isDay }],
  ["date-time", { name: "moment with seconds and an offset (2027-03-14T09:30:00Z)", fits: isMoment }],
]);

function isMoment(value: string): boolean {
  const [, day, hour, minute] = /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d):\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.exec(value) ?? [];
  return day !== undefined && isDay(day) && Number(hour) < 24 && Number(minute) < 60;
}

function isDay(value: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
