// Reads ECMA-262 patterns, as internal/check/pattern does in Go: with the grammar of the
// flag "u" first, and where that finds none with the laxer one of Annex B, because servers
// in other languages accept what "u" forbids.

import { LINE_ENDS, SETS, type Span } from "./charset.js";

/** A parsed expression. Groups that capture change nothing about whether a text matches. */
export type Node =
  | { readonly op: "class"; readonly spans: readonly Span[]; readonly negate: boolean }
  | { readonly op: "concat" | "alternate"; readonly kids: readonly Node[] }
  | { readonly op: "repeat"; readonly kids: readonly [Node]; readonly min: number; readonly max: number }
  | { readonly op: "ahead"; readonly kids: readonly [Node]; readonly negate: boolean }
  | { readonly op: "start" | "end" | "boundary" | "inside"; readonly kids: readonly [] };

/**
 * Why a pattern is not checked: no engine takes it, it takes more than linear time or more
 * than is written here, or it is too large.
 */
export type Fault = "invalid" | "unsupported" | "property" | "too-big";

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
  // The lowest and the highest number of a back-reference, if it is one.
  #lowest = 0;
  #highest = 0;
  readonly #names = new Set<string>();

  constructor(readonly text: string, readonly unicode: boolean) {
    this.#characters = [...text];
  }

  whole(): Node {
    const node = this.#disjunction(0);
    if (this.fault !== "invalid" && this.#at < this.#characters.length) {
      this.#fail("invalid");
    }
    if (this.#lowest > 0 && this.#lowest <= this.#groups) {
      this.#fail("unsupported");
    }
    if (this.unicode && this.#highest > this.#groups) {
      this.#fail("invalid");
    }
    return node;
  }

  // Keeps the worst fault: behind what is too big everything would look invalid.
  #fail(fault: Fault): void {
    if (!this.fault || (fault === "invalid" && this.fault !== "too-big") || (fault === "property" && this.fault === "unsupported")) {
      this.fault = fault;
    }
    if (fault === "invalid" || fault === "too-big") {
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

  // Reads the text up to a character and steps over that character; undefined where it does not occur.
  #until(character: string): string | undefined {
    const end = this.#characters.indexOf(character, this.#at);
    const found = end < 0 ? undefined : this.#characters.slice(this.#at, end).join("");
    this.#at = end < 0 ? this.#at : end + 1;
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
    const [atom, quantifiable] = this.#atom(depth);
    const counts = this.#quantifier();
    if (!counts) {
      return atom;
    }
    if (!quantifiable) {
      this.#fail("invalid");
    } else if (atom.op === "ahead") {
      this.#fail("unsupported");
    }
    return { op: "repeat", kids: [atom], min: counts[0], max: counts[1] };
  }

  // An assertion or an atom, and whether a quantifier may follow.
  #atom(depth: number): [Node, boolean] {
    const next = this.#characters[this.#at++]!;
    switch (next) {
      case "^":
        return [{ op: "start", kids: [] }, false];
      case "$":
        return [{ op: "end", kids: [] }, false];
      case ".":
        return [{ op: "class", spans: LINE_ENDS, negate: true }, true];
      case "(":
        return this.#group(depth);
      case "[":
        return [this.#class(), true];
      case "\\":
        return this.#escape();
      case "*":
      case "+":
      case "?":
        this.#fail("invalid");
        break;
      case "{":
        this.#at--;
        if (this.#quantifier() || this.unicode) {
          this.#fail("invalid");
        } else {
          this.#at++;
        }
        break;
      case "]":
      case "}":
        if (this.unicode) {
          this.#fail("invalid");
        }
    }
    return [literal(one(next)), true];
  }

  #group(depth: number): [Node, boolean] {
    let ahead: "?=" | "?!" | undefined;
    let quantifiable = true;
    if (this.#take("?:")) {
      // It captures nothing.
    } else if (this.#take("?=") || this.#take("?!")) {
      ahead = this.#peek(-1) === "=" ? "?=" : "?!";
      quantifiable = !this.unicode;
    } else if (this.#take("?<=") || this.#take("?<!")) {
      this.#fail("unsupported");
      quantifiable = false;
    } else if (this.#take("?<")) {
      this.#groups++;
      this.#groupName();
    } else if (this.#take("?")) {
      this.#fail("invalid");
      return [literal([]), true];
    } else {
      this.#groups++;
    }
    const inside = this.#disjunction(depth + 1);
    if (!this.#take(")")) {
      this.#fail("invalid");
    }
    return [ahead ? { op: "ahead", kids: [inside], negate: ahead === "?!" } : inside, quantifiable];
  }

  #groupName(): void {
    const name = this.#until(">");
    if (!name) {
      this.#fail("invalid");
      return;
    }
    if (/[\\\u0080-\u{10ffff}]/u.test(name) || this.#names.has(name)) {
      this.#fail("unsupported");
    } else if (!/^[$_a-zA-Z][$\w]*$/.test(name)) {
      this.#fail("invalid");
    }
    this.#names.add(name);
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
      const comma = this.#take(",");
      const last = comma ? this.#decimal() : first;
      if (first !== "" && this.#take("}")) {
        counts = [count(first), last === "" ? UNLIMITED : count(last)];
        if (counts[1] !== UNLIMITED && counts[1] < counts[0]) {
          this.#fail("invalid");
        }
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

  #escape(): [Node, boolean] {
    const next = this.#peek();
    if (next === "b" || next === "B") {
      this.#at++;
      return [{ op: next === "b" ? "boundary" : "inside", kids: [] }, false];
    } else if (next === "k" && (this.unicode || this.text.includes("(?<"))) {
      this.#at++;
      const name = this.#until(">");
      const known = name !== undefined && name.length > 1 && name[0] === "<" && this.text.includes(`(?${name}>`);
      this.#fail(known ? "unsupported" : "invalid");
      return [literal([]), true];
    } else if (next && /^[1-9]$/.test(next)) {
      const start = this.#at;
      const number = count(this.#decimal());
      this.#highest = Math.max(this.#highest, number);
      this.#lowest = this.#lowest === 0 ? number : Math.min(this.#lowest, number);
      if (this.unicode) {
        return [literal([]), true];
      }
      this.#at = start;
    }
    return [literal(this.#classEscape(false)), true];
  }

  #class(): Node {
    const spans: Span[] = [];
    const negate = this.#take("^");
    while (!this.#take("]")) {
      if (this.#peek() === undefined) {
        this.#fail("invalid");
        break;
      }
      const low = this.#classAtom();
      if (this.#peek() !== "-" || this.#peek(1) === "]") {
        spans.push(...low);
        continue;
      }
      this.#at++;
      const high = this.#classAtom();
      if (!isSingle(low) || !isSingle(high)) {
        // Without "u" the dash beside a class such as \d stands for itself.
        if (this.unicode) {
          this.#fail("invalid");
        }
        spans.push(...low, ...one("-"), ...high);
      } else if (low[0]![0] > high[0]![0]) {
        this.#fail("invalid");
        break;
      } else {
        spans.push([low[0]![0], high[0]![0]]);
      }
    }
    return { op: "class", spans, negate };
  }

  #classAtom(): readonly Span[] {
    const next = this.#characters[this.#at++];
    if (next === undefined) {
      this.#fail("invalid");
      return [];
    } else if (next !== "\\") {
      return one(next);
    } else if (this.#take("b")) {
      return one("\b");
    } else if (this.unicode && this.#take("-")) {
      return one("-");
    } else if (this.#peek() === "k" && !this.unicode && this.text.includes("(?<")) {
      this.#fail("invalid");
    }
    return this.#classEscape(true);
  }

  // An escape that stands for a set of characters, outside or inside of a class.
  #classEscape(inClass: boolean): readonly Span[] {
    const next = this.#characters[this.#at++];
    if (next === undefined) {
      this.#fail("invalid");
      return [];
    }
    if (Object.hasOwn(SETS, next)) {
      return SETS[next]!;
    }
    switch (next) {
      case "p":
      case "P":
        if (this.unicode) {
          const name = this.#until("}");
          this.#fail(name?.startsWith("{") ? "property" : "invalid");
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
        break;
      }
      case "0":
        if (!/^[0-9]$/.test(this.#peek() ?? "")) {
          return one(0);
        }
    }
    if (this.unicode && !"^$\\.*+?()[]{}|/".includes(next)) {
      this.#fail("invalid");
    }
    return !this.unicode && /^[0-7]$/.test(next) ? one(this.#octal(Number(next))) : one(next);
  }

  #control(inClass: boolean): readonly Span[] {
    const next = this.#peek() ?? "";
    if (/^[a-zA-Z]$/.test(next) || (inClass && !this.unicode && /^[0-9_]$/.test(next))) {
      this.#at++;
      return one(next.codePointAt(0)! % 32);
    }
    if (this.unicode) {
      this.#fail("invalid");
      return [];
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
    if (this.unicode && this.#peek() === "{") {
      const start = this.#at++;
      const digits = this.#until("}") ?? "";
      const code = /^[0-9a-fA-F]+$/.test(digits) ? Number.parseInt(digits, 16) : Infinity;
      this.#at = code <= 0x10ffff ? this.#at : start;
      return code <= 0x10ffff ? code : undefined;
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
