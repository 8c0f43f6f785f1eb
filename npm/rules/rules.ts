/**
 * Reads the form of a requestedSchema and checks content against it, without the form itself: on servers and gateways, in
 * terminals, and in chats that draw everything themselves. It runs in Node, in workers and in browsers.
 *
 * @module elicitform/rules
 */

import type { Catalogue } from "../../bridge/message/language.js";
import { type Exact, isItems, itemsOf, type Members, membersOf, Numeral, parseExact, plain } from "../../bridge/message/exact.js";
import { attempt } from "../../bridge/message/json.js";
import { isBlank, safeText } from "../../bridge/message/safetext.js";
import { isInteroperable } from "../../bridge/rules/decimal.js";
import {
  type Answers, BOUNDS, boundsOf, countOf, type Field, type Form as Questions, type Keyword, type Kind,
} from "../../bridge/rules/form.js";
import { isOfTypes } from "../../bridge/rules/options.js";
import { type BrokenRule, Rules } from "../../bridge/rules/rules.js";
import { type ObstacleReason, type RejectionReason, TYPE_OF } from "../../bridge/rules/schema.js";
import { isKnownFormat } from "./formats.js";
import { labelOf, line } from "./label.js";
import { type Facts, Sentences } from "./sentences.js";
import type {
  ContentProblem, FieldKind, FieldObstacle, FieldOption, Form, FormField, FormRejection, ProblemCode, TextBounds, WordsOptions,
} from "./types.js";
import { type Fault, UNCHECKED, Validator } from "./validator.js";

export type { Catalogue } from "../../bridge/message/language.js";
export type {
  ContentProblem, FieldKind, FieldObstacle, FieldOption, Form, FormField, FormRejection, ProblemCode, TextBounds, WordsOptions,
} from "./types.js";

const MAX_TITLE = 200;
const MAX_OPTION = 300;
const MAX_DESCRIPTION = 2000;

/**
 * Reads the form of a requestedSchema: an object, or JSON text, which keeps the order of all names and the digits of all numbers.
 *
 * @example
 * ```ts
 * const { fields, blocked } = readForm(request.params.requestedSchema);
 * for (const { name, kind, label, required, options } of blocked ? [] : fields) {
 *   draw(name, kind, label, required, options);
 * }
 * ```
 */
export function readForm(requestedSchema: unknown, options: WordsOptions = {}): Form {
  const { form, rules } = readRules(requestedSchema);
  const { document, missing, rejected } = form;
  const properties = propertiesOf(form);
  const fields = [...form.fields].map(([name, field]) => describe(name, field, properties.get(name)!, rules, options));
  return {
    fields, missing, unchecked: UNCHECKED.filter((keyword) => document?.top.has(keyword)),
    blocked: rejected !== undefined || missing.length > 0 || fields.some(({ required, obstacle }) => required && obstacle),
    ...(rejected && { rejected }),
  };
}

/**
 * Checks content against a requestedSchema as the form does, also its rules between answers. Both are objects or JSON text. It
 * never runs a pattern with `RegExp`, fetches nothing, and ends within a bounded time for any schema and content.
 *
 * @example
 * ```ts
 * const problems = checkContent(params.requestedSchema, result.content, { words: german, locale: "de" });
 * const lines = problems.map(({ name, message }) => `${name}: ${message}`);
 * ```
 */
export function checkContent(requestedSchema: unknown, content: unknown, options: WordsOptions = {}): ContentProblem[] {
  const sentences = options.words && new Sentences(options.words, options.locale);
  const read = readRules(requestedSchema);
  const problems = problemsOf(read, exactOf(content));
  const wordsOf = (problem: ContentProblem): string => sentences!.problem(problem, factsOf(problem.name, read));
  return sentences ? problems.map((problem) => ({ ...problem, message: wordsOf(problem) })) : problems;
}

