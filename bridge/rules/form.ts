// The questions of a form and the rules of each, as the form itself reads them from
// requestedSchema (internal/schema). Texts that are only shown, such as descriptions, are not read.

import { type Exact, isItems, isWellFormed, itemsOf, type Members, membersOf, Numeral, parseExact } from "../message/exact.js";
import { Decimal, isInteroperable } from "./decimal.js";
import { candidates, type Choice, countCandidates, hasOptions, isOfTypes, keyOf, unionOf } from "./options.js";
import { Obstacle, SchemaDocument, Unshown } from "./schema.js";

// How many questions the forms of a round may have.
const MOST_PROPERTIES = 300;
// How many characters a pattern may have that is checked.
const MOST_PATTERN = 1000;
const DIALECTS = ["draft/2020-12/schema", "draft/2019-09/schema", "draft-07/schema", "draft-06/schema"];
// What one control cannot show.
const COMPOSING = ["not", "if", "then", "else", "dependentSchemas", "patternProperties"];

/** What a number is held against, and whether it passes. */
const BOUNDS = {
  minimum: (number: Decimal, least: Decimal): boolean => number.compare(least) >= 0,
  maximum: (number: Decimal, most: Decimal): boolean => number.compare(most) <= 0,
  exclusiveMinimum: (number: Decimal, below: Decimal): boolean => number.compare(below) > 0,
  exclusiveMaximum: (number: Decimal, above: Decimal): boolean => number.compare(above) < 0,
  multipleOf: (number: Decimal, step: Decimal): boolean => number.isMultipleOf(step),
};
type Bound = keyof typeof BOUNDS;

export type Kind = "text" | "number" | "integer" | "boolean" | "choice" | "choices" | "list";

/** One question and its rules. What has no rule is undefined. */
export interface Field {
  readonly required: boolean;
  /** Undefined where the form cannot ask it. */
  kind?: Kind;
  /** The schema, written out. */
  schema: Members;
  /** The form asks for text, and the schema has other types, too. */
  untyped?: boolean;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  pattern?: string | undefined;
  format?: string | undefined;
  bounds?: { readonly [bound in Bound]?: Decimal };
  minItems?: number | undefined;
  maxItems?: number | undefined;
  uniqueItems?: boolean;
  /** What can be chosen, by the keys of the values; see {@link keyOf}. */
  options?: ReadonlyMap<string, Choice>;
  /** The rules of each entry of a list. */
  entry?: Field;
}

/** What the forms of one request, or of a round, may cost together. */
export interface Budget {
  /** Schemas that are visited, and members that are copied, while references are resolved. */
  work: number;
  properties: number;
  options: number;
  /** Characters of the values that are listed. */
  values: number;
  /** Steps of matching with patterns. */
  matches: number;
}

export function newBudget(): Budget {
  return { work: 60_000, properties: MOST_PROPERTIES, options: 10_000, values: 2 ** 20, matches: 10_000_000 };
}

/** The questions of a requestedSchema, as a JSON value or as text; undefined where no form shows it. */
export function questionsOf(schema: unknown): Map<string, Field> | undefined {
  const exact = parseExact(typeof schema === "string" ? schema : JSON.stringify(schema));
  return exact === undefined ? undefined : readForm(new Map([["requestedSchema", exact]]), newBudget());
}

/** The questions by their names; undefined where no form shows the request. */
export function readForm(params: Members, budget: Budget): Map<string, Field> | undefined {
  const schema = params.get("requestedSchema") ?? null;
  const fields = new Map<string, Field>();
  if (schema === null) {
    return fields;
  }
  try {
    const message = params.get("message") ?? "";
    if (!(schema instanceof Map) || !isDialect(schema.get("$schema")) || params.has("url") || typeof message !== "string") {
      return undefined;
    }
    const document = new SchemaDocument(schema, budget);
    const top = document.top();
    const types = top.get("type");
    const properties = top.get("properties") ?? new Map();
    if (!(types === undefined || types === "object" || itemsOf(types).includes("object")) || !(properties instanceof Map)) {
      return undefined;
    }
    budget.properties -= properties.size;
    if (budget.properties < 0) {
      return undefined;
    }
    const required = new Set(itemsOf(top.get("required")));
    for (const [name, property] of properties) {
      fields.set(name, readField(document, property, required.has(name), isWellFormed(name)));
    }
    return fields;
  } catch (error) {
    if (error instanceof Unshown || error instanceof Obstacle) {
      return undefined;
    }
    throw error;
  }
}

