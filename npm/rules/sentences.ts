// Words the problems of answers, as internal/wording does. The catalogue has the texts; this chooses between them.

import type { Catalogue } from "../../bridge/message/language.js";
import { type Members, Numeral } from "../../bridge/message/exact.js";
import { countOf } from "../../bridge/rules/form.js";
import { line } from "./label.js";
import type { ContentProblem, FieldKind, ProblemCode } from "./types.js";

/** What a sentence says about a question. */
export interface Facts {
  readonly kind?: FieldKind;
  readonly limits?: Members;
  /** The limits of each entry of a list. */
  readonly text?: Members | undefined;
  /** The server's name of the only option of a yes or no. */
  readonly only?: string | undefined;
  /** Whether a number can also be any text. */
  readonly isFree?: boolean | undefined;
  readonly description?: string;
}

const EXAMPLES: { [format: string]: string } = {
  email: "name@example.com", uri: "https://example.com", "uri-reference": "/photos/1", "uri-template": "https://example.com/{id}",
  iri: "https://example.com", "iri-reference": "/photos/1", date: "2026-12-31", "date-time": "2026-12-31T14:30:00Z", time: "14:30:00Z",
  duration: "P1DT2H", hostname: "www.example.com", ipv4: "192.0.2.1", ipv6: "2001:db8::1", uuid: "123e4567-e89b-12d3-a456-426614174000",
  "json-pointer": "/name/0", "relative-json-pointer": "1/name", regex: "^[a-z]+$", byte: "SGVsbG8=", semver: "1.2.3",
};

// The sentences about a missing answer to a kind of field.
const MISSING: { [kind in FieldKind]?: string } = {
  email: "bad-email", uri: "bad-uri", time: "clock-unreal", "local-time": "clock-unreal", number: "not-a-number", integer: "not-a-number",
  date: "empty-date", "date-time": "empty-date-time",
};

// Sentences that are hints, too.
const HINTS: { [code: string]: string } = {
  "must-be-yes": "hint-only-yes", "must-be-no": "hint-only-no", "repeated-entries": "hint-no-repeats",
};

// The limits of programmers' number types. No person would choose them.
const INTEGERS = "9007199254740991|214748364[78]|4294967295|922337203685477580[78]|18446744073709551615";
const TYPE_LIMIT = new RegExp(`^-?(?:${INTEGERS}|3\\.4028234663852886e\\+?38|1\\.7976931348623157e\\+?308)(?:\\.0)?$`, "i");

type Texts = { readonly [name: string]: string | undefined };

/** Writes sentences in one language. */
export class Sentences {
  readonly #words: Catalogue;
  readonly #plural: Intl.PluralRules;
  readonly #parts: Intl.NumberFormatPart[];
  readonly #isRightToLeft: boolean;

  constructor(words: Catalogue, locale = "en") {
    this.#words = words;
    this.#plural = new Intl.PluralRules(locale);
    this.#parts = new Intl.NumberFormat(locale).formatToParts(-1234567890.5);
    this.#isRightToLeft = runsAgainst(String(words["Continue"]), false);
  }

  /** Describes a problem and its solution. */
  problem({ code, entry }: ContentProblem, facts: Facts): string {
    if (!entry || code === "repeated-entries") {
      return this.#plain(this.#sentence(code, facts));
    }
    const problem = this.#sentence(code, { ...facts, kind: "text", limits: facts.text! });
    return this.#plain(this.#fill("problem-entry", { n: String(entry) }, { problem }));
  }

  #sentence(code: ProblemCode, { kind, limits = new Map(), text = limits, only, isFree, description }: Facts): string {
    if (kind === "boolean" && only && code !== "not-answered") {
      return this.#fill("hint-value-exact", {}, { n: this.#foreign(only) });
    }
    const isTime = code === "bad-pattern" && kind === "local-time";
    let word: string = isTime ? "clock-unreal" : ((code === "empty" && kind && !isFree && MISSING[kind]) || code);
    let [low, high] = boundsOf(word, limits);
    if (word === "not-a-number") {
      word = low && high ? "number-between" : kind === "integer" ? "not-whole" : word;
    } else if (word === "number-too-big") {
      [word, low, high] = ["number-between", "-9007199254740991", "9007199254740991"];
    } else if (/(few|many)-chosen/.test(word)) {
      const range = low === undefined ? "up-to" : high === undefined ? "at-least" : low === high ? "exact" : "between";
      return this.#fill(`hint-select-${range}`, { n: low ?? high, a: low, b: high });
    }
    let example = this.#example(word, low, high);
    let format = "";
    if (word === "bad-format" || word === "bad-pattern") {
      const sample = code === "bad-format" && EXAMPLES[String(text.get("format"))];
      format = this.#foreign(description ?? "");
      word = sample ? "bad-format-like" : format ? "bad-format-named" : "bad-format";
      example = this.#leftToRight(sample || "");
    }
    word = low === high ? word.replace("between", "exact") : word;
    const key = HINTS[word] ?? (this.#words[`problem-${word}`] ? `problem-${word}` : "problem-invalid");
    return this.#fill(key, { n: /long|great|less|many|between|exact/.test(word) ? high : low, a: low, b: high }, { example, format });
  }