function problemsOf({ rules, form, schema }: Read, answers: Exact | undefined): ContentProblem[] {
  if (form.rejected || !(answers instanceof Map)) {
    return [{ name: "", code: "invalid" }];
  }
  const properties = propertiesOf(form);
  const validator = form.document && new Validator(form.document, rules);
  const broken = new Map(rules.brokenIn(form.fields, schema, answers).map((rule) => [rule.name, rule]));
  const names = new Set([...form.fields.keys(), ...broken.keys(), ...form.missing]);
  const problems = [...names].flatMap((name): ContentProblem[] => {
    const [rule, value, field] = [broken.get(name), answers.get(name), form.fields.get(name)];
    if (form.missing.includes(name)) {
      return value === undefined ? [{ name, code: "empty" }] : [];
    } else if (rule || !field) {
      return [problemOf(rule!, value, rules)];
    }
    // The resolved schema lacks null, which would make a wrong format one of two faults, and perhaps rules beside a reference.
    const schemas = value === undefined ? [] : [field.schema, properties.get(name)];
    const fault = schemas.map((schema) => validator?.property(name, schema, value!)).find(Boolean);
    const isNumeral = (field.kind === "number" || field.kind === "integer") && !isOfTypes(value!, [field.kind]);
    return fault ? [{ name, code: isNumeral ? codeOf("type", field, value) : fault === "missing" ? "invalid" : fault }] : [];
  });
  return problems.length > 0 ? problems : togetherIn(validator?.together(answers) ?? [], form);
}

function propertiesOf({ document }: Read["form"]): Members {
  return membersOf(document?.top.get("properties"));
}

interface Read {
  readonly rules: Rules;
  readonly form: Omit<Questions, "rejected"> & { readonly rejected?: FormRejection };
  readonly schema: Members;
}

function readRules(requestedSchema: unknown): Read {
  const schema = exactOf(requestedSchema ?? null);
  const params = new Map([["requestedSchema", schema ?? null]]);
  const rules = new Rules([params]);
  const unreadable = { fields: new Map(), missing: [], rejected: "unreadable" as const };
  const form = schema === undefined ? unreadable : rules.read(params);
  return { rules, form, schema: membersOf(schema) };
}

// Reads a value of a caller, who may pass anything: one with a cycle or a BigInt is unreadable.
function exactOf(value: unknown): Exact | undefined {
  return attempt(() => parseExact(typeof value === "string" ? value : JSON.stringify(value)));
}

function describe(name: string, field: Field, property: Exact, rules: Rules, { words }: WordsOptions): FormField {
  const { kind, limits, options, text, obstacle, required } = field;
  const description = safeText(textOf(property, "description"), MAX_DESCRIPTION).trim();
  const described = {
    name, kind: obstacle ? "text" as const : kindOf(field, rules), label: labelOf(textOf(property, "title"), name, MAX_TITLE), required,
    unchecked: uncheckedOf(field, rules), ...(description && { description }),
  };
  if (obstacle) {
    return { ...described, obstacle };
  }
  const suggestion = limits.get("default") ?? field.schema.get("default");
  return {
    ...described,
    ...limitsOf(limits, LIMITS[kind] ?? []),
    ...(text && (kind === "list" ? { entry: limitsOf(text.limits) } : { ownText: limitsOf(text.limits) })),
    ...(options && { options: optionsOf(options, kind, words) }),
    ...(kind === "list" && limits.get("uniqueItems") === true && { uniqueItems: true }),
    ...(isSuggestion(suggestion, field, rules) && { default: plain(suggestion) as NonNullable<FormField["default"]> }),
  };
}

const TEXT_LIMITS = ["minLength", "maxLength", "pattern", "format"];
const NUMBER_LIMITS = Object.keys(BOUNDS);
const LIST_LIMITS = ["minItems", "maxItems"];

// The keywords with the limits of a kind.
const LIMITS: { readonly [kind in Kind]?: readonly string[] } = {
  text: TEXT_LIMITS, uri: TEXT_LIMITS, email: TEXT_LIMITS, date: TEXT_LIMITS, "date-time": TEXT_LIMITS, time: TEXT_LIMITS,
  number: NUMBER_LIMITS, integer: NUMBER_LIMITS, list: LIST_LIMITS, choices: LIST_LIMITS,
};

// Returns the limits that are well-formed.
function limitsOf(limits: Members, names: readonly string[] = TEXT_LIMITS): { [name: string]: string | number } {
  const bounds: { [name: string]: unknown } = boundsOf(limits);
  return Object.fromEntries(names.flatMap((name): [string, string | number][] => {
    const value = bounds[name] ? Number(plain(limits.get(name)!)) : (countOf(limits, name) ?? limits.get(name));
    const isLimit = typeof value === (TEXT_LIMITS.indexOf(name) > 1 ? "string" : "number") && value !== "";
    return isLimit ? [[name, value as string | number]] : [];
  }));
}

