// Thompson's machine: a program is an expression that is run over a text, in time that is
// bounded by its instructions times the characters.

import { type Node, UNLIMITED } from "./patternparse.js";

/** More instructions than an expression has that is compiled. */
export const MOST_INSTRUCTIONS = 80_000;

type Instruction =
  | { readonly code: "match" }
  | { readonly code: "set"; readonly has: (character: string) => boolean }
  | { readonly code: "jump"; to: number }
  | { readonly code: "branch"; other: number }
  | { readonly code: "assert"; readonly op: Node["op"] };

export type Program = readonly Instruction[];

/** The program of an expression that does not look ahead. */
export function compiled(root: Node): Instruction[] {
  const program: Instruction[] = [];
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
      case "class":
        program.push({ code: "set", has: node.has });
        break;
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

/** Whether a match begins where the text does, or, for what is not anchored, anywhere in it. */
export function run(program: Program, text: readonly string[], anchored: boolean): boolean {
  const seen = new Int32Array(program.length);
  let arrived: number[] = [];
  for (let position = 0; position <= text.length; position++) {
    const before = text[position - 1];
    const after = text[position];
    const waiting: number[] = [];
    const later = position === 0 || !anchored ? [...arrived, 0] : arrived;
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
    if (after === undefined || (anchored && waiting.length === 0)) {
      return false;
    }
    arrived = waiting.filter((at) => (program[at] as { has: (character: string) => boolean }).has(after)).map((at) => at + 1);
  }
  return false;
}

function holds(op: Node["op"], before = "", after = ""): boolean {
  if (op === "start" || op === "end") {
    return (op === "start" ? before : after) === "";
  }
  return (/\w/.test(before) !== /\w/.test(after)) === (op === "boundary");
}
