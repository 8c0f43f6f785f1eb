// Matches ECMA-262 patterns in linear time, also hostile ones. It is Thompson's machine: all
// places of the expression to which a text can have led are followed at once. Looking ahead
// at the start is split off into expressions of its own. What does not fit (back-references,
// looking behind, or ahead elsewhere, Unicode properties, what is huge) matches everything.
// internal/check/pattern is the same in Go, with properties; the limits are that one's, so
// that nothing is refused here that the form lets pass.

import { type Node, parsePattern, UNLIMITED } from "./patternparse.js";
import { compiled, MOST_INSTRUCTIONS, type Program, run } from "./program.js";

const MOST_SOURCE = 4096;
const MOST_COST = 20_000;
// Instructions times bytes of one match.
const MOST_WORK = 5_000_000;
// No pattern takes more effort to compile.
const MOST_EFFORT = 200_000;

/** A compiled pattern. */
export interface Pattern {
  /** How much of a form's budget the form uses to compile it, at most. */
  readonly effort: number;
  /** How many steps it takes at most to match a text of so many bytes. */
  work(bytes: number): number;
  /** Whether a text contains a match. It does where that cannot be found out here. */
  matches(text: string): boolean;
}

// A way to match: every check and the rest from one position.
interface Way {
  readonly rest: Program;
  readonly checks: readonly { readonly ways: readonly Way[]; readonly negate: boolean }[];
  // A match begins where the text does; otherwise anywhere, and then there are no checks,
  // or every position has to be tried.
  readonly anchored: boolean;
  readonly floating: boolean;
}

/** Compiles a pattern. */
export function compilePattern(source: string): Pattern {
  const bytes = new TextEncoder().encode(source).length;
  if (bytes > MOST_SOURCE) {
    return unchecked(0);
  }
  // Beyond U+FFFF a pattern that only the grammar without "u" knows counts a character as two.
  const utf16 = !isPattern(source, "u");
  if (utf16 && !isPattern(source, "")) {
    return unchecked(0);
  }
  const { node, fault } = parsePattern(source, !utf16);
  if (!node) {
    // The form reads a pattern before it counts the effort, and knows properties.
    return unchecked(fault === "property" ? MOST_EFFORT : 0);
  }
  const [root, least, most] = uncounted(node);
  const cost = costOf(root);
  const effort = 100 + 4 * cost + 5 * spansOf(root);
  if (cost > MOST_COST) {
    return unchecked(0);
  }
  let ways: readonly Way[] | undefined;
  try {
    ways = split(root, false);
  } catch (error) {
    if (error !== UNSUPPORTED) {
      throw error;
    }
    return unchecked(effort);
  }
  return {
    effort,
    work: (bytes) => Math.min(cost * bytes, MOST_WORK),
    matches(text) {
      const characters = [...text];
      const size = new TextEncoder().encode(text).length;
      if (cost * size > MOST_WORK || (utf16 && characters.length < text.length)) {
        return true;
      }
      if (characters.length < least || (most !== UNLIMITED && characters.length > most)) {
        return false;
      }
      return search(ways, characters, cost * size > Math.floor(MOST_WORK / Math.max(1, size)));
    },
  };
}

function unchecked(effort: number): Pattern {
  return { effort, work: () => 0, matches: () => true };
}

// Whether the engine takes a pattern. It only reads it: matching is what takes time.
function isPattern(source: string, flags: string): boolean {
  try {
    return Boolean(new RegExp(source, flags));
  } catch {
    return false;
  }
}

function has(node: Node, op: Node["op"]): boolean {
  return node.op === op || ("kids" in node && node.kids.some((kid) => has(kid, op)));
}

// An estimate of the instructions, which does not overflow.
function costOf(node: Node): number {
  let total = 1 + (node.op === "class" ? Math.floor(node.spans / 16) : 0);
  for (const kid of "kids" in node ? node.kids : []) {
    total += costOf(kid);
    if (total > MOST_COST) {
      return MOST_COST + 1;
    }
  }
  if (node.op !== "repeat") {
    return total;
  }
  const times = node.max === UNLIMITED ? node.min + 1 : Math.max(node.min, node.max);
  return Math.min(Math.max(1, times) * total, MOST_COST + 1);
}

