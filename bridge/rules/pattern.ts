// Matches ECMA-262 patterns in linear time, whoever wrote them. It is Thompson's machine: all
// places of the expression to which a text can have led are followed at once. What does not
// fit (back-references, looking ahead and behind, Unicode properties, what is huge) matches
// everything. internal/check/pattern is the same in Go, with more that fits; the limits are
// that one's, so that nothing is refused here that the form lets pass.

import { type Fault, type Node, parsePattern, ranges, type Span, UNLIMITED, WORDS } from "./patternparse.js";

const MOST_SOURCE = 4096;
const MOST_COST = 20_000;
const MOST_INSTRUCTIONS = 4 * MOST_COST;
// Instructions times bytes of one match.
const MOST_WORK = 5_000_000;
// No pattern takes more effort to compile.
const MOST_EFFORT = 200_000;

/** A compiled pattern. */
export interface Pattern {
  /** How much of a form's budget the form uses to compile it, at most. */
  readonly effort: number;
  /** Whether a text contains a match. It does where that cannot be found out here. */
  matches(text: string): boolean;
}

type Instruction =
  | { readonly code: "match" }
  | { readonly code: "set"; readonly spans: readonly Span[] }
  | { readonly code: "jump"; to: number }
  | { readonly code: "branch"; other: number }
  | { readonly code: "assert"; readonly op: Node["op"] };

/** Compiles a pattern. */
export function compilePattern(source: string): Pattern {
  const bytes = new TextEncoder().encode(source).length;
  if (bytes > MOST_SOURCE) {
    return unchecked(0);
  }
  let { node, fault } = parsePattern(source, true);
  // Beyond U+FFFF such a pattern counts a character as two.
  const utf16 = fault === "invalid";
  let effort = effortOf(fault);
  if (utf16) {
    ({ node, fault } = parsePattern(source, false));
    effort = effortOf(fault);
  }
  if (!node) {
    return unchecked(effort);
  }
  const [root, least, most] = uncounted(node);
  const cost = costOf(root);
  effort = 100 + 4 * cost + 5 * spansOf(root);
  if (cost > MOST_COST || has(root, "ahead")) {
    return unchecked(cost > MOST_COST ? 0 : effort);
  }
  let program: Instruction[] | undefined;
  return {
    effort,
    matches(text) {
      const characters = [...text];
      if (cost * new TextEncoder().encode(text).length > MOST_WORK || (utf16 && characters.length < text.length)) {
        return true;
      }
      if (characters.length < least || (most !== UNLIMITED && characters.length > most)) {
        return false;
      }
      program ??= compiled(root);
      return program.length > MOST_INSTRUCTIONS || run(program, characters.map((character) => character.codePointAt(0)!));
    },
  };
}

function unchecked(effort: number): Pattern {
  return { effort, matches: () => true };
}

// The form reads a pattern before it counts the effort, and knows properties.
function effortOf(fault: Fault | undefined): number {
  return fault === "property" ? MOST_EFFORT : 0;
}

function has(node: Node, op: Node["op"]): boolean {
  return node.op === op || ("kids" in node && node.kids.some((kid) => has(kid, op)));
}

// An estimate of the instructions, which does not overflow.
function costOf(node: Node): number {
  let total = 1 + (node.op === "class" ? Math.floor(node.spans.length / 16) : 0);
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
  return node.op === "class" ? node.spans.length : node.kids.reduce((sum, kid) => sum + spansOf(kid), 0);
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

function compiled(root: Node): Instruction[] {
  const program: Instruction[] = [];
  const sets = new Map<Node, readonly Span[]>();
  const branch = (): { code: "branch"; other: number } => {
    const made = { code: "branch" as const, other: 0 };
    program.push(made);
    return made;
  };
  const add = (node: Node): void => {
    if (program.length > MOST_INSTRUCTIONS) {
      return;
    }
    switch (node.op) {
      case "class": {
        const spans = sets.get(node) ?? ranges(node.spans, node.negate);
        sets.set(node, spans);
        program.push({ code: "set", spans });
        break;
      }
      case "concat":
        node.kids.forEach(add);
        break;
      case "alternate": {
        const ends = node.kids.slice(0, -1).map((kid) => {
          const here = branch();
          add(kid);
          const end: Instruction = { code: "jump", to: 0 };
          program.push(end);
          here.other = program.length;
          return end;
        });
        add(node.kids.at(-1)!);
        ends.forEach((end) => (end.to = program.length));
        break;
      }
      case "repeat": {
        for (let i = 0; i < node.min && program.length <= MOST_INSTRUCTIONS; i++) {
          add(node.kids[0]);
        }
        if (node.max === UNLIMITED) {
          const start = program.length;
          const here = branch();
          add(node.kids[0]);
          program.push({ code: "jump", to: start });
          here.other = program.length;
          break;
        }
        // x{2,4} is xx(x(x)?)?, so that one place at a time is followed in a run.
        const branches = [];
        for (let i = node.min; i < node.max && program.length <= MOST_INSTRUCTIONS; i++) {
          branches.push(branch());
          add(node.kids[0]);
        }
        branches.forEach((one) => (one.other = program.length));
        break;
      }
      default:
        program.push({ code: "assert", op: node.op });
    }
  };
  add(root);
  program.push({ code: "match" });
  return program;
}

// Whether a match begins somewhere in the text.
function run(program: readonly Instruction[], text: readonly number[]): boolean {
  const seen = new Int32Array(program.length);
  let arrived: number[] = [];
  for (let position = 0; position <= text.length; position++) {
    const before = text[position - 1];
    const after = text[position];
    const waiting: number[] = [];
    const later = [...arrived.reverse(), 0];
    while (later.length > 0) {
      let at = later.pop()!;
      while (seen[at] !== position + 1) {
        seen[at] = position + 1;
        const instruction = program[at]!;
        if (instruction.code === "match") {
          return true;
        } else if (instruction.code === "jump") {
          at = instruction.to;
        } else if (instruction.code === "branch") {
          later.push(instruction.other);
          at++;
        } else if (instruction.code === "assert" && holds(instruction.op, before, after)) {
          at++;
        } else if (instruction.code === "set") {
          waiting.push(at);
        }
      }
    }
    if (after === undefined) {
      return false;
    }
    arrived = waiting.filter((at) => contains((program[at] as { spans: readonly Span[] }).spans, after)).map((at) => at + 1);
  }
  return false;
}

function holds(op: Node["op"], before: number | undefined, after: number | undefined): boolean {
  if (op === "start" || op === "end") {
    return (op === "start" ? before : after) === undefined;
  }
  return (isWord(before) !== isWord(after)) === (op === "boundary");
}

function isWord(character: number | undefined): boolean {
  return character !== undefined && contains(WORDS, character);
}

function contains(spans: readonly Span[], character: number): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]![1] < character) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < spans.length && spans[low]![0] <= character;
}
