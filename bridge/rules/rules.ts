// Checks whether content can come from a form: by the rules of each question, as the form reads them. Content that the form
// accepts breaks none of these rules. Only the form checks rules between answers, and composed schemas.

import { type Exact, isItems, isWellFormed, type Members, membersOf, Numeral, parseExact } from "../message/exact.js";
import { isAnswer } from "../message/json.js";
import { MAX_PATTERNS } from "../message/names.js";
import { isInteroperable } from "./decimal.js";
import { type Budget, type Field, type Form, type Keyword, type Matcher, newBudget, readForm } from "./form.js";
import { compilePattern, type Pattern } from "./pattern.js";
import { COMBINING } from "./schema.js";

export type { Keyword } from "./form.js";

/** The keyword that the answer of that name breaks. */
export interface BrokenRule {
  name: string;
  keyword: Keyword;
  /** The question, if the form has one of that name. */
  field?: Field | undefined;
}

// Only the form checks a schema with one of these keywords.
const COMPOSITION = ["$ref", "$dynamicRef", ...COMBINING];

/** The rules of a request, or of the requests of a round, by their params; unreadable params are undefined. */
export class Rules {
  readonly #budget: Budget = newBudget();
  readonly #patterns = new Map<string, Pattern>();
  // Whether the budget of the form suffices for all patterns. Otherwise it is unknown which patterns the form checks.
  readonly #patternsFit: boolean;

  constructor(requests: readonly (Members | undefined)[]) {
    let effort = 0;
    for (const params of requests) {
      const patterns = new Set<string>();
      eachPattern(params?.get("requestedSchema") ?? null, (source) => {
        effort += patterns.has(source) || effort > MAX_PATTERNS ? 0 : this.#pattern(source).effort;
        patterns.add(source);
      });
    }
    this.#patternsFit = effort <= MAX_PATTERNS;
  }

  /** Returns the broken rules of the content of an accepted form, from its JSON text; undefined if the text is not an object. */
  broken(params: Members | undefined, text: string): BrokenRule[] | undefined {
    const content = parseExact(text);
    return content instanceof Map ? this.brokenBy(params, content) : undefined;
  }

  /** The same for the exact content. */
  brokenBy(params: Members | undefined, content: Members): BrokenRule[] {
    const form = params && this.read(params);
    return this.brokenIn(form?.rejected ? undefined : form?.fields, membersOf(params?.get("requestedSchema")), content);
  }

  /** Reads the form of a request. */
  read(params: Members): Form {
    return readForm(params, this.#budget);
  }

  /** The same for the questions of a schema; undefined if no form shows it. */
  brokenIn(form: ReadonlyMap<string, Field> | undefined, schema: Members, content: Members): BrokenRule[] {
    const composed = COMPOSITION.some((name) => schema.has(name));
    const broken: BrokenRule[] = [];
    for (const [name, value] of content) {
      const field = form?.get(name);
      const foreign = !isWellFormed(name) || (!field && form !== undefined && !composed);
      const keyword = foreign ? "additionalProperties" : !isAnswer(value, typeOf) ? "type"
        : !keepsNumbers(value) ? "maximum" : field?.rule(value, this.matches);
      if (keyword) {
        broken.push({ name, keyword, field });
      }
    }
    for (const [name, field] of form ?? []) {
      if (field.required && !content.has(name)) {
        broken.push({ name, keyword: "required", field });
      }
    }
    return broken;
  }

  /** Reports whether answers are checked against a pattern, unless many long answers use the budget up. */
  checks(source: string): boolean {
    return this.#patternsFit && this.#pattern(source).isChecked;
  }

  /** Takes the work of matching so many texts of so many bytes from the budget; false if that does not suffice. */
  takeMatches(source: string, texts: number, bytes: number): boolean {
    this.#budget.matches -= texts * this.#pattern(source).work(bytes);
    return this.#budget.matches >= 0;
  }

  #pattern(source: string): Pattern {
    const pattern = this.#patterns.get(source) ?? compilePattern(source);
    this.#patterns.set(source, pattern);
    return pattern;
  }

  /** Reports whether a text matches. Every text does if the budget does not suffice for all patterns or all matches. */
  readonly matches: Matcher = (source, text) => {
    const isChecked = this.#patternsFit && this.takeMatches(source, 1, new TextEncoder().encode(text).length);
    return !isChecked || this.#pattern(source).matches(text);
  };
}

// Returns "none" for a text with half of a surrogate pair, because it cannot be sent.
function typeOf(value: unknown): string {
  return value instanceof Numeral ? "number" : typeof value === "string" && !isWellFormed(value) ? "none" : typeof value;
}

// Reports whether all numbers of an answer keep their values. A tool would read 2^53+1 as another number, and a number beyond
// floating point as null.
function keepsNumbers(value: Exact): boolean {
  return isItems(value) ? value.every(keepsNumbers) : !(value instanceof Numeral) || isInteroperable(value, false);
}

// Calls visit with every text in a value that may be a pattern.
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