  #example(word: string, low = "30", high = low): string {
    switch (word) {
      case "not-a-number":
        return this.#number("1.5");
      case "not-whole":
        return this.#number(high);
      case "clock-unreal":
        return this.#leftToRight("14:30");
    }
    return this.#leftToRight(EXAMPLES[word.slice("bad-".length)] ?? "");
  }

  // Replaces the placeholders of a text once. A text with plural forms has one for each category.
  #fill(key: string, numbers: Texts, texts: Texts = {}): string {
    const text = this.#words[key] ?? "";
    const form = typeof text === "string" ? text : (text[this.#plural.select(Number(numbers["n"]))] ?? text["other"] ?? "");
    return form.replace(/\{(\w+)\}/g, (whole, name: string) => texts[name] ?? this.#number(numbers[name] ?? whole));
  }

  // Words of the server stand between characters that isolate their direction. Their quotation marks cannot end a quotation.
  #foreign(text: string): string {
    const mark = String(this.#words["Quotation"]).includes("‘") ? "·" : "'";
    const shown = line(text, 80).replace(/(?<!\p{L})[\p{Pi}\p{Pf}"'`]|[\p{Pi}\p{Pf}"'`](?!\p{L})/gu, mark);
    return shown && `\u2068${shown}\u2069`;
  }

  // Writes a number in the notation of the locale, with all its digits. Only whole numbers of five digits and more are grouped.
  #number(literal: string): string {
    const part = (wanted: string): string => this.#parts.find(({ type }) => type === wanted)?.value ?? "";
    const zero = part("integer").codePointAt(0)! - 1;
    // In India only the last group has three digits.
    const [, second] = this.#parts.filter(({ type }) => type === "integer");
    const groups = [...(second?.value ?? "")].length === 2 ? /\B(?=(?:\d\d)*\d{3}$)/g : /\B(?=(?:\d{3})+$)/g;
    const written = (/^-?\d{5,}$/.test(literal) && second ? literal.replace(groups, ",") : literal).replace(/[-.,]|\d/g, (sign) =>
      sign === "-" ? part("minusSign").replace(/\p{Cf}/gu, "") : sign === "." ? part("decimal") : sign === "," ? part("group")
        : String.fromCodePoint(zero + Number(sign)));
    return literal.startsWith("-") ? this.#leftToRight(written) : written;
  }

  #leftToRight(text: string): string {
    return this.#isRightToLeft && text ? `\u2066${text}\u2069` : text;
  }

  // Words of the server keep their isolates only if they run against the direction of the sentence.
  #plain(sentence: string): string {
    const foreign = /\u2068([^\u2069]*)\u2069/g;
    const isRightToLeft = runsAgainst(sentence.replace(foreign, ""), false);
    return sentence.replace(foreign, (whole, words: string) => (runsAgainst(words, isRightToLeft) ? whole : words));
  }
}

// The bounds that the sentence of a problem names, as literals of numbers.
function boundsOf(word: string, limits: Members): [low: string | undefined, high: string | undefined] {
  const count = (name: string): string | undefined => countOf(limits, name)?.toString();
  const numeral = (name: string): string | undefined => (limits.get(name) as Numeral | undefined)?.literal;
  const hint = (name: string): string | undefined => (TYPE_LIMIT.test(numeral(name) ?? "") ? undefined : numeral(name));
  if (/length|short|long/.test(word)) {
    return [count("minLength"), count("maxLength")];
  } else if (/few|many/.test(word)) {
    return [count("minItems"), count("maxItems")];
  } else if (/more|less/.test(word)) {
    return [numeral("exclusiveMinimum"), numeral("exclusiveMaximum")];
  } else if (word === "not-multiple") {
    return [numeral("multipleOf"), undefined];
  } else if (/a-number|whole/.test(word)) {
    return [hint("minimum"), hint("maximum")];
  }
  // Without both bounds the format int32 has them.
  const isInt32 = word === "number-between" && !(numeral("minimum") && numeral("maximum"));
  return isInt32 ? ["-2147483648", "2147483647"] : [numeral("minimum"), numeral("maximum")];
}

// Reports whether a text has letters that could reorder a sentence around it.
function runsAgainst(text: string, isRightToLeft: boolean): boolean {
  const right = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
  return (text.match(/\p{L}/gu) ?? []).some((letter) => right.test(letter) !== isRightToLeft);
}
