// Whether content can have come from a form: the own rules of each question, as the form
// reads them. What the form accepts breaks none of them. Rules between answers, and of
// schemas that are composed of others, only the form knows.

import { type Exact, isItems, isWellFormed, type Members, membersOf, Numeral, parseExact } from "../message/exact.js";
import { Decimal } from "./decimal.js";
import { type Budget, brokenBound, type Field, newBudget, readForm } from "./form.js";
import { isOfFormat } from "./formats.js";
import { isOfTypes, keyOf } from "./options.js";
import { compilePattern, type Pattern } from "./pattern.js";

/**
 * The keyword of a schema that an answer breaks. "type" is also broken by what no form could give,
 * "enum" by all that is not among the choices, and "additionalProperties" by an answer to nothing that was asked.
 */
export type Keyword =
  | "type" | "enum" | "uniqueItems" | "minItems" | "maxItems" | "minLength" | "maxLength" | "pattern" | "format" | "minimum" | "maximum"
  | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" | "required" | "additionalProperties";

/** What is wrong with the answer of that name. */
export interface BrokenRule {
  name: string;
  keyword: Keyword;
}

// With one of these in a schema only the form knows what may be answered.
const COMPOSITION = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if"];
// How much effort a form makes to compile patterns, of one request or of a round.
const MOST_EFFORT = 250_000;

/** The rules of a request, or of the requests of a round, by their params; undefined stands for params that cannot be read. */
export class Rules {
  readonly #budget: Budget = newBudget();
  readonly #patterns = new Map<string, Pattern>();
  // Whether the form has room for all patterns. Otherwise it is not known which ones it has checked.
  readonly #patternsFit: boolean;

  constructor(requests: readonly (Members | undefined)[]) {
    let effort = 0;
    for (const params of requests) {
      const seen = new Set<string>();
      eachPattern(params?.get("requestedSchema") ?? null, (source) => {
        effort += seen.has(source) || effort > MOST_EFFORT ? 0 : this.#pattern(source).effort;
        seen.add(source);
      });
    }
    this.#patternsFit = effort <= MOST_EFFORT;
  }

  /** What is wrong with the content of an accepted form, given as JSON text; undefined for a text that is no object. */
  broken(params: Members | undefined, text: string): BrokenRule[] | undefined {
    const content = parseExact(text);
    if (!(content instanceof Map)) {
      return undefined;
    }
    const form = params && readForm(params, this.#budget);
    const schema = membersOf(params?.get("requestedSchema"));
    const composed = COMPOSITION.some((name) => schema.has(name));
    const broken: BrokenRule[] = [];
    for (const [name, value] of content as Members) {
      const field = form?.get(name);
      const foreign = !isWellFormed(name) || (!field && form !== undefined && !composed);
      const keyword = foreign ? "additionalProperties" : !isAnswer(value) ? "type" : field && this.#wrong(field, value);
      if (keyword) {
        broken.push({ name, keyword });
      }
    }
    for (const [name, { required }] of form ?? []) {
      if (required && !content.has(name)) {
        broken.push({ name, keyword: "required" });
      }
    }
    return broken;
  }

  #pattern(source: string): Pattern {
    const pattern = this.#patterns.get(source) ?? compilePattern(source);
    this.#patterns.set(source, pattern);
    return pattern;
  }

  // What is wrong with the answer to one question.
  #wrong(field: Field, value: Exact): Keyword | undefined {
    if (!field.kind || (field.untyped && typeof value !== "string")) {
      // The form cannot ask it, or only for text: that the schema names the type must do.
      return isDeclared(field.schema.get("type"), value) ? undefined : "type";
    }
    switch (field.kind) {
      case "choice":
        return isItems(value) ? "type" : chosen(field, [value]);
      case "boolean":
        return typeof value === "boolean" ? chosen(field, [value]) : "type";
      case "choices":
        return isItems(value) ? (chosen(field, value) ?? counted(field, value)) : "type";
      case "list":
        return isItems(value) && value.every((entry) => typeof entry === "string") ? this.#list(field, value) : "type";
      case "text":
        return typeof value === "string" ? this.#text(field, value) : "type";
      default:
        return value instanceof Numeral && isOfTypes(value, [field.kind]) ? numbered(field, value) : "type";
    }
  }

  #list(field: Field, entries: readonly string[]): Keyword | undefined {
    const seen = new Set<string>();
    let wrong = counted(field, entries);
    for (let i = 0; i < entries.length && !wrong; i++) {
      const entry = entries[i]!;
      wrong = field.uniqueItems && seen.has(entry) ? "uniqueItems" : this.#text(field.entry!, entry);
      seen.add(entry);
    }
    return wrong;
  }

  #text({ minLength = 0, maxLength = Infinity, format = "", pattern = "" }: Field, text: string): Keyword | undefined {
    const length = [...text].length;
    if (length < minLength || length > maxLength) {
      return length < minLength ? "minLength" : "maxLength";
    } else if (!isOfFormat(format, text)) {
      return "format";
    }
    return pattern === "" || !this.#patternsFit || this.#matches(this.#pattern(pattern), text) ? undefined : "pattern";
  }

  // Where all matches together would take too much, nothing is found out.
  #matches(pattern: Pattern, text: string): boolean {
    this.#budget.matches -= pattern.work(new TextEncoder().encode(text).length);
    return this.#budget.matches < 0 || pattern.matches(text);
  }
}

function chosen({ options }: Field, values: readonly Exact[]): Keyword | undefined {
  const keys = new Set<string>();
  for (const key of values.map(keyOf)) {
    if (!options!.has(key)) {
      return "enum";
    } else if (keys.has(key)) {
      return "uniqueItems";
    }
    keys.add(key);
  }
  return undefined;
}

function counted({ minItems = 0, maxItems = Infinity }: Field, entries: readonly Exact[]): Keyword | undefined {
  return entries.length < minItems ? "minItems" : entries.length > maxItems ? "maxItems" : undefined;
}

function numbered(field: Field, number: Numeral): Keyword | undefined {
  const format = field.schema.get("format");
  const fits = typeof format !== "string" || isOfFormat(format, Number(number.literal));
  return brokenBound(field, new Decimal(number)) ?? (fits ? undefined : "format");
}

// Whether a value is of one of the types that a schema names, if it names any.
function isDeclared(declared: Exact | undefined, value: Exact): boolean {
  const types = (isItems(declared) ? declared : [declared]).filter((type) => typeof type === "string");
  return types.length === 0 || (isItems(value) ? types.includes("array") : isOfTypes(value, types));
}

// Whether some form could have such an answer: one value, or a list.
function isAnswer(value: Exact): boolean {
  const isOne = (one: Exact): boolean => (typeof one === "string" ? isWellFormed(one) : typeof one === "boolean" || one instanceof Numeral);
  return isItems(value) ? value.every(isOne) : isOne(value);
}

// Everything in a value that can be a pattern.
function eachPattern(value: Exact, visit: (source: string) => void): void {
  if (isItems(value)) {
    value.forEach((item) => eachPattern(item, visit));
  }
  for (const [name, member] of membersOf(value)) {
    if (name === "pattern" && typeof member === "string") {
      visit(member);
    } else if (name === "patternProperties") {
      [...membersOf(member).keys()].forEach(visit);
    }
    eachPattern(member, visit);
  }
}
