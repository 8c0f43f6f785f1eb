// The options of a schema: const, enum, and alternatives that are constants.

import { type Exact, isItems, itemsOf, type Members, membersOf, Numeral } from "../message/exact.js";
import { isBlank } from "../message/safetext.js";
import { Decimal } from "./decimal.js";
import { ANNOTATIONS, isOption, Obstacle, type SchemaDocument } from "./schema.js";

const SCALARS = ["string", "number", "integer", "boolean"];

/** The value of an option, and its text on the screen. */
export interface Choice {
  readonly value: Exact;
  readonly title: string;
  readonly description?: string | undefined;
}

function choiceOf(value: Exact, title?: Exact, description?: Exact): Choice {
  const written = value instanceof Numeral ? value.literal : String(value);
  return {
    value, title: typeof title === "string" && !isBlank(title) ? title : written,
    description: typeof description === "string" ? description : undefined,
  };
}

/** Returns yes and no, with the names of a server that names both. */
export function booleanChoices(schema: Members): ReadonlyMap<string, Choice> {
  const names = itemsOf(schema.get("enumNames"));
  return new Map([true, false].map((value, i) => [keyOf(value), choiceOf(value, names.length === 2 ? names[i] : undefined)]));
}

/** Counts the values that a schema lists, before they are read. */
export function countCandidates(document: SchemaDocument, schema: Members): void {
  const entries = (unionOf(schema) ?? []).map(membersOf);
  const list = itemsOf(schema.get("enum"));
  const lists = entries.map((entry) => itemsOf(entry.get("enum")));
  const listed = lists.reduce((sum, { length }) => sum + length, list.length);
  const constants = [schema, ...entries].map((item) => item.get("const"));
  const size = [list, ...lists, constants].flat().reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
  document.countOptions(Math.max(listed, entries.length), size);
}

/** Returns the listed values, including those that cannot be sent. An array can have the names of its items. */
export function candidates(schema: Members, outerNames?: Exact): readonly Choice[] {
  const [list, fixed, names] = [schema.get("enum"), schema.get("const"), itemsOf(schema.get("enumNames") ?? outerNames)];
  if (!isTitled(schema) && !isItems(list)) {
    return [choiceOf(fixed!)];
  }
  const listed = new Set(itemsOf(list).map(keyOf));
  const choices = isTitled(schema)
    ? titledValues(schema).filter(({ value }) => !isItems(list) || listed.has(keyOf(value)))
    : itemsOf(list).map((value, i) => choiceOf(value, names[i]));
  return fixed === undefined ? choices : choices.filter(({ value }) => keyOf(value) === keyOf(fixed)).slice(0, 1);
}

function titledValues(schema: Members): Choice[] {
  const exclusive = isItems(schema.get("oneOf"));
  const choices: Choice[] = [];
  const foreign: Members[] = [];
  for (const entry of (unionOf(schema) ?? []).map(membersOf)) {
    const fixed = entry.get("const");
    const type = entry.get("type");
    if (fixed !== undefined) {
      if (typeof type !== "string" || isOfTypes(fixed, [type])) {
        choices.push(choiceOf(fixed, entry.get("title"), entry.get("description")));
      }
    } else if (isOption(entry)) {
      const values = itemsOf(entry.get("enum"));
      const names = itemsOf(entry.get("enumNames"));
      const isOnly = values.length === 1;
      choices.push(...values.map((value, i) =>
        choiceOf(value, (isOnly && entry.get("title")) || names[i], isOnly ? entry.get("description") : undefined)));
    } else {
      foreign.push(entry);
    }
  }
  // A value that two entries of oneOf accept is invalid for every validator.
  const values = choices.map(({ value }) => value);
  const keys = values.map(keyOf);
  const times = new Map<string, number>();
  keys.forEach((key) => times.set(key, (times.get(key) ?? 0) + 1));
  Obstacle.when(exclusive && foreign.some((entry) => admits(entry, values)), "composition");
  return exclusive ? choices.filter((_, i) => times.get(keys[i]!) === 1) : choices;
}

// Reports whether an entry has only a type that all values have.
function admits(entry: Members, values: readonly Exact[]): boolean {
  const rules = [...entry.keys()].filter((name) => !ANNOTATIONS.includes(name));
  const type = entry.get("type");
  const isScalar = typeof type === "string" && SCALARS.includes(type);
  return rules.length === 0 || (rules.length === 1 && rules[0] === "type" && isScalar && values.every((value) => isOfTypes(value, [type])));
}

/** Returns the same text for values that are equal in JSON Schema. */
export function keyOf(value: Exact): string {
  if (value instanceof Numeral) {
    return new Decimal(value).key;
  }
  return typeof value === "string" ? `"${value}` : typeof value === "boolean" ? String(value) : "?";
}

/** Reports whether a value has one of the types. Without types, every value of a form does. */
export function isOfTypes(value: Exact, types: readonly string[]): boolean {
  const names: string[] = [];
  if (value instanceof Numeral) {
    names.push("number", ...(new Decimal(value).isWhole ? ["integer"] : []));
  } else if (typeof value === "string" || typeof value === "boolean") {
    names.push(typeof value);
  }
  return names.length > 0 && (types.length === 0 || names.some((name) => types.includes(name)));
}

export function unionOf(schema: Members): readonly Exact[] | undefined {
  return [schema.get("oneOf"), schema.get("anyOf")].find(isItems) as readonly Exact[] | undefined;
}

function isTitled(schema: Members): boolean {
  const union = unionOf(schema);
  return union !== undefined && (union.length === 0 || union.map(membersOf).some((entry) => isOption(entry) && !namesFloats(entry)));
}

/** Reports whether an alternative lists the texts that .NET writes for NaN and infinite numbers. */
export function namesFloats(entry: Members): boolean {
  const names = itemsOf(entry.get("enum"));
  return names.length > 0 && names.every((name) => typeof name === "string" && /^(?:NaN|-?Infinity)$/.test(name));
}

/** Reports whether a schema lists its values. */
export function hasOptions(schema: Members): boolean {
  return schema.has("const") || isItems(schema.get("enum")) || isTitled(schema);
}
