// Reads ECMA-262 patterns, as internal/check/pattern does in Go: with the grammar of the
// flag "u", or with the laxer one of Annex B, because servers in other languages accept
// what "u" forbids. The engine has accepted the pattern before, so that nothing here has to
// find out whether it is one.

import { LINE_ENDS, SETS, type Span } from "./charset.js";

/** A parsed expression. Groups that capture change nothing about whether a text matches. */
export type Node =
  | { readonly op: "class"; readonly spans: readonly Span[]; readonly negate: boolean }
  | { readonly op: "concat" | "alternate"; readonly kids: readonly Node[] }
  | { readonly op: "repeat"; readonly kids: readonly [Node]; readonly min: number; readonly max: number }
  | { readonly op: "ahead"; readonly kids: readonly [Node]; readonly negate: boolean }
  | { readonly op: "start" | "end" | "boundary" | "inside"; readonly kids: readonly [] };

/** Why a pattern is not checked: it takes more than linear time or more than is written here, or it is too large. */
export type Fault = "unsupported" | "property" | "too-big";

const MOST_DEPTH = 100;
export const UNLIMITED = -1;

const one = (character: string | number): Span[] => {
  const code = typeof character === "number" ? character : character.codePointAt(0)!;
  return [[code, code]];
};

const isSingle = (spans: readonly Span[]): boolean => spans.length === 1 && spans[0]![0] === spans[0]![1];

/** Reads a pattern. There is a node only where there is no fault. */
export function parsePattern(text: string, unicode: boolean): { node?: Node; fault?: Fault } {
  if (!unicode && /[\u{10000}-\u{10ffff}]/u.test(text)) {
    return { fault: "unsupported" };
  }
  const parser = new Parser(text, unicode);
  const node = parser.whole();
  return parser.fault ? { fault: parser.fault } : { node };
}

class Parser {
  fault: Fault | undefined;
  readonly #characters: readonly string[];
  #at = 0;
  #groups = 0;
  // The lowest number of a back-reference. Beyond the groups, without "u", it is none.
  #lowest = Infinity;
  readonly #names = new Set<string>();

  constructor(readonly text: string, readonly unicode: boolean) {
    this.#characters = [...text];
  }

  whole(): Node {
    const node = this.#disjunction(0);
    if (this.#lowest <= this.#groups) {
      this.#fail("unsupported");
    }
    return node;
  }

