// Whether content can have come from a form: the own rules of each question, as the form
// reads them. What the form accepts breaks none of them. Rules between answers, and of
// schemas that are composed of others, only the form knows.

import { type Exact, isItems, isWellFormed, type Members, membersOf, Numeral, parseExact } from "../message/exact.js";
import { isAnswer } from "../message/json.js";
import { MAX_PATTERNS } from "../message/names.js";
import { isInteroperable } from "./decimal.js";
import { type Budget, type Keyword, type Matcher, newBudget, readForm } from "./form.js";
import { compilePattern, type Pattern } from "./pattern.js";

export type { Keyword } from "./form.js";

/** What is wrong with the answer of that name. */
export interface BrokenRule {
  name: string;
  keyword: Keyword;
}

// With one of these in a schema only the form knows what may be answered.
const COMPOSITION = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if"];

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
        effort += seen.has(source) || effort > MAX_PATTERNS ? 0 : this.#pattern(source).effort;
        seen.add(source);
      });
    }
    this.#patternsFit = effort <= MAX_PATTERNS;
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
      const keyword = foreign ? "additionalProperties" : !isAnswer(value, typeOf) ? "type"
        : !isKept(value) ? "maximum" : field?.rule(value, this.#matches);
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

  // Where the form has no room for all patterns, or all matches together would take too long, every text matches.
  readonly #matches: Matcher = (source, text) => {
    if (!this.#patternsFit) {
      return true;
    }
    const pattern = this.#pattern(source);
    this.#budget.matches -= pattern.work(new TextEncoder().encode(text).length);
    return this.#budget.matches < 0 || pattern.matches(text);
  };
}

// A text with half of a surrogate pair is of no type, because it cannot be sent.
function typeOf(one: unknown): string {
  return one instanceof Numeral ? "number" : typeof one === "string" && !isWellFormed(one) ? "none" : typeof one;
}

// Whether all numbers of an answer stay what they are. To the tool, 2^53+1 would come as another number, and one beyond floating
// point as null.
function isKept(value: Exact): boolean {
  return isItems(value) ? value.every(isKept) : !(value instanceof Numeral) || isInteroperable(value, false);
}

// Calls visit with every text in a value that can be a pattern.
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
