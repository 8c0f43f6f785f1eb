// Parses ECMA-262 patterns that the engine accepts: with the grammar of the flag "u", or with the laxer grammar of Annex B,
// because servers in other languages accept patterns that "u" forbids.

import { PATTERN_MAX_DEPTH } from "../message/names.js";

/** A parsed expression. Capturing groups are plain groups: they do not change whether a text matches. */
export type Node =
  /** One character of a set; `spans` counts the characters, ranges and classes in the set. */
  | { readonly op: "class"; readonly has: (character: string) => boolean; readonly spans: number }
  | { readonly op: "concat" | "alternate"; readonly kids: readonly Node[] }
  | { readonly op: "repeat"; readonly kids: readonly [Node]; readonly min: number; readonly max: number }
  | { readonly op: "ahead"; readonly kids: readonly [Node]; readonly negate: boolean }
  | { readonly op: "start" | "end" | "boundary" | "inside"; readonly kids: readonly [] };

/** Thrown for a pattern that is not checked: it needs more than linear time, it is not supported here, or it is too large. */
type Fault = "unsupported" | "property" | "too-big";

export const UNLIMITED = -1;

const ASSERTIONS: { [token: string]: "start" | "end" | "boundary" | "inside" } = {
  "^": "start", $: "end", "\\b": "boundary", "\\B": "inside",
};
const SIGNS: { [sign: string]: readonly [number, number] } = { "*": [0, UNLIMITED], "+": [1, UNLIMITED], "?": [0, 1] };

const GROUP = /\((?:\?(?:[:=!]|<[=!]|<([^>=!][^>]*)>)?)?/uy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/uy;
const REFERENCE = /\\([1-9]\d*)/uy;

// The tokens of a grammar: an atom except groups, and a range or a character of a class.
function grammar(escape: string): { atom: RegExp; span: RegExp } {
  const single = `(?:${escape.replace("[^]", "[^dDwWsS]")}|[^\\\\])`;
  return {
    atom: new RegExp(`\\[(?:\\\\[^]|[^\\]\\\\])*\\]|${escape}|[^]`, "uy"),
    span: new RegExp(`${single}-${single}|${escape}|[^]`, "gu"),
  };
}

const UNICODE = grammar("\\\\(?:c[a-zA-Z]|x[\\da-fA-F]{2}|u[dD][89abAB]..\\\\u[dD][c-fC-F]..|u\\{[^}]*\\}|u[\\da-fA-F]{4}|[^])");
// Annex B: if no letter follows \c, the backslash stands for itself, and the c is the next character.
const ANNEX_B = grammar("\\\\(?:(?=c[^a-zA-Z]|c$)|c[a-zA-Z]|x[\\da-fA-F]{2}|u[\\da-fA-F]{4}|[0-3][0-7]{0,2}|[4-7][0-7]?|[^])");

/** Parses a pattern. The node of a faulty pattern is meaningless. */
export class PatternParser {
  readonly node: Node;
  fault: Fault | undefined;
  #at = 0;
  #groups = 0;
  // The lowest number of a back-reference. Without "u" a number beyond the groups is not a back-reference.
  #lowest = Infinity;
  readonly #names = new Set<string>();

  constructor(readonly text: string, readonly unicode: boolean) {
    this.node = this.#disjunction(0);
    // Without "u" a character beyond U+FFFF counts as two.
    if (this.#lowest <= this.#groups || (!unicode && /[\u{10000}-\u{10ffff}]/u.test(text))) {
      this.#fail("unsupported");
    }
  }

  #fail(fault: Fault): void {
    if (!this.fault || (fault === "property" && this.fault === "unsupported")) {
      this.fault = fault;
    }
    if (fault === "too-big") {
      this.#at = this.text.length;
    }
  }

  // Returns the token that begins here, if it has that kind.
  #next(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.#at;
    return token.exec(this.text);
  }

  #take(token: RegExp): RegExpExecArray | null {
    const found = this.#next(token);
    this.#at += found ? found[0].length : 0;
    return found;
  }

  #disjunction(depth: number): Node {
    if (depth > PATTERN_MAX_DEPTH) {
      this.#fail("too-big");
      return { op: "concat", kids: [] };
    }
    const kids: Node[] = [];
    do {
      const terms: Node[] = [];
      while (!["", "|", ")"].includes(this.text.charAt(this.#at))) {
        terms.push(this.#term(depth));
      }
      kids.push({ op: "concat", kids: terms });
    } while (this.#take(/\|/y));
    return kids.length === 1 ? kids[0]! : { op: "alternate", kids };
  }

  #term(depth: number): Node {
    const group = this.#take(GROUP);
    const atom = group ? this.#group(group, depth) : this.#atom();
    const quantifier = this.#take(QUANTIFIER);
    if (!quantifier) {
      return atom;
    }
    // A lazy quantifier matches the same texts.
    const [, sign, lower = "", open, upper = lower] = quantifier;
    const [min, max] = sign ? SIGNS[sign]! : [count(lower), open && upper === "" ? UNLIMITED : count(upper)];
    return { op: "repeat", kids: [atom], min, max };
  }

  #group([opening, name]: RegExpExecArray, depth: number): Node {
    const captures = opening === "(" || name !== undefined;
    if (!captures && !["(?:", "(?=", "(?!"].includes(opening)) {
      this.#fail("unsupported");
    }
    if (name !== undefined) {
      if (/[\\\u0080-\u{10ffff}]/u.test(name) || this.#names.has(name)) {
        this.#fail("unsupported");
      }
      this.#names.add(name);
    }
    this.#groups += captures ? 1 : 0;
    const inside = this.#disjunction(depth + 1);
    this.#take(/\)/y);
    return opening === "(?=" || opening === "(?!" ? { op: "ahead", kids: [inside], negate: opening === "(?!" } : inside;
  }

  #atom(): Node {
    const reference = this.#next(REFERENCE)?.[1];
    const { atom, span } = this.unicode ? UNICODE : ANNEX_B;
    const [source] = this.#take(atom)!;
    const op = ASSERTIONS[source];
    if (op) {
      return { op, kids: [] };
    }
    if (reference) {
      this.#lowest = Math.min(this.#lowest, count(reference));
    }
    if ((reference && this.unicode) || (source === "\\k" && (this.unicode || this.text.includes("(?<")))) {
      this.#fail("unsupported");
    }
    const isClass = source.length > 1 && source.startsWith("[");
    const spans = isClass ? (source.replace(/^\[\^?/, "").slice(0, -1).match(span) ?? []) : [source];
    for (const one of spans) {
      if (this.unicode && /^\\p/i.test(one)) {
        this.#fail("property");
      } else if (!this.unicode && /\\u[dD][89a-fA-F][\da-fA-F]{2}/.test(one)) {
        this.#fail("unsupported");
      }
    }
    return { op: "class", has: this.#contains(source), spans: spans.length };
  }

  // Reports whether an atom matches a character: the atom is the character, or the engine decides.
  #contains(source: string): (character: string) => boolean {
    if (this.fault || (source.length === 1 && source !== ".")) {
      return (character) => character === source;
    }
    const expression = new RegExp(`^${source}$`, this.unicode ? "u" : "");
    let last: string | undefined;
    let found = false;
    return (character) => {
      if (character !== last) {
        last = character;
        found = expression.test(character);
      }
      return found;
    };
  }
}

// Far above the limit of compiled patterns.
function count(digits: string): number {
  return Math.min(Number(digits), 2 ** 30);
}
