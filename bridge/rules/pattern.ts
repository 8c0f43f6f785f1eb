// Matches ECMA-262 patterns in linear time. A pattern that needs more (back-references, lookbehind, Unicode properties, a huge
// size) matches everything. internal/validate/pattern is the same in Go, with the same limits, so that an answer which the form
// accepts is not refused here.

import { PATTERN_MAX_COST, PATTERN_MAX_SOURCE, PATTERN_MAX_WORK } from "../message/names.js";
import { type Node, PatternParser, UNLIMITED } from "./patternparse.js";
import { compiled, matches } from "./automaton.js";

// The largest effort of compiling a pattern.
const MAX_EFFORT = 200_000;

export interface Pattern {
  /** The largest part of its budget that the form uses to compile the pattern. */
  readonly effort: number;
  /** Whether texts are matched; an unchecked pattern matches everything. */
  readonly isChecked: boolean;
  /** The largest number of steps of matching a text of so many bytes. */
  work(bytes: number): number;
  /** Reports whether a text contains a match; true if that cannot be decided here. */
  matches(text: string): boolean;
}

export function compilePattern(source: string): Pattern {
  const bytes = new TextEncoder().encode(source).length;
  if (bytes > PATTERN_MAX_SOURCE) {
    return unchecked(0);
  }
  // Without "u" a pattern counts a character beyond U+FFFF as two.
  const utf16 = !isPattern(source, "u");
  if (utf16 && !isPattern(source, "")) {
    return unchecked(0);
  }
  const { node, fault } = new PatternParser(source, !utf16);
  const [root, least, max] = uncounted(node);
  const cost = costOf(root);
  if (fault || cost > PATTERN_MAX_COST) {
    // The form reads a pattern before it counts the effort, and supports properties.
    return unchecked(fault === "property" ? MAX_EFFORT : 0);
  }
  const automaton = compiled(root);
  return {
    effort: 100 + 4 * cost,
    isChecked: true,
    work: (bytes) => Math.min(cost * bytes, PATTERN_MAX_WORK),
    matches(text) {
      const characters = [...text];
      const size = new TextEncoder().encode(text).length;
      if (cost * size > PATTERN_MAX_WORK || (utf16 && characters.length < text.length)) {
        return true;
      }
      return characters.length >= least && (max === UNLIMITED || characters.length <= max) && matches(automaton, characters);
    },
  };
}

function unchecked(effort: number): Pattern {
  return { effort, isChecked: false, work: () => 0, matches: () => true };
}

// Reports whether the engine accepts a pattern. Reading a pattern is fast, unlike matching.
export function isPattern(source: string, flags: string): boolean {
  try {
    return Boolean(new RegExp(source, flags));
  } catch {
    return false;
  }
}

// Estimates the number of instructions. The estimate is bounded.
function costOf(node: Node): number {
  if (node.op === "class") {
    return 1 + Math.floor(node.spans / 16);
  }
  const total = node.kids.reduce((sum, kid) => sum + costOf(kid), 1);
  const times = node.op === "repeat" ? Math.max(1, node.max === UNLIMITED ? node.min + 1 : Math.max(node.min, node.max)) : 1;
  return Math.min(times * total, PATTERN_MAX_COST + 1);
}

// Removes the counts from an expression for a whole text of one class of characters, such as ^[^<>]{0,2000}$: counting the
// characters is cheaper.
function uncounted(node: Node): [root: Node, least: number, max: number] {
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
