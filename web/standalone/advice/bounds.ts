// Rules of a property that nobody can satisfy, and defaults that break them.

import { type Located, member, number, type Path, text } from "../located.js";
import type { Advice, Subject } from "./advice.js";
import { items, kindOf, options, properties, type Property } from "./schema.js";

/** Advises on rules that contradict each other. */
export function* adviseOnBounds(subject: Subject): Iterable<Advice> {
  for (const property of properties(subject)) {
    const { schema, path } = property;
    for (const [low, high] of [["minLength", "maxLength"], ["minimum", "maximum"], ["minItems", "maxItems"]] as const) {
      const least = number(member(schema, low));
      const most = number(member(schema, high));
      if (least !== undefined && most !== undefined && least > most) {
        yield { severity: "problem", path: [...path, high], text: `Make ${high} at least ${low}: no answer can satisfy both.` };
      }
    }
    for (const count of ["minLength", "maxLength", "minItems", "maxItems"]) {
      if ((number(member(schema, count)) ?? 0) < 0) {
        yield { severity: "problem", path: [...path, count], text: "Use a number that is not negative." };
      }
    }
    yield* adviseOnChoice(property);
    const standing = member(schema, "default");
    const why = standing && broken(property, standing);
    if (why) {
      yield {
        severity: "problem",
        path: [...path, "default"],
        text: `Change the default or the rule: the default ${why}, and whoever leaves it standing sends an answer that is refused.`,
      };
    }
  }
}

function* adviseOnChoice(property: Property): Iterable<Advice> {
  const { schema, path } = property;
  const many = text(member(schema, "type")) === "array";
  const lists: [Located | undefined, Path][] = many
    ? [[member(member(schema, "items"), "enum"), [...path, "items", "enum"]], [member(member(schema, "items"), "anyOf"), [...path, "items", "anyOf"]]]
    : [[member(schema, "enum"), [...path, "enum"]], [member(schema, "oneOf"), [...path, "oneOf"]]];
  for (const [list, at] of lists) {
    if (list?.kind === "array" && list.items.length === 0) {
      yield { severity: "problem", path: at, text: "Offer at least one option: there is nothing to choose." };
    }
  }
  const all = options(property);
  const least = number(member(schema, "minItems")) ?? 0;
  if (many && all.length > 0 && least > all.length) {
    yield { severity: "problem", path: [...path, "minItems"], text: "Lower minItems or offer more: there are fewer options than must be chosen." };
  }
  const names = member(schema, "enumNames");
  if (names && (names.kind !== "array" || names.items.length !== all.length)) {
    yield { severity: "problem", path: [...path, "enumNames"], text: "Give enumNames as many texts as enum has options." };
  }
  const seen = new Set<string>();
  for (const { value, path: at } of all) {
    const written = JSON.stringify(value.kind === "scalar" ? value.value : null);
    if (seen.has(written)) {
      yield { severity: "problem", path: at, text: `Remove the second ${written}: validators refuse an option that matches twice.` };
    }
    if (written === '""') {
      yield { severity: "warning", path: at, text: "Give the option a value: an empty text looks like no answer, and Go clients refuse it." };
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
        return "is no whole number";
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
      const chosen = standing.kind === "array" ? items(standing).map(text) : [];
      if (standing.kind !== "array" || chosen.includes(undefined)) {
        return undefined;
      }
      if (chosen.some((value) => !values.includes(value))) {
        return "holds what is not among the options";
      }
      return chosen.length < (rule("minItems") ?? 0) ? "holds too few options" : chosen.length > (rule("maxItems") ?? Infinity) ? "holds too many options" : undefined;
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
  return format !== undefined && !matchesFormat(value, format) ? `is no ${FORMAT_NAMES[format] ?? format}` : undefined;
}

const FORMAT_NAMES: { [format: string]: string } = {
  email: "e-mail address",
  uri: "web address",
  date: "date (2027-03-14)",
  "date-time": "moment with seconds and an offset (2027-03-14T09:30:00Z)",
};

function matchesFormat(value: string, format: string): boolean {
  switch (format) {
    case "email":
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
    case "uri":
      return /^[a-z][a-z0-9+.-]*:/i.test(value) && !/\s/.test(value) && URL.canParse(value);
    case "date":
      return isDay(value);
    case "date-time": {
      const [, day, hour, minute] = /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d):\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.exec(value) ?? [];
      return day !== undefined && isDay(day) && Number(hour) < 24 && Number(minute) < 60;
    }
    default:
      return true;
  }
}

function isDay(value: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