function spansOf(node: Node): number {
  return node.op === "class" ? node.spans : node.kids.reduce((sum, kid) => sum + spansOf(kid), 0);
}

// Takes the counts out of an expression for a whole text of so many characters of one kind,
// such as ^[^<>]{0,2000}$: counting them is cheaper.
function uncounted(node: Node): [root: Node, least: number, most: number] {
  if (node.op === "concat" && node.kids.length === 3 && node.kids[0]!.op === "start" && node.kids[2]!.op === "end") {
    let many = node.kids[1]!;
    while (many.op === "concat" && many.kids.length === 1) {
      many = many.kids[0]!;
    }
    if (many.op === "repeat" && many.kids[0].op === "class") {
      const any: Node = { ...many, min: 0, max: UNLIMITED };
      return [{ op: "concat", kids: [node.kids[0]!, any, node.kids[2]!] }, many.min, many.max];
    }
  }
  return [node, 0, UNLIMITED];
}

const UNSUPPORTED = new Error("unsupported");

// Divides an expression into ways. Fixed says that the position is given: it stands in a
// lookahead at the start.
function split(root: Node, fixed: boolean): Way[] {
  if (!has(root, "ahead")) {
    return [{ rest: programOf(root), checks: [], anchored: fixed, floating: false }];
  }
  return (root.op === "alternate" ? root.kids : [root]).map((alternative) => wayOf(alternative, fixed));
}

function wayOf(alternative: Node, fixed: boolean): Way {
  const terms = flat(alternative);
  const first = terms.findIndex(({ op }) => op !== "start" && op !== "ahead");
  const leading = terms.splice(0, first < 0 ? terms.length : first);
  const anchored = fixed || leading.some(({ op }) => op === "start");
  const aheads = leading.flatMap((term) => (term.op === "ahead" ? [term] : []));
  const last = terms.at(-1);
  if (last?.op === "ahead" && !last.negate) {
    // Nothing follows it, so it makes no difference that it consumes nothing.
    terms.splice(-1, 1, last.kids[0]);
  }
  const rest: Node = { op: "concat", kids: terms };
  const floating = aheads.length > 0 && !anchored;
  if (has(rest, "ahead") || (floating && ["start", "boundary", "inside"].some((op) => has(alternative, op as Node["op"])))) {
    throw UNSUPPORTED;
  }
  const checks = aheads.map(({ kids: [ahead], negate }) => ({ ways: split(ahead, true), negate }));
  return { rest: programOf(rest), checks, anchored: anchored || floating, floating };
}

// The terms of an alternative, with groups at the front opened: ^((?=a)b)c is ^(?=a)bc.
function flat(node: Node): Node[] {
  if (node.op !== "concat") {
    return [node];
  }
  const group = node.kids.findIndex(({ op }) => op !== "start" && op !== "ahead");
  const kid = node.kids[group];
  return kid?.op === "concat" ? [...node.kids.slice(0, group), ...flat(kid), ...node.kids.slice(group + 1)] : [...node.kids];
}

function programOf(node: Node): Program {
  const program = compiled(node);
  if (program.length > MOST_INSTRUCTIONS) {
    throw UNSUPPORTED;
  }
  return program;
}

// Whether one of the ways matches: anywhere, or where the position is given at the start.
function search(ways: readonly Way[], text: readonly string[], tooLong: boolean): boolean {
  const everywhere = (way: Way): boolean => tooLong || text.some((_, at) => matchesAt(way, text.slice(at))) || matchesAt(way, []);
  return ways.some((way) => (way.floating ? everywhere(way) : matchesAt(way, text)));
}

function matchesAt({ checks, rest, anchored }: Way, text: readonly string[]): boolean {
  return checks.every(({ ways, negate }) => search(ways, text, false) !== negate) && run(rest, text, anchored);
}
