// Reads the questions of a form and their rules from requestedSchema, as internal/schema does. It ignores texts that are only
// shown, such as descriptions.

import { type Exact, isItems, isWellFormed, itemsOf, type Members, membersOf, Numeral, parseExact } from "../message/exact.js";
import { isAnswer } from "../message/json.js";
import { MAX_MATCHES, MAX_OPTIONS_TOTAL, MAX_PATTERN, MAX_PROPERTIES, MAX_VALUES, MAX_WORK } from "../message/names.js";
import { Decimal, isInteroperable } from "./decimal.js";
import { isOfFormat } from "./formats.js";
import { booleanChoices, candidates, type Choice, countCandidates, hasOptions, isOfTypes, keyOf, namesFloats, unionOf } from "./options.js";
import { isOption, Obstacle, type ObstacleReason, reject, type RejectionReason, SchemaDocument, TYPE_OF, withoutNulls } from "./schema.js";

const DIALECT = /^https?:\/\/json-schema\.org\/(?:draft\/20(?:20-12|19-09)|draft-0[67])\/schema#?$/;
// Keywords whose rules no single control can show.
const COMPOSING = ["not", "if", "then", "else", "dependentSchemas", "patternProperties"];

/** The keywords of bounds; each function reports whether a number is within the bound. */
export const BOUNDS = {
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

/** What a field asks for. */
export type Kind =
  | "text" | "number" | "integer" | "boolean" | "choice" | "choices" | "list" | "uri" | "email" | "date" | "date-time" | "time";

/** The possible answers to a question. */
export interface Answers {
  readonly kind: Kind;
  readonly rule: Rule;
  /** The schema with the limits of the answer, such as minLength. */
  readonly limits: Members;
  /** The options of a choice, by the keys of their values; see {@link keyOf}. */
  readonly options?: ReadonlyMap<string, Choice>;
  /** The text of each entry of a list, or the text that a choice accepts beside its options. */
  readonly text?: Answers | undefined;
  /** Whether a number can also be any text. */
  readonly isFree?: boolean;
  /** The reason why the form cannot ask the question. */
  readonly obstacle?: ObstacleReason | undefined;
}

/** One question. The rule of a question that the form cannot ask is the type. */
export interface Field extends Answers {
  readonly required: boolean;
  /** The resolved schema. */
  readonly schema: Members;
}

/** A form as its questions. */
export interface Form {
  /** The questions by their names, in the order of the schema. */
  readonly fields: ReadonlyMap<string, Field>;
  /** The names in `required` that no property has. */
  readonly missing: readonly string[];
  /** The document, with the references of its root followed; undefined without a schema. */
  readonly document?: SchemaDocument;
  /** The reason why no form shows the request. Then it has no questions. */
  readonly rejected?: RejectionReason;
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
export function questionsOf(schema: unknown): ReadonlyMap<string, Field> | undefined {
  const exact = parseExact(typeof schema === "string" ? schema : JSON.stringify(schema));
  const form = exact === undefined ? undefined : readForm(new Map([["requestedSchema", exact]]), newBudget());
  return form?.rejected ? undefined : form?.fields;
}

/** Reads the form of a request. */
export function readForm(params: Members, budget: Budget): Form {
  const fields = new Map<string, Field>();
  const schema = withoutNulls(params.get("requestedSchema") ?? null);
  if (schema === null) {
    return { fields, missing: [] };
  }
  try {
    const message = params.get("message") ?? "";
    const isPage = (params.get("url") ?? null) !== null;
    reject(!(schema instanceof Map) || isPage || typeof message !== "string", "not-a-form-schema");
    reject(!isDialect(membersOf(schema).get("$schema")), "unknown-dialect");
    const document = new SchemaDocument(membersOf(schema), budget);
    const { top } = document;
    const types = top.get("type");
    const properties = top.get("properties") ?? new Map();
    const isForm = (types === undefined || types === "object" || itemsOf(types).includes("object")) && properties instanceof Map;
    reject(!isForm, "not-a-form-schema");
    const required = new Set(itemsOf(top.get("required")).filter((name) => typeof name === "string"));
    budget.properties -= membersOf(properties).size;
    reject(budget.properties < 0 || required.size > MAX_PROPERTIES, "too-many-properties");
    for (const [name, property] of membersOf(properties)) {
      fields.set(name, readField(document, property, required.has(name), isWellFormed(name)));
    }
    return { fields, missing: [...required].filter((name) => !fields.has(name)), document };
  } catch (error) {
    if (error instanceof Error) {
      throw error;
    }
    return { fields: new Map(), missing: [], rejected: error instanceof Obstacle ? "not-a-form-schema" : (error as RejectionReason) };
  }
}

function isDialect(dialect: Exact | undefined): boolean {
  return dialect === undefined || (typeof dialect === "string" && DIALECT.test(dialect));
}

function readField(document: SchemaDocument, property: Exact, required: boolean, named: boolean): Field {
  let schema = membersOf(property);
  try {
    schema = document.flatten(property);
    // An answer could not be sent under a malformed name.
    Obstacle.when(!named, "not-a-schema");
    return { required, schema, ...readQuestion(document, schema) };
  } catch (error) {
    if (error instanceof Obstacle) {
      return { required, schema, kind: "text", rule: declared(schema), limits: new Map(), obstacle: error.reason };
    }
    throw error;
  }
}

function readQuestion(document: SchemaDocument, schema: Members): Answers {
  let types = typesOf(schema);
  Obstacle.when(only(types, "object"), "nested-object");
  Obstacle.when(isComposed(schema), "composition");
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
    return yesOrNo(booleanChoices(schema));
  } else if (only(types, "number", "integer")) {
    return readNumber(schema, only(types, "integer"), union);
  } else if (only(types, "string", "number", "integer") && types.length > 1 && ![schema, ...(union ?? [])].some(isDrawn)) {
    const number = readNumber(schema, !types.includes("number"), union);
    const isNumber = (value: Exact): boolean => isOfTypes(value, types.filter((type) => type !== "string"));
    return { ...number, rule: (value, matches) => (isNumber(value) ? number.rule(value, matches) : declared(schema)(value)) };
  }
  Obstacle.when(only(types, "object"), "nested-object");
  Obstacle.when(types.length > 0 && !types.includes("string"), "unsupported-type");
  const text = readText(schema);
  // The form asks for text, although the schema may allow other types.
  const typed = only(types, "string") && !(union && union.length > 1);
  const rule: Rule = (value, matches) => (typeof value === "string" ? text.rule(value, matches) : declared(schema)(value));
  return typed ? text : { ...text, rule };
}

// Reports whether a value has one of the schema's types. A schema without types allows every value.
function declared(schema: Members): (value: Exact) => Keyword | undefined {
  const type = schema.get("type");
  const types = (isItems(type) ? type : [type]).filter((item) => typeof item === "string");
  return (value) => (types.length === 0 || (isItems(value) ? types.includes("array") : isOfTypes(value, types)) ? undefined : "type");
}

function readText(schema: Members): Answers {
  const [least, max] = rangeOf(schema, "minLength", "maxLength");
  Obstacle.when(least > max, "contradiction");
  // The form asks for the address of a file.
  const format = schema.has("x-mcp-file") ? "uri" : schema.get("format");
  const kind = isDrawn(schema) && !(format === "time" && schema.has("pattern")) ? (format as Kind) : "text";
  const pattern = schema.get("pattern");
  const isChecked = typeof pattern === "string" && pattern.length <= 2 * MAX_PATTERN && isWellFormed(pattern)
    && [...pattern].length <= MAX_PATTERN;
  const rule: Rule = (value, matches) => {
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
  return { kind, rule, limits: schema };
}

// The formats of texts with a special control.
const DRAWN: readonly unknown[] = ["uri", "email", "date", "date-time", "time"];

function isDrawn(schema: Exact): boolean {
  return membersOf(schema).has("x-mcp-file") || DRAWN.includes(membersOf(schema).get("format"));
}

function readNumber(schema: Members, isWhole: boolean, union: readonly Exact[] = []): Answers {
  // The only alternative that is a number has the bounds of the question.
  const numbers = union.map(membersOf).filter((entry) => only(typesOf(entry), "number", "integer"));
  const limits = new Map([...(numbers.length === 1 ? numbers[0]! : []), ...schema]);
  const bounds = boundsOf(limits);
  Obstacle.when(isEmptyRange(bounds, isWhole), "contradiction");
  const format = schema.get("format");
  const rule: Rule = (value) => {
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
  const isFree = [schema, ...(unionOf(schema) ?? [])].map(membersOf).some((entry) =>
    typesOf(entry).includes("string") && !entry.has("pattern") && !entry.has("format") && !namesFloats(entry));
  return { kind: isWhole ? "integer" : "number", rule, limits, isFree };
}

/** Returns the bounds of a number. */
export function boundsOf(schema: Members): Bounds {
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
  // The options are whole arrays.
  Obstacle.when(hasOptions(schema), "composition");
  Obstacle.when(schema.has("prefixItems") || schema.has("contains") || !(items instanceof Map), "unsupported-type");
  const entry = document.flatten(items);
  const types = typesOf(entry);
  Obstacle.when(least > max, "contradiction");
  Obstacle.when(isComposed(entry), "composition");
  Obstacle.when(only(types, "object"), "nested-object");
  const counted = ({ length }: readonly Exact[]): Keyword | undefined =>
    length < least ? "minItems" : length > max ? "maxItems" : undefined;
  if (hasOptions(entry)) {
    const all = readOptions(document, entry, types, schema.get("enumNames"));
    const options = new Map([...all].filter(([, { value }]) => isAnswer([value], (item) => typeof item)));
    Obstacle.when(options.size === 0 && all.size > 0, "unsupported-type");
    Obstacle.when((options.size === 0 && entry.has("const")) || (options.size > 0 && least > options.size), "contradiction");
    const wrong = (values: readonly Exact[], matches: Matcher): Keyword | undefined => brokenEntry(values, among(options), true, matches);
    const rule: Rule = (value, matches) => (isItems(value) ? (wrong(value, matches) ?? counted(value)) : "type");
    return { kind: "choices", options, rule, limits: schema, obstacle: options.size > 0 ? undefined : "no-options" };
  }
  Obstacle.when(!only(types, "string"), "unsupported-type");
  const text = readText(entry);
  const unique = schema.get("uniqueItems") === true;
  const isList = (value: Exact): value is readonly string[] => isItems(value) && value.every((item) => typeof item === "string");
  const rule: Rule = (value, matches) => (isList(value) ? (counted(value) ?? brokenEntry(value, text.rule, unique, matches)) : "type");
  return { kind: "list", rule, limits: schema, text };
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
  Obstacle.when(fixed instanceof Map, "nested-object");
  Obstacle.when(isItems(fixed), "unsupported-type");
  const options = readOptions(document, schema, types, schema.get("enumNames"));
  Obstacle.when(options.size === 0 && fixed !== undefined, "contradiction");
  if (options.size > 0 && [...options.values()].every(({ value }) => typeof value === "boolean")) {
    // Only a single value is a rule: the form asks for yes or no.
    return yesOrNo(options);
  }
  const text = ownText(schema);
  const wrong = (value: Exact, matches: Matcher): Keyword | undefined => {
    const broken = among(options)(value);
    return broken && text && typeof value === "string" ? text.rule(value, matches) : broken;
  };
  return {
    kind: "choice", options, rule: (value, matches) => (isItems(value) ? "type" : wrong(value, matches)), limits: schema, text,
    obstacle: options.size > 0 ? undefined : "no-options",
  };
}

// Returns the text that the first entry of an anyOf accepts beside the options.
function ownText(schema: Members): Answers | undefined {
  const entry = itemsOf(schema.get("anyOf")).map(membersOf).find((member) => !isOption(member) && member.get("type") === "string");
  const [least, max] = rangeOf(entry ?? new Map(), "minLength", "maxLength");
  return entry && !isDrawn(entry) && least <= max ? readText(entry) : undefined;
}

function yesOrNo(options: ReadonlyMap<string, Choice>): Answers {
  const rule: Rule = (value) => (typeof value === "boolean" ? among(options)(value) : "type");
  return { kind: "boolean", options, rule, limits: new Map() };
}

function among(options: ReadonlyMap<string, Choice>): (value: Exact) => Keyword | undefined {
  return (value) => (options.has(keyOf(value)) ? undefined : "enum");
}

// Returns the options: the values of a type that meet the other rules of the schema, and that reach the server unchanged.
function readOptions(
  document: SchemaDocument, schema: Members, types: readonly string[], names: Exact | undefined,
): ReadonlyMap<string, Choice> {
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
  const sendable = candidates(schema, names).filter(({ value }) => isOfTypes(value, types) && isSendable(value));
  const options = new Map<string, Choice>();
  for (const choice of sendable) {
    // Of repeated values the first counts.
    options.set(keyOf(choice.value), options.get(keyOf(choice.value)) ?? choice);
  }
  return options;
}

/** Returns the limits of a length or a number of entries. */
export function rangeOf(schema: Members, least: string, max: string): [least: number, max: number] {
  return [countOf(schema, least) ?? 0, countOf(schema, max) ?? Infinity];
}

/** Returns a whole number of at least 0, also written 3.0. */
export function countOf(schema: Members, name: string): number | undefined {
  const number = decimalOf(schema.get(name));
  return number?.isWhole && number.digits >= 0n ? Math.min(Number(number.floor), 2 ** 31 - 1) : undefined;
}

/** Returns a number; undefined for another value. */
export function decimalOf(value: Exact | undefined): Decimal | undefined {
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