  #fail(fault: Fault): void {
    if (!this.fault || (fault === "property" && this.fault === "unsupported")) {
      this.fault = fault;
    }
    if (fault === "too-big") {
      this.#at = this.#characters.length;
    }
  }

  #peek(ahead = 0): string | undefined {
    return this.#characters[this.#at + ahead];
  }

  #take(prefix: string): boolean {
    const found = [...prefix].every((character, i) => this.#peek(i) === character);
    this.#at += found ? prefix.length : 0;
    return found;
  }

  // Reads the text up to a character, or to its end, and steps over that character.
  #until(character: string): string {
    const place = this.#characters.indexOf(character, this.#at);
    const end = place < 0 ? this.#characters.length : place;
    const found = this.#characters.slice(this.#at, end).join("");
    this.#at = end + 1;
    return found;
  }

  #disjunction(depth: number): Node {
    if (depth > MOST_DEPTH) {
      this.#fail("too-big");
      return { op: "concat", kids: [] };
    }
    const kids = [this.#alternative(depth)];
    while (this.#take("|")) {
      kids.push(this.#alternative(depth));
    }
    return kids.length === 1 ? kids[0]! : { op: "alternate", kids };
  }

  #alternative(depth: number): Node {
    const kids: Node[] = [];
    while (![undefined, "|", ")"].includes(this.#peek())) {
      kids.push(this.#term(depth));
    }
    return { op: "concat", kids };
  }

  #term(depth: number): Node {
    const atom = this.#atom(depth);
    const counts = this.#quantifier();
    if (!counts) {
      return atom;
    }
    if (atom.op === "ahead") {
      this.#fail("unsupported");
    }
    return { op: "repeat", kids: [atom], min: counts[0], max: counts[1] };
  }

  // An assertion or an atom.
  #atom(depth: number): Node {
    const next = this.#characters[this.#at++]!;
    switch (next) {
      case "^":
        return { op: "start", kids: [] };
      case "$":
        return { op: "end", kids: [] };
      case ".":
        return { op: "class", spans: LINE_ENDS, negate: true };
      case "(":
        return this.#group(depth);
      case "[":
        return this.#class();
      case "\\":
        return this.#escape();
      default:
        return literal(one(next));
    }
  }

  #group(depth: number): Node {
    let ahead: "?=" | "?!" | undefined;
    if (this.#take("?:")) {
      // It captures nothing.
    } else if (this.#take("?=") || this.#take("?!")) {
      ahead = this.#peek(-1) === "=" ? "?=" : "?!";
    } else if (this.#take("?<=") || this.#take("?<!")) {
      this.#fail("unsupported");
    } else if (this.#take("?<")) {
      this.#groups++;
      const name = this.#until(">");
      if (/[\\\u0080-\u{10ffff}]/u.test(name) || this.#names.has(name)) {
        this.#fail("unsupported");
      }
      this.#names.add(name);
    } else if (this.#take("?")) {
      this.#fail("unsupported");
    } else {
      this.#groups++;
    }
    const inside = this.#disjunction(depth + 1);
    this.#take(")");
    return ahead ? { op: "ahead", kids: [inside], negate: ahead === "?!" } : inside;
  }

  // [least, most] of *, +, ?, {n}, {n,} or {n,m}.
  #quantifier(): [number, number] | undefined {
    let counts: [number, number] | undefined;
    const start = this.#at;
    if (this.#take("*")) {
      counts = [0, UNLIMITED];
    } else if (this.#take("+")) {
      counts = [1, UNLIMITED];
    } else if (this.#take("?")) {
      counts = [0, 1];
    } else if (this.#take("{")) {
      const first = this.#decimal();
      const last = this.#take(",") ? this.#decimal() : first;
      if (first !== "" && this.#take("}")) {
        counts = [count(first), last === "" ? UNLIMITED : count(last)];
      }
    }
    if (!counts) {
      this.#at = start;
      return undefined;
    }
    // A lazy one matches the same texts.
    this.#take("?");
    return counts;
  }

  #decimal(): string {
    let digits = "";
    while (/^[0-9]$/.test(this.#peek() ?? "")) {
      digits += this.#characters[this.#at++];
    }
    return digits;
  }

  #escape(): Node {
    const next = this.#peek() ?? "";
    if (next === "b" || next === "B") {
      this.#at++;
      return { op: next === "b" ? "boundary" : "inside", kids: [] };
    } else if (next === "k" && (this.unicode || this.text.includes("(?<"))) {
      this.#until(">");
      this.#fail("unsupported");
      return literal([]);
    } else if (/^[1-9]$/.test(next)) {
      const start = this.#at;
      this.#lowest = Math.min(this.#lowest, count(this.#decimal()));
      if (this.unicode) {
        return literal([]);
      }
      this.#at = start;
    }
    return literal(this.#classEscape(false));
  }

  #class(): Node {
    const spans: Span[] = [];
    const negate = this.#take("^");
    while (this.#peek() !== undefined && !this.#take("]")) {
      const low = this.#classAtom();
      if (this.#peek() !== "-" || this.#peek(1) === "]") {
        spans.push(...low);
        continue;
      }
      this.#at++;
      const high = this.#classAtom();
      if (isSingle(low) && isSingle(high)) {
        spans.push([low[0]![0], high[0]![0]]);
      } else {
        // Without "u" the dash beside a class such as \d stands for itself.
        spans.push(...low, ...one("-"), ...high);
      }
    }
    return { op: "class", spans, negate };
  }

  #classAtom(): readonly Span[] {
    const next = this.#characters[this.#at++]!;
    return next !== "\\" ? one(next) : this.#take("b") ? one("\b") : this.#classEscape(true);
  }

  // An escape that stands for a set of characters, outside or inside of a class.
  #classEscape(inClass: boolean): readonly Span[] {
    const next = this.#characters[this.#at++]!;
    if (Object.hasOwn(SETS, next)) {
      return SETS[next]!;
    }
    switch (next) {
      case "p":
      case "P":
        if (this.unicode) {
          this.#until("}");
          this.#fail("property");
          return [];
        }
        break;
      case "c":
        return this.#control(inClass);
      case "x":
      case "u": {
        const code = next === "x" ? this.#hex(2) : this.#unicodeEscape();
        if (code !== undefined) {
          return one(code);
        }
      }
    }
    return /^[0-7]$/.test(next) ? one(this.#octal(Number(next))) : one(next);
  }

  #control(inClass: boolean): readonly Span[] {
    const next = this.#peek() ?? "";
    if (/^[a-zA-Z]$/.test(next) || (inClass && /^[0-9_]$/.test(next))) {
      this.#at++;
      return one(next.codePointAt(0)! % 32);
    }
    // Annex B: the backslash stands for itself, and the c is read again.
    this.#at--;
    return one("\\");
  }

  #hex(digits: number): number | undefined {
    const text = this.#characters.slice(this.#at, this.#at + digits).join("");
    if (!/^[0-9a-fA-F]+$/.test(text) || text.length !== digits) {
      return undefined;
    }
    this.#at += digits;
    return Number.parseInt(text, 16);
  }

  // XXXX, a pair XXXX\uXXXX, or {X…}.
  #unicodeEscape(): number | undefined {
    if (this.unicode && this.#take("{")) {
      return Number.parseInt(this.#until("}"), 16);
    }
    const high = this.#hex(4);
    if (high === undefined || high < 0xd800 || high > 0xdfff) {
      return high;
    }
    if (!this.unicode) {
      this.#fail("unsupported");
      return high;
    }
    const start = this.#at;
    const low = this.#take("\\u") ? this.#hex(4) : undefined;
    if (high < 0xdc00 && low !== undefined && low >= 0xdc00 && low <= 0xdfff) {
      return 0x10000 + (high - 0xd800) * 0x400 + (low - 0xdc00);
    }
    this.#at = start;
    return high;
  }

  // Octal, without "u". With it there is only \0.
  #octal(first: number): number {
    let value = first;
    for (let i = 0; i < 2 && value < 32 && /^[0-7]$/.test(this.#peek() ?? ""); i++) {
      value = value * 8 + Number(this.#characters[this.#at++]);
    }
    return value;
  }
}

function literal(spans: readonly Span[]): Node {
  return { op: "class", spans, negate: false };
}

// Far above what is compiled.
function count(digits: string): number {
  return Math.min(Number(digits), 2 ** 30);
}