function isDialect(dialect: Exact | undefined): boolean {
  const [, name = ""] = (typeof dialect === "string" && /^https?:\/\/json-schema\.org\/([^#]*)#?$/.exec(dialect)) || [];
  return dialect === undefined || DIALECTS.includes(name);
}

function readField(document: SchemaDocument, property: Exact, required: boolean, named: boolean): Field {
  const field: Field = { required, schema: membersOf(property) };
  try {
    field.schema = document.flatten(property);
    classify(document, field);
    if (!named) {
      delete field.kind;
    }
  } catch (error) {
    if (!(error instanceof Obstacle)) {
      throw error;
    }
    delete field.kind;
  }
  return field;
}

function classify(document: SchemaDocument, field: Field): void {
  const { schema } = field;
  let types = typesOf(schema);
  if (only(types, "object") || isComposed(schema)) {
    throw new Obstacle("composition");
  }
  if (only(types, "array")) {
    readArray(document, field);
    return;
  }
  const union = unionOf(schema);
  if (union && !hasOptions(schema) && types.length === 0) {
    document.spend(union.length);
    types = unionTypes(union);
    field.untyped = only(types, "string") && union.length > 1;
  }
  recognise(document, field, types);
}

function recognise(document: SchemaDocument, field: Field, types: readonly string[]): void {
  const { schema } = field;
  if (hasOptions(schema)) {
    readChoice(document, field, types);
  } else if (only(types, "boolean")) {
    field.kind = "boolean";
    field.options = YES_NO;
  } else if (only(types, "number", "integer")) {
    field.kind = only(types, "integer") ? "integer" : "number";
    readNumber(field);
  } else if (types.length === 0 || types.includes("string")) {
    readText(field, types);
  } else {
    throw new Obstacle("unsupported-type");
  }
}

function readText(field: Field, types: readonly string[]): void {
  const { schema } = field;
  const format = schema.get("format");
  const pattern = schema.get("pattern");
  field.kind = "text";
  field.untyped ||= !only(types, "string");
  field.minLength = countOf(schema, "minLength");
  field.maxLength = countOf(schema, "maxLength");
  // A file is asked for by its address.
  field.format = schema.has("x-mcp-file") ? "uri" : typeof format === "string" ? format : undefined;
  if (typeof pattern === "string" && pattern.length <= 2 * MOST_PATTERN && isWellFormed(pattern) && [...pattern].length <= MOST_PATTERN) {
    field.pattern = pattern;
  }
  if ((field.minLength ?? 0) > (field.maxLength ?? Infinity)) {
    throw new Obstacle("contradiction");
  }
}

function readNumber(field: Field): void {
  const bounds: { [bound in Bound]?: Decimal } = {};
  for (const name of Object.keys(BOUNDS) as Bound[]) {
    const bound = field.schema.get(name);
    const number = bound instanceof Numeral ? new Decimal(bound) : undefined;
    if (number && (name !== "multipleOf" || number.digits > 0n)) {
      bounds[name] = number;
    }
  }
  field.bounds = bounds;
  if (isEmptyRange(field)) {
    throw new Obstacle("contradiction");
  }
}

function isEmptyRange(field: Field): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = field.bounds ?? {};
  // The stricter of two bounds counts, and may exclude itself.
  const lowerOpen = exclusiveMinimum !== undefined && !(minimum && minimum.compare(exclusiveMinimum) > 0);
  const upperOpen = exclusiveMaximum !== undefined && !(maximum && maximum.compare(exclusiveMaximum) < 0);
  const lower = lowerOpen ? exclusiveMinimum : minimum;
  const upper = upperOpen ? exclusiveMaximum : maximum;
  if (!lower || !upper) {
    return false;
  }
  if (field.kind === "integer") {
    const first = lower.isWhole && !lowerOpen ? lower.floor : lower.floor + 1n;
    const last = upper.isWhole && upperOpen ? upper.floor - 1n : upper.floor;
    return last < first;
  }
  const order = lower.compare(upper);
  return order > 0 || (order === 0 && (lowerOpen || upperOpen));
}

function readArray(document: SchemaDocument, field: Field): void {
  const { schema } = field;
  const items = schema.get("items");
  field.minItems = countOf(schema, "minItems");
  field.maxItems = countOf(schema, "maxItems");
  field.uniqueItems = schema.get("uniqueItems") === true;
  if (hasOptions(schema) || schema.has("prefixItems") || schema.has("contains") || !(items instanceof Map)) {
    throw new Obstacle("unsupported-type");
  }
  const entry: Field = { required: false, schema: document.flatten(items) };
  const types = typesOf(entry.schema);
  if ((field.minItems ?? 0) > (field.maxItems ?? Infinity) || isComposed(entry.schema) || only(types, "object")) {
    throw new Obstacle("contradiction");
  }
  if (hasOptions(entry.schema)) {
    field.kind = "choices";
    field.options = readOptions(document, entry.schema, types);
    if (field.options.size > 0 && (field.minItems ?? 0) > field.options.size) {
      throw new Obstacle("contradiction");
    }
  } else if (only(types, "string")) {
    readText(entry, types);
    field.kind = "list";
    field.entry = entry;
  } else {
    throw new Obstacle("unsupported-type");
  }
}

function readChoice(document: SchemaDocument, field: Field, types: readonly string[]): void {
  const fixed = field.schema.get("const");
  if (fixed instanceof Map || isItems(fixed)) {
    throw new Obstacle("unsupported-type");
  }
  field.kind = "choice";
  field.options = readOptions(document, field.schema, types);
  if (field.options.size === 0 && fixed !== undefined) {
    throw new Obstacle("contradiction");
  }
  if (field.options.size > 0 && [...field.options.keys()].every((key) => YES_NO.has(key))) {
    field.kind = "boolean";
    // Nothing but a single value is a rule: the form asks for yes or no.
    field.options = field.options.size === 1 ? field.options : YES_NO;
  }
}

const YES_NO: ReadonlyMap<string, Choice> = new Map([true, false].map((value) => [keyOf(value), { value, title: String(value) }]));

// What can be chosen: the values of a type that meet the rules beside them, and that reach
// the server as it wrote them.
function readOptions(document: SchemaDocument, schema: Members, types: readonly string[]): ReadonlyMap<string, Choice> {
  countCandidates(document, schema);
  const rules: Field = { required: false, schema };
  try {
    readNumber(rules);
  } catch {
    // That no number meets them is a matter of the values.
  }
  const minLength = countOf(schema, "minLength") ?? 0;
  const maxLength = countOf(schema, "maxLength") ?? Infinity;
  const isSendable = (value: Exact): boolean => {
    if (typeof value === "string") {
      const length = [...value].length;
      return isWellFormed(value) && length >= minLength && length <= maxLength;
    }
    return typeof value === "boolean" || (value instanceof Numeral && isInteroperable(value) && !brokenBound(rules, new Decimal(value)));
  };
  const sendable = candidates(schema).filter(({ value }) => isOfTypes(value, types) && isSendable(value));
  return new Map(sendable.map((choice) => [keyOf(choice.value), choice]));
}

/** The keyword of the first bound that a number does not meet. */
export function brokenBound({ bounds = {} }: Field, number: Decimal): Bound | undefined {
  return (Object.keys(bounds) as Bound[]).find((name) => !BOUNDS[name](number, bounds[name]!));
}

// A whole number of at least 0, also written 3.0.
function countOf(schema: Members, name: string): number | undefined {
  const value = schema.get(name);
  const number = value instanceof Numeral ? new Decimal(value) : undefined;
  return number?.isWhole && number.digits >= 0n ? Math.min(Number((value as Numeral).literal), 2 ** 31 - 1) : undefined;
}

// What was found out of a schema that many properties share.
const KNOWN_TYPES = new WeakMap<Members, string[]>();

function typesOf(schema: Members): string[] {
  const known = KNOWN_TYPES.get(schema) ?? readTypes(schema);
  KNOWN_TYPES.set(schema, known);
  return known;
}

function readTypes(schema: Members): string[] {
  const declared = schema.get("type");
  if (typeof declared === "string") {
    return [declared];
  }
  const types = [...new Set(itemsOf(declared).filter((type) => typeof type === "string"))].slice(0, 10);
  return types.length > 0 ? types : inferredTypes(schema);
}

const TYPE_OF: { [keyword: string]: string } = {
  properties: "object", items: "array", prefixItems: "array", minItems: "array", maxItems: "array",
  minLength: "string", maxLength: "string", pattern: "string", format: "string", contentEncoding: "string",
  minimum: "number", maximum: "number", exclusiveMinimum: "number", exclusiveMaximum: "number", multipleOf: "number",
};

// The type that has keywords which no other one has.
function inferredTypes(schema: Members): string[] {
  const keyword = [...schema.keys()].find((name) => Object.hasOwn(TYPE_OF, name));
  const suggestion = schema.get("default");
  if (hasOptions(schema)) {
    return [];
  } else if (keyword !== undefined) {
    return [TYPE_OF[keyword]!];
  }
  return typeof suggestion === "boolean" ? ["boolean"] : suggestion instanceof Numeral ? ["number"] : [];
}

function unionTypes(union: readonly Exact[]): string[] {
  const all = union.map((entry) => typesOf(membersOf(entry)));
  return all.some((types) => types.length === 0) ? [] : [...new Set(all.flat())].slice(0, 10);
}

function isComposed(schema: Members): boolean {
  const both = isItems(schema.get("anyOf")) && isItems(schema.get("oneOf"));
  return both || itemsOf(schema.get("allOf")).length > 1 || COMPOSING.some((name) => schema.has(name));
}

function only(types: readonly string[], ...allowed: string[]): boolean {
  return types.length > 0 && types.every((type) => allowed.includes(type));
}
