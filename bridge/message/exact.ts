// JSON as it was written: numbers keep their digits and members their order, and no name
// means anything else than itself. JSON.parse rounds numbers, and takes the last of two
// members with one name, where other readers take the first.

import { MAX_DEPTH, MAX_DIGITS, MAX_EXPONENT, MAX_TEXT } from "./names.js";
import { fits } from "./params.js";

/** A JSON number, as it was written. */
export class Numeral {
  constructor(readonly literal: string) {}
}

/** The members of a JSON object, by their names. */
export type Members = ReadonlyMap<string, Exact>;

/** A JSON value. */
export type Exact = null | boolean | string | Numeral | readonly Exact[] | Members;

/** The value of a JSON text; undefined where it is none, repeats a name, or is beyond the limits. */
export function parseExact(text: string, limit = MAX_TEXT): Exact | undefined {
  if (!fits(text, limit)) {
    return undefined;
  }
  try {
    const reader = new Reader(text);
    const value = reader.value(0);
    return reader.next() === "" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The members of a value; none where it is no object. */
export function membersOf(value: Exact | undefined): Members {
  return value instanceof Map ? value : NO_MEMBERS;
}

/** The items of a value; none where it is no array. */
export function itemsOf(value: Exact | undefined): readonly Exact[] {
  return isItems(value) ? value : [];
}

export function isItems(value: Exact | undefined): value is readonly Exact[] {
  return Array.isArray(value);
}

/** The value as JSON.parse would have read it, with numbers in floating point. */
export function plain(value: Exact): unknown {
  if (value instanceof Map) {
    return Object.fromEntries([...(value as Members)].map(([name, member]) => [name, plain(member)]));
  }
  return value instanceof Numeral ? Number(value.literal) : isItems(value) ? value.map(plain) : value;
}

/** Whether a text can be written in UTF-8: it has no half of a pair. */
export function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

const NO_MEMBERS: Members = new Map();
const WORDS: [string, Exact][] = [["true", true], ["false", false], ["null", null]];

class Reader {
  #at = 0;

  constructor(readonly text: string) {}

  /** The first character of the next token, "" at the end. */
  next(): string {
    this.#match(/[ \t\r\n]*/y);
    return this.text.charAt(this.#at);
  }

  value(depth: number): Exact {
    const next = this.next();
    if (next === '"') {
      return this.#string();
    } else if (next === "{" || next === "[") {
      if (depth === MAX_DEPTH) {
        throw new RangeError("too deep");
      }
      return next === "{" ? this.#members(depth + 1) : this.#items(depth + 1);
    }
    const word = WORDS.find(([name]) => this.text.startsWith(name, this.#at));
    if (word) {
      this.#at += word[0].length;
      return word[1];
    }
    return this.#number();
  }

  #match(expression: RegExp): string {
    expression.lastIndex = this.#at;
    const [found] = expression.exec(this.text) ?? fail();
    this.#at += found.length;
    return found;
  }

  #passes(character: string): boolean {
    const passes = this.next() === character;
    this.#at += passes ? 1 : 0;
    return passes;
  }

  #number(): Numeral {
    const literal = this.#match(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y);
    const [mantissa = "", exponent = "0"] = literal.toLowerCase().split("e");
    if (mantissa.replace(/[-.]/g, "").length > MAX_DIGITS || Math.abs(Number(exponent)) > MAX_EXPONENT) {
      throw new RangeError("a number is too long");
    }
    return new Numeral(literal);
  }

  #string(): string {
    const start = this.#at;
    // A loop and no expression, which would overflow its stack on a long text.
    for (this.#at++; this.text[this.#at] !== '"'; this.#at++) {
      this.#at += this.text[this.#at] === "\\" ? 1 : 0;
      if (this.#at >= this.text.length) {
        fail();
      }
    }
    return JSON.parse(this.text.slice(start, ++this.#at));
  }

  #items(depth: number): Exact[] {
    const items: Exact[] = [];
    this.#at++;
    if (this.#passes("]")) {
      return items;
    }
    for (;;) {
      items.push(this.value(depth));
      if (this.#passes("]")) {
        return items;
      }
      this.#passes(",") || fail();
    }
  }

  #members(depth: number): Members {
    const members = new Map<string, Exact>();
    this.#at++;
    if (this.#passes("}")) {
      return members;
    }
    for (;;) {
      const name = this.next() === '"' ? this.#string() : fail();
      if (members.has(name) || !this.#passes(":")) {
        fail();
      }
      members.set(name, this.value(depth));
      if (this.#passes("}")) {
        return members;
      }
      this.#passes(",") || fail();
    }
  }
}

function fail(): never {
  throw new SyntaxError("no JSON");
}
