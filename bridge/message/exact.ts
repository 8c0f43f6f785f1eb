// Reads JSON exactly: numbers keep their digits, and members their order. JSON.parse rounds numbers, and takes the last
// of two members with one name, while other readers take the first.

import { attempt } from "./json.js";
import { members } from "./jsontext.js";
import { MAX_DEPTH, MAX_DIGITS, MAX_EXPONENT, MAX_TEXT } from "./names.js";
import { fits } from "./params.js";

/** A JSON number with all its digits. */
export class Numeral {
  constructor(readonly literal: string) {}
}

/** The members of a JSON object, by their names. */
export type Members = ReadonlyMap<string, Exact>;

/** A JSON value. */
export type Exact = null | boolean | string | Numeral | readonly Exact[] | Members;

/** Parses a JSON text; undefined if it is malformed, repeats a name, or exceeds the limits. */
export function parseExact(text: string, limit = MAX_TEXT): Exact | undefined {
  if (!fits(text, limit)) {
    return undefined;
  }
  return attempt(() => {
    JSON.parse(text);
    return read(text.trim(), 0);
  });
}

/** Returns the members of an object; an empty map for any other value. */
export function membersOf(value: Exact | undefined): Members {
  return value instanceof Map ? value : NO_MEMBERS;
}

/** Returns the items of an array; an empty list for any other value. */
export function itemsOf(value: Exact | undefined): readonly Exact[] {
  return isItems(value) ? value : [];
}

export function isItems(value: Exact | undefined): value is readonly Exact[] {
  return Array.isArray(value);
}

/** Converts to the value of JSON.parse, with numbers in floating point. */
export function plain(value: Exact): unknown {
  if (value instanceof Map) {
    return Object.fromEntries([...(value as Members)].map(([name, member]) => [name, plain(member)]));
  }
  return value instanceof Numeral ? Number(value.literal) : isItems(value) ? value.map(plain) : value;
}

/** Reports whether a text can be written in UTF-8: half of a surrogate pair cannot. */
export function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

const NO_MEMBERS: Members = new Map();

// Reads a text that JSON.parse has accepted. It finds members and items by counting brackets, once for each level.
function read(text: string, depth: number): Exact {
  switch (text[0]) {
    case "{":
    case "[": {
      if (depth === MAX_DEPTH) {
        throw new RangeError("too deep");
      }
      const all = members(text, true);
      if (text[0] === "[") {
        return all.map(({ value }) => read(value, depth + 1));
      }
      const named = new Map(all.map(({ name, value }) => [name, read(value, depth + 1)]));
      if (named.size < all.length) {
        throw new SyntaxError("a name is repeated");
      }
      return named;
    }
    case '"':
    case "t":
    case "f":
    case "n":
      return JSON.parse(text);
  }
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  if (mantissa.replace(/[-.]/g, "").length > MAX_DIGITS || Math.abs(Number(exponent)) > MAX_EXPONENT) {
    throw new RangeError("a number is too long");
  }
  return new Numeral(text);
}
