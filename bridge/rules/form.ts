// Reads the questions of a form and their rules from requestedSchema, as internal/schema does. It ignores texts that are only
// shown, such as descriptions.

import { type Exact, isItems, isWellFormed, itemsOf, type Members, membersOf, Numeral, parseExact } from "../message/exact.js";
import { isAnswer } from "../message/json.js";
import { MAX_MATCHES, MAX_OPTIONS_TOTAL, MAX_PATTERN, MAX_PROPERTIES, MAX_VALUES, MAX_WORK } from "../message/names.js";
import { Decimal, isInteroperable } from "./decimal.js";
import { isOfFormat } from "./formats.js";
import { candidates, type Choice, countCandidates, hasOptions, isOfTypes, keyOf, namesFloats, unionOf } from "./options.js";
import { isOption, Obstacle, SchemaDocument, TYPE_OF, Unshown, withoutNulls } from "./schema.js";

const DIALECTS = ["draft/2020-12/schema", "draft/2019-09/schema", "draft-07/schema", "draft-06/schema"];
// Keywords whose rules no single control can show.
const COMPOSING = ["not", "if", "then", "else", "dependentSchemas", "patternProperties"];

/** The keywords of bounds; each function reports whether a number is within the bound. */
const BOUNDS = {
  minimum: (number: Decimal, least: Decimal): boolean => number.compare(least) >= 0,
  maximum: (number: Decimal, max: Decimal): boolean => number.compare(max) <= 0,
  exclusiveMinimum: (number: Decimal, below: Decimal): boolean => number.compare(below) > 0,
  exclusiveMaximum: (number: Decimal, above: Decimal): boolean => number.compare(above) < 0,
  multipleOf: (number: Decimal, step: Decimal): boolean => number.isMultipleOf(step),
};
type Bound = keyof typeof BOUNDS;
type Bounds = { readonly [limit in Bound]?: Decimal };

/**
 * The keyword of a schema that an answer breaks. A value that no form can give also breaks "type", a value that is not among
 * the options "enum", and an answer without a question "additionalProperties".
 */
export type Keyword =
  | Bound | "type" | "enum" | "uniqueItems" | "minItems" | "maxItems" | "minLength" | "maxLength" | "pattern" | "format" | "required"
  | "additionalProperties";

/** Whether a text matches a pattern. */
export type Matcher = (pattern: string, text: string) => boolean;

/** Returns the keyword that a value breaks, if any. */
export type Rule = (value: Exact, matches: Matcher) => Keyword | undefined;

/** The possible answers to a question. */
interface Answers {
  readonly rule: Rule;
  /** The options of a choice, by the keys of their values; see {@link keyOf}. */
  readonly options?: ReadonlyMap<string, Choice>;
}

/** One question. The rule of a question that the form cannot ask is the type. */
export interface Field extends Answers {
  readonly required: boolean;
  /** The resolved schema. */
  readonly schema: Members;
}

/** The cost that the forms of one request or round may have together. */
export interface Budget {
  /** Visited schemas and copied members during the resolution of references. */
  work: number;
  properties: number;
  options: number;
  /** Characters of the listed values. */
  values: number;
  /** Steps of matching with patterns. */
  matches: number;
}

export function newBudget(): Budget {
  return { work: MAX_WORK, properties: MAX_PROPERTIES, options: MAX_OPTIONS_TOTAL, values: MAX_VALUES, matches: MAX_MATCHES };
}

/** Reads the questions of a requestedSchema, as a JSON value or as text; undefined if no form shows it. */
export function questionsOf(schema: unknown): Map<string, Field> | undefined {
  const exact = parseExact(typeof schema === "string" ? schema : JSON.stringify(schema));
  return exact === undefined ? undefined : readForm(new Map([["requestedSchema", exact]]), newBudget());
}

