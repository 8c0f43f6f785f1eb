// Thompson's automaton, whose time is bounded by states times characters. It runs from the end of a text to its start, so that
// the matches of a lookahead are known before the surrounding expression needs them.

import { type Node, UNLIMITED } from "./patternparse.js";

/** A state of the automaton. A class goes on to the next state after it has read one of its characters; other states go on at once. */
interface State {
  readonly is: Node | "branch" | "match";
  /** The next states: several of a branch, one of every other state. */
  readonly next: State[];
  /** The step that last reached the state, so that a position reaches each state once. */
  reached: number;
}

export interface Automaton {
  readonly start: State;
  /** The expressions of lookaheads, each before its surrounding expression. */
  readonly aheads: ReadonlyMap<Node, State>;
}

export function compiled(root: Node): Automaton {
  const aheads = new Map<Node, State>();
  const state = (is: State["is"], ...next: State[]): State => ({ is, next, reached: 0 });
  // Makes the states of an expression. It reads its part of the text first; then the given states go on, to its left.
  const before = (node: Node, previous: State): State => {
    switch (node.op) {
      case "concat":
        return node.kids.reduce((next, kid) => before(kid, next), previous);
      case "alternate":
        return state("branch", ...node.kids.map((kid) => before(kid, previous)));
      case "repeat":
        return repeated(node, previous);
      case "ahead":
        // A repeat writes its lookahead several times.
        if (!aheads.has(node)) {
          aheads.set(node, before(node.kids[0], state("match")));
        }
    }
    return state(node, previous);
  };
  const repeated = ({ kids: [kid], min, max }: Node & { op: "repeat" }, previous: State): State => {
    let next = previous;
    if (max === UNLIMITED) {
      next = state("branch", previous);
      next.next.push(before(kid, next));
    }
    // x{2,4} is xx(x(x)?)?, so that a run follows one place at a time.
    for (let i = min; i < max; i++) {
      next = state("branch", previous, before(kid, next));
    }
    for (let i = 0; i < min; i++) {
      next = before(kid, next);
    }
    return next;
  };
  return { start: before(root, state("match")), aheads };
}

// Counts the positions of all runs.
const counter = { position: 0 };

/** Reports whether a match begins anywhere in a text. */
export function matches({ start, aheads }: Automaton, text: readonly string[]): boolean {
  // The positions at which each lookahead matches.
  const matches = new Map<Node, boolean[]>();
  aheads.forEach((ahead, node) => matches.set(node, run(ahead, text, matches)));
  return run(start, text, matches).includes(true);
}

// Returns the positions at which a match begins.
function run(start: State, text: readonly string[], matches: ReadonlyMap<Node, readonly boolean[]>): boolean[] {
  const begins = new Array<boolean>(text.length + 1).fill(false);
  let arrived: State[] = [];
  for (let at = text.length; at >= 0; at--) {
    const character = text[at - 1] ?? "";
    const later = [...arrived, start];
    arrived = [];
    const position = ++counter.position;
    while (later.length > 0) {
      const state = later.pop()!;
      if (state.reached === position) {
        continue;
      }
      state.reached = position;
      const { is, next } = state;
      if (is === "match") {
        begins[at] = true;
      } else if (is !== "branch" && is.op === "class") {
        arrived.push(...(is.has(character) ? next : []));
      } else if (is === "branch" || holds(is, at, text, matches)) {
        later.push(...next);
      }
    }
  }
  return begins;
}

function holds(node: Node, at: number, text: readonly string[], matches: ReadonlyMap<Node, readonly boolean[]>): boolean {
  const [before = "", after = ""] = [text[at - 1], text[at]];
  switch (node.op) {
    case "ahead":
      return matches.get(node)![at] !== node.negate;
    case "start":
      return before === "";
    case "end":
      return after === "";
    default:
      return (/\w/.test(before) !== /\w/.test(after)) === (node.op === "boundary");
  }
}
