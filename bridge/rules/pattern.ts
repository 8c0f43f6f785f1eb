// Matches ECMA-262 patterns in linear time. What that cannot do (back-references, looking behind,
// Unicode properties, what is huge) matches everything. internal/check/pattern is the same in Go,
// and its limits count here, so that nothing is refused that the form lets pass.

import { PATTERN_MAX_COST, PATTERN_MAX_SOURCE, PATTERN_MAX_WORK } from "../message/names.js";
import { type Node, PatternParser, UNLIMITED } from "./patternparse.js";
import { compiled, matches } from "./automaton.js";

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

/** Compiles a pattern. */
export function compilePattern(source: string): Pattern {
  const bytes = new TextEncoder().encode(source).length;
  if (bytes > PATTERN_MAX_SOURCE) {
    return unchecked(0);
  }
  // Beyond U+FFFF a pattern that only the grammar without "u" knows counts a character as two.
  const utf16 = !isPattern(source, "u");
  if (utf16 && !isPattern(source, "")) {
    return unchecked(0);
  }
  const { node, fault } = new PatternParser(source, !utf16);
  const [root, least, most] = uncounted(node);
  const cost = costOf(root);
  if (fault || cost > PATTERN_MAX_COST) {
    // The form reads a pattern before it counts the effort, and knows properties.
    return unchecked(fault === "property" ? MOST_EFFORT : 0);
  }
  const automaton = compiled(root);
  return {
    effort: 100 + 4 * cost,
    work: (bytes) => Math.min(cost * bytes, PATTERN_MAX_WORK),
    matches(text) {
      const characters = [...text];
      const size = new TextEncoder().encode(text).length;
      if (cost * size > PATTERN_MAX_WORK || (utf16 && characters.length < text.length)) {
        return true;
      }
      return characters.length >= least && (most === UNLIMITED || characters.length <= most) && matches(automaton, characters);
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

// An estimate of the instructions, which does not overflow.
function costOf(node: Node): number {
  if (node.op === "class") {
    return 1 + Math.floor(node.spans / 16);
  }
  const total = node.kids.reduce((sum, kid) => sum + costOf(kid), 1);
  const times = node.op === "repeat" ? Math.max(1, node.max === UNLIMITED ? node.min + 1 : Math.max(node.min, node.max)) : 1;
  return Math.min(times * total, PATTERN_MAX_COST + 1);
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