function optionsOf(options: NonNullable<Field["options"]>, kind: Kind, words: Catalogue | undefined): FieldOption[] {
  const own = (value: Exact): unknown => words?.[value ? "Yes" : "No"] ?? (value ? "Yes" : "No");
  const titles = [...options.values()].map(({ value, title }) =>
    line(kind === "boolean" && title === String(value) ? own(value) : title, MAX_OPTION) || String(plain(value)));
  const times = new Map<string, number>();
  titles.forEach((title) => times.set(title, (times.get(title) ?? 0) + 1));
  return [...options.values()].map(({ value, description = "" }, i) => {
    const shown = plain(value) as FieldOption["value"];
    const label = titles[i]!;
    const described = safeText(description, MAX_OPTION).trim();
    const unique = times.get(label)! > 1 ? `${label} (${line(String(shown), MAX_OPTION)})` : label;
    return { value: shown, label: unique, ...(described && { description: described }) };
  });
}

// An empty text or list that is not an option means no suggestion.
function isSuggestion(value: Exact | undefined, { kind, rule, options }: Field, rules: Rules): value is Exact {
  const isEmpty = value === "" ? !(kind === "choice" && options) : isItems(value) && value.length === 0;
  return value !== undefined && value !== null && !isEmpty && !rule(value, rules.matches);
}

// A text of the property itself, or of its only alternative beside null. The texts of a definition name a type, and two questions of
// one type would have the same title.
function textOf(schema: Exact, keyword: string): string {
  let found = membersOf(schema);
  while (!found.has(keyword) && !found.has("$ref")) {
    const lists = [...found].filter(([name]) => name.endsWith("Of")).flatMap(([, entries]) => itemsOf(entries));
    const alternatives = lists.filter((entry) => membersOf(entry).get("type") !== "null");
    if (alternatives.length !== 1) {
      return "";
    }
    found = membersOf(alternatives[0]);
  }
  const text = found.get(keyword);
  return typeof text === "string" && !isBlank(text) ? text : "";
}

function uncheckedOf({ kind, limits, text }: Field, rules: Rules): string[] {
  const schema = (kind === "list" && text?.limits) || limits;
  const { format, pattern } = limitsOf(schema) as TextBounds;
  if (kind !== "list" && LIMITS[kind] !== TEXT_LIMITS) {
    return [];
  }
  return [
    // The first formats only ask for a way of typing.
    ...(format && !/^(password|multi-?line|textarea|markdown|text)$/.test(format) && !isKnownFormat(format) ? ["format"] : []),
    ...(schema.get("contentEncoding") ? ["contentEncoding"] : []), ...(pattern && !rules.checks(pattern) ? ["pattern"] : []),
  ];
}

const MINUTES = 24 * 60;
// These are close to HH:MM. A pattern for times accepts none, but perhaps an hour of one digit, or seconds.
const NOT_TIMES = ["", "24:00", "29:59", "12:60", "99:99", "12:3", "12:", ":30", "1230", "12-30", "12.30", "a2:30", "12:3a", "123:00"];
const MAX_TIME_PATTERN = 100;