/** Reads the questions by their names; undefined if no form shows the request. */
export function readForm(params: Members, budget: Budget): Map<string, Field> | undefined {
  const schema = withoutNulls(params.get("requestedSchema") ?? null);
  const fields = new Map<string, Field>();
  if (schema === null) {
    return fields;
  }
  try {
    const message = params.get("message") ?? "";
    const isPage = (params.get("url") ?? null) !== null;
    if (!(schema instanceof Map) || !isDialect(schema.get("$schema")) || isPage || typeof message !== "string") {
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
  let schema = membersOf(property);
  let question: Answers | undefined;
  try {
    schema = document.flatten(property);
    question = readQuestion(document, schema);
  } catch (error) {
    if (!(error instanceof Obstacle)) {
      throw error;
    }
  }
  return { required, schema, ...(named && question ? question : { rule: declared(schema) }) };
}

function readQuestion(document: SchemaDocument, schema: Members): Answers {
  let types = typesOf(schema);
  Obstacle.when(only(types, "object") || isComposed(schema), "composition");
  if (only(types, "array")) {
    return readArray(document, schema);
  } else if (hasOptions(schema)) {
    return readChoice(document, schema, types);
  }
  const union = types.length === 0 ? unionOf(schema) : undefined;
  if (union) {
    document.spend(union.length);
    types = unionTypes(union);
  }
  if (only(types, "boolean")) {
    return yesOrNo(YES_NO);
  } else if (only(types, "number", "integer")) {
    return { rule: numberRule(schema, only(types, "integer"), union) };
  } else if (only(types, "string", "number", "integer") && types.length > 1 && ![schema, ...(union ?? [])].some(isDrawn)) {
    const number = numberRule(schema, !types.includes("number"), union);
    const isNumber = (value: Exact): boolean => isOfTypes(value, types.filter((type) => type !== "string"));
    return { rule: (value, matches) => (isNumber(value) ? number(value, matches) : declared(schema)(value)) };
  }
  Obstacle.when(types.length > 0 && !types.includes("string"), "unsupported-type");
  const text = textRule(schema);
  // The form asks for text, although the schema may allow other types.
  const typed = only(types, "string") && !(union && union.length > 1);
  return { rule: typed ? text : (value, matches) => (typeof value === "string" ? text(value, matches) : declared(schema)(value)) };
}

// Reports whether a value has one of the schema's types. A schema without types allows every value.
function declared(schema: Members): (value: Exact) => Keyword | undefined {
  const type = schema.get("type");
  const types = (isItems(type) ? type : [type]).filter((item) => typeof item === "string");
  return (value) => (types.length === 0 || (isItems(value) ? types.includes("array") : isOfTypes(value, types)) ? undefined : "type");
}

function textRule(schema: Members): Rule {
  const [least, max] = rangeOf(schema, "minLength", "maxLength");
  Obstacle.when(least > max, "contradiction");
  // The form asks for the address of a file.
  const format = schema.has("x-mcp-file") ? "uri" : schema.get("format");
  const pattern = schema.get("pattern");
  const isChecked = typeof pattern === "string" && pattern.length <= 2 * MAX_PATTERN && isWellFormed(pattern)
    && [...pattern].length <= MAX_PATTERN;
  return (value, matches) => {
    if (typeof value !== "string") {
      return "type";
    }
    const length = [...value].length;
    if (length < least || length > max) {
      return length < least ? "minLength" : "maxLength";
    } else if (typeof format === "string" && !isOfFormat(format, value)) {
      return "format";
    }
    return !isChecked || pattern === "" || matches(pattern, value) ? undefined : "pattern";
  };
}

// The formats of texts with a special control.
const DRAWN: readonly unknown[] = ["uri", "email", "date", "date-time", "time", "local-time"];

function isDrawn(schema: Exact): boolean {
  return DRAWN.includes(membersOf(schema).get("format"));
}

function numberRule(schema: Members, isWhole: boolean, union: readonly Exact[] = []): Rule {
  // The only alternative that is a number has the bounds of the question.
  const numbers = union.map(membersOf).filter((entry) => only(typesOf(entry), "number", "integer"));
  const bounds = boundsOf(new Map([...(numbers.length === 1 ? numbers[0]! : []), ...schema]));
  Obstacle.when(isEmptyRange(bounds, isWhole), "contradiction");
  const format = schema.get("format");
  return (value) => {
    if (!(value instanceof Numeral) || !isOfTypes(value, [isWhole ? "integer" : "number"])) {
      return "type";
    } else if (isWhole && !isInteroperable(value, true)) {
      return "maximum";
    }
    const number = Number(value.literal);
    const fits = typeof format !== "string" || isOfFormat(format, number);
    // The format refuses a whole number beyond the bounds of int32.
    return brokenBound(bounds, value) ?? (fits ? undefined : Number.isInteger(number) ? "maximum" : "format");
  };
}

function boundsOf(schema: Members): Bounds {
  const numbers = Object.keys(BOUNDS).map((name) => [name, decimalOf(schema.get(name))] as const);
  return Object.fromEntries(numbers.filter(([name, number]) => number && (name !== "multipleOf" || number.digits > 0n))) as Bounds;
}

// Returns the keyword of the first bound that a number breaks.
function brokenBound(bounds: Bounds, value: Numeral): Bound | undefined {
  const number = new Decimal(value);
  return (Object.keys(bounds) as Bound[]).find((name) => !BOUNDS[name](number, bounds[name]!));
}

// Reports whether no number is between a lower and an upper bound.
function isEmptyRange(bounds: Bounds, isWhole: boolean): boolean {
  const excludes = (low: "minimum" | "exclusiveMinimum", high: "maximum" | "exclusiveMaximum"): boolean => {
    const [lower, upper] = [bounds[low], bounds[high]];
    if (!lower || !upper) {
      return false;
    } else if (isWhole) {
      const first = lower.isWhole && low === "minimum" ? lower.floor : lower.floor + 1n;
      const last = upper.isWhole && high !== "maximum" ? upper.floor - 1n : upper.floor;
      return last < first;
    }
    const order = lower.compare(upper);
    return order > 0 || (order === 0 && (low !== "minimum" || high !== "maximum"));
  };
  return (["minimum", "exclusiveMinimum"] as const).some((low) => excludes(low, "maximum") || excludes(low, "exclusiveMaximum"));
}

function readArray(document: SchemaDocument, schema: Members): Answers {
  const items = schema.get("items");
  const [least, max] = rangeOf(schema, "minItems", "maxItems");
  Obstacle.when(hasOptions(schema) || schema.has("prefixItems") || schema.has("contains") || !(items instanceof Map), "unsupported-type");
  const entry = document.flatten(items);
  const types = typesOf(entry);
  Obstacle.when(least > max || isComposed(entry) || only(types, "object"), "contradiction");
  const counted = ({ length }: readonly Exact[]): Keyword | undefined =>
    length < least ? "minItems" : length > max ? "maxItems" : undefined;
  if (hasOptions(entry)) {
    const all = readOptions(document, entry, types);
    const options = new Map([...all].filter(([, { value }]) => isAnswer([value], (item) => typeof item)));
    Obstacle.when(options.size === 0 && all.size > 0, "unsupported-type");
    Obstacle.when(options.size > 0 && least > options.size, "contradiction");
    const wrong = (values: readonly Exact[], matches: Matcher): Keyword | undefined => brokenEntry(values, among(options), true, matches);
    return { options, rule: (value, matches) => (isItems(value) ? (wrong(value, matches) ?? counted(value)) : "type") };
  }
  Obstacle.when(!only(types, "string"), "unsupported-type");
  const text = textRule(entry);
  const unique = schema.get("uniqueItems") === true;
  const isList = (value: Exact): value is readonly string[] => isItems(value) && value.every((item) => typeof item === "string");
  return { rule: (value, matches) => (isList(value) ? (counted(value) ?? brokenEntry(value, text, unique, matches)) : "type") };
}

// Returns the keyword that the first wrong entry breaks.
function brokenEntry(entries: readonly Exact[], rule: Rule, unique: boolean, matches: Matcher): Keyword | undefined {
  const keys = new Set<string>();
  for (const entry of entries) {
    const broken = unique && keys.has(keyOf(entry)) ? "uniqueItems" : rule(entry, matches);
    if (broken) {
      return broken;
    }
    keys.add(keyOf(entry));
  }
  return undefined;
}

function readChoice(document: SchemaDocument, schema: Members, types: readonly string[]): Answers {
  const fixed = schema.get("const");
  Obstacle.when(fixed instanceof Map || isItems(fixed), "unsupported-type");
  const options = readOptions(document, schema, types);
  Obstacle.when(options.size === 0 && fixed !== undefined, "contradiction");
  if (options.size > 0 && [...options.keys()].every((key) => YES_NO.has(key))) {
    // Only a single value is a rule: the form asks for yes or no.
    return yesOrNo(options.size === 1 ? options : YES_NO);
  }
  const text = ownText(schema);
  const wrong = (value: Exact, matches: Matcher): Keyword | undefined => {
    const broken = among(options)(value);
    return broken && text && typeof value === "string" ? text(value, matches) : broken;
  };
  return { options, rule: (value, matches) => (isItems(value) ? "type" : wrong(value, matches)) };
}

// Returns the rule of the text that the first entry of an anyOf accepts beside the options.
function ownText(schema: Members): Rule | undefined {
  const entry = itemsOf(schema.get("anyOf")).map(membersOf).find((member) => !isOption(member) && member.get("type") === "string");
  const [least, max] = rangeOf(entry ?? new Map(), "minLength", "maxLength");
  return entry && !isDrawn(entry) && least <= max ? textRule(entry) : undefined;
}

const YES_NO: ReadonlyMap<string, Choice> = new Map([true, false].map((value) => [keyOf(value), { value, title: String(value) }]));

function yesOrNo(options: ReadonlyMap<string, Choice>): Answers {
  return { options, rule: (value) => (typeof value === "boolean" ? among(options)(value) : "type") };
}

function among(options: ReadonlyMap<string, Choice>): (value: Exact) => Keyword | undefined {
  return (value) => (options.has(keyOf(value)) ? undefined : "enum");
}

// Returns the options: the values of a type that meet the other rules of the schema, and that reach the server unchanged.
function readOptions(document: SchemaDocument, schema: Members, types: readonly string[]): ReadonlyMap<string, Choice> {
  countCandidates(document, schema);
  const bounds = boundsOf(schema);
  const [least, max] = rangeOf(schema, "minLength", "maxLength");
  const isSendable = (value: Exact): boolean => {
    if (typeof value === "string") {
      const length = [...value].length;
      return isWellFormed(value) && length >= least && length <= max;
    }
    const isKept = (number: Numeral): boolean => isInteroperable(number, new Decimal(number).isWhole);
    return typeof value === "boolean" || (value instanceof Numeral && isKept(value) && !brokenBound(bounds, value));
  };
  const sendable = candidates(schema).filter(({ value }) => isOfTypes(value, types) && isSendable(value));
  return new Map(sendable.map((choice) => [keyOf(choice.value), choice]));
}

function rangeOf(schema: Members, least: string, max: string): [least: number, max: number] {
  return [countOf(schema, least) ?? 0, countOf(schema, max) ?? Infinity];
}

// A whole number of at least 0, also written 3.0.
function countOf(schema: Members, name: string): number | undefined {
  const number = decimalOf(schema.get(name));
  return number?.isWhole && number.digits >= 0n ? Math.min(Number(number.floor), 2 ** 31 - 1) : undefined;
}

function decimalOf(value: Exact | undefined): Decimal | undefined {
  return value instanceof Numeral ? new Decimal(value) : undefined;
}

// The types of schemas. Each is found once, because many properties can share a schema.
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

// Returns the types that the schema's keywords or its default imply.
function inferredTypes(schema: Members): string[] {
  if (namesFloats(schema)) {
    return ["string"];
  }
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
