// Thompson's automaton, in time that is bounded by the states times the characters. It runs from the end
// of a text to its start: so it is known where a lookahead matches when the expression around it asks.

import { type Node, UNLIMITED } from "./patternparse.js";

/** A state of the automaton. A class goes on to the next state when it has read a character of its own; all others go on at once. */
interface State {
  readonly is: Node | "branch" | "match";
  /** A branch goes on to all of them, and every other state to the only one. */
  readonly next: State[];
  /** When the state was reached last, so that a position reaches each state once. */
  reached: number;
}

/** An expression as it is run. */
export interface Automaton {
  readonly start: State;
  /** The expressions of lookaheads, each before the one around it. */
  readonly aheads: ReadonlyMap<Node, State>;
}

/** Makes the automaton of an expression. */
export function compiled(root: Node): Automaton {
  const aheads = new Map<Node, State>();
  const state = (is: State["is"], ...next: State[]): State => ({ is, next, reached: 0 });
  // The states of an expression, which is read before those that are given, to its left, go on.
  const before = (node: Node, left: State): State => {
    switch (node.op) {
      case "concat":
        return node.kids.reduce((next, kid) => before(kid, next), left);
      case "alternate":
        return state("branch", ...node.kids.map((kid) => before(kid, left)));
      case "repeat":
        return repeated(node, left);
      case "ahead":
        // A repeat writes its lookahead several times.
        if (!aheads.has(node)) {
          aheads.set(node, before(node.kids[0], state("match")));
        }
    }
    return state(node, left);
  };
  const repeated = ({ kids: [kid], min, max }: Node & { op: "repeat" }, left: State): State => {
    let next = left;
    if (max === UNLIMITED) {
      next = state("branch", left);
      next.next.push(before(kid, next));
    }
    // x{2,4} is xx(x(x)?)?, so that one place at a time is followed in a run.
    for (let i = min; i < max; i++) {
      next = state("branch", left, before(kid, next));
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

/** Whether a match begins anywhere in a text. */
export function matches({ start, aheads }: Automaton, text: readonly string[]): boolean {
  // For each lookahead at which positions it matches.
  const known = new Map<Node, boolean[]>();
  aheads.forEach((ahead, node) => known.set(node, run(ahead, text, known)));
  return run(start, text, known).includes(true);
}

// At which positions a match begins.
function run(start: State, text: readonly string[], known: ReadonlyMap<Node, readonly boolean[]>): boolean[] {
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
      } else if (is === "branch" || holds(is, at, text, known)) {
        later.push(...next);
      }
    }
  }
  return begins;
}

function holds(node: Node, at: number, text: readonly string[], known: ReadonlyMap<Node, readonly boolean[]>): boolean {
  const [before = "", after = ""] = [text[at - 1], text[at]];
  switch (node.op) {
    case "ahead":
      return known.get(node)![at] !== node.negate;
    case "start":
      return before === "";
    case "end":
      return after === "";
    default:
      return (/\w/.test(before) !== /\w/.test(after)) === (node.op === "boundary");
  }
}