// Recognizes a text whose pattern accepts every HH:MM and nothing near it.
function kindOf({ kind, limits, rule, obstacle }: Field, rules: Rules): FieldKind {
  const pattern = limits.get("pattern");
  const isCovered = (name: string): boolean => name === "pattern" || (/Length$/.test(name) && countOf(limits, name) !== undefined);
  const isAlone = [...limits.keys()].every((name) => TYPE_OF[name] === undefined || isCovered(name));
  const mayBeTime = kind === "text" && !obstacle && isAlone && typeof pattern === "string" && pattern.length <= MAX_TIME_PATTERN
    && pattern.includes(":") && rules.checks(pattern);
  const accepts = (text: string): boolean => !rule(text, rules.matches);
  if (!mayBeTime || NOT_TIMES.some(accepts) || !rules.takeMatches(pattern, MINUTES, "12:30".length)) {
    return kind;
  }
  const times = Array.from({ length: MINUTES }, (_, minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
  return times.every(accepts) ? "local-time" : kind;
}

const OF_TEXT: readonly Keyword[] = ["minLength", "maxLength", "pattern", "format"];

function problemOf({ name, keyword, field }: BrokenRule, value: Exact | undefined, rules: Rules): ContentProblem {
  const text = OF_TEXT.includes(keyword) ? field?.text : undefined;
  const code = codeOf(keyword, text ?? field, value);
  const entries = field?.kind === "list" ? itemsOf(value) : [];
  const isWrong = (item: Exact, i: number): boolean =>
    (keyword === "uniqueItems" ? entries.indexOf(item) < i : text !== undefined && text.rule(item, rules.matches) !== undefined);
  const entry = 1 + entries.findIndex(isWrong);
  return { name, code, ...(entry > 0 && { entry }) };
}

const UNANSWERED: { [kind in Kind]?: ProblemCode } = { boolean: "not-answered", choice: "not-chosen", choices: "not-chosen" };

const CODES: { [keyword in Keyword]?: ProblemCode } = {
  additionalProperties: "not-asked", uniqueItems: "repeated-entries", minLength: "too-short", maxLength: "too-long", pattern: "bad-pattern",
  minimum: "too-small", maximum: "too-great", exclusiveMinimum: "not-more-than", exclusiveMaximum: "not-less-than",
  multipleOf: "not-multiple",
};

function codeOf(keyword: Keyword, field: Partial<Answers> = {}, value?: Exact): ProblemCode {
  const { kind = "text", limits = new Map(), options, obstacle } = field;
  const count = (name: string): number => countOf(limits, name) ?? 0;
  const isNumber = kind === "number" || kind === "integer";
  switch (keyword) {
    case "required":
      return obstacle ? "invalid" : kind === "choices" && count("minItems") > 1 ? "too-few-chosen" : (UNANSWERED[kind] ?? "empty");
    case "type":
      return kind === "integer" && value instanceof Numeral ? "not-whole" : isNumber ? "not-a-number" : (UNANSWERED[kind] ?? "invalid");
    case "enum":
      return kind !== "boolean" ? "not-chosen" : options?.has("true") ? "must-be-yes" : "must-be-no";
    case "minItems":
    case "maxItems":
      return `too-${keyword === "minItems" ? "few" : "many"}-${kind === "list" ? "entries" : "chosen"}`;
    case "minLength":
    case "maxLength":
      return count("minLength") > 0 && limits.has("maxLength") ? "length-between" : CODES[keyword]!;
    case "format":
      return isNumber ? "not-whole" : kind === "uri" ? "bad-uri"
        : kind !== "email" ? "bad-format" : /[^\0-\x7f]/.test(String(value)) ? "email-letters" : "bad-email";
    case "minimum":
    case "maximum":
      if (!isNumber || !isOfTypes(value!, [kind])) {
        return codeOf("type", field, value);
      } else if (!isInteroperable(value as Numeral, kind === "integer")) {
        return "number-too-big";
      }
      // The format int32 has bounds, too.
      return limits.has("minimum") === limits.has("maximum") || !limits.has(keyword) ? "number-between" : CODES[keyword]!;
  }
  return CODES[keyword]!;
}

function factsOf(name: string, { form, rules }: Read): Facts {
  const field = form.fields.get(name);
  if (!field) {
    return {};
  }
  const { limits, text, options, isFree } = field;
  const only = options?.size === 1 ? [...options.values()][0]! : undefined;
  return {
    kind: kindOf(field, rules), limits, text: text?.limits, isFree,
    only: only && only.title !== String(only.value) ? only.title : undefined,
    description: textOf(propertiesOf(form).get(name)!, "description"),
  };
}

// A rule between answers that names no question concerns all answers.
function togetherIn(faults: readonly Fault[], { fields }: Read["form"]): ContentProblem[] {
  const named = faults.every(({ name }) => fields.get(name)?.obstacle === undefined && fields.has(name));
  if (!named) {
    return [{ name: "", code: "invalid-together" }];
  }
  const first = new Map([...faults].reverse().map((fault) => [fault.name, fault]));
  const order = [...fields.keys()].filter((name) => first.has(name));
  return order.map((name) => {
    const { code } = first.get(name)!;
    return { name, code: code === "missing" ? codeOf("required", fields.get(name)) : code };
  });
}

// The reasons are written out above for readers; these fail to compile if one is missing.
type Same<A, B> = [A, B] extends [B, A] ? true : never;
void (true satisfies Same<FieldObstacle, ObstacleReason>);
void (true satisfies Same<FormRejection, RejectionReason | "unreadable">);
void (true satisfies Same<FieldKind, Kind | "local-time">);
