// A pattern as it is run over a text, from the end of the text to its start: then it is known
// where a lookahead matches when the expression around it asks. It is Thompson's machine, in
// time that is bounded by the instructions times the characters.

import { type Node, UNLIMITED } from "./patternparse.js";

type Instruction =
  | { readonly op: "match" | "start" | "end" | "boundary" | "inside" }
  | { readonly op: "class"; readonly has: (character: string) => boolean }
  | { readonly op: "jump"; to: number }
  | { readonly op: "branch"; other: number }
  | { readonly op: "ahead"; readonly number: number; readonly negate: boolean };

type Code = readonly Instruction[];

/** The code of each lookahead, before that of the expression around it; that of the pattern is the last. */
export function compiled(root: Node): Code[] {
  const program: Code[] = [];
  // A repeat writes its lookahead several times.
  const aheads = new Map<Node, number>();
  const write = (expression: Node): number => {
    const code: Instruction[] = [];
    const optional = (add: () => void): void => {
      const branch = { op: "branch" as const, other: 0 };
      code.push(branch);
      add();
      branch.other = code.length;
    };
    const add = (node: Node): void => {
      switch (node.op) {
        case "concat":
          [...node.kids].reverse().forEach(add);
          break;
        case "alternate": {
          const ends = node.kids.slice(0, -1).map((kid) => {
            const end = { op: "jump" as const, to: 0 };
            optional(() => {
              add(kid);
              code.push(end);
            });
            return end;
          });
          add(node.kids.at(-1)!);
          ends.forEach((end) => (end.to = code.length));
          break;
        }
        case "repeat": {
          const [kid] = node.kids;
          for (let i = 0; i < node.min; i++) {
            add(kid);
          }
          const start = code.length;
          if (node.max === UNLIMITED) {
            optional(() => {
              add(kid);
              code.push({ op: "jump", to: start });
            });
            break;
          }
          // x{2,4} is xx(x(x)?)?, so that one place at a time is followed in a run.
          const branches = [];
          for (let i = node.min; i < node.max; i++) {
            const branch = { op: "branch" as const, other: 0 };
            branches.push(branch);
            code.push(branch);
            add(kid);
          }
          branches.forEach((branch) => (branch.other = code.length));
          break;
        }
        case "ahead": {
          const number = aheads.get(node) ?? write(node.kids[0]);
          aheads.set(node, number);
          code.push({ op: "ahead", number, negate: node.negate });
          break;
        }
        default:
          code.push(node);
      }
    };
    add(expression);
    code.push({ op: "match" });
    return program.push(code) - 1;
  };
  write(root);
  return program;
}

/** Whether a match begins anywhere in a text. */
export function matches(program: readonly Code[], text: readonly string[]): boolean {
  // For each code at which positions a match of it begins.
  const begins: boolean[][] = [];
  for (const code of program) {
    begins.push(run(code, text, begins));
  }
  return begins.at(-1)!.includes(true);
}

function run(code: Code, text: readonly string[], known: readonly (readonly boolean[])[]): boolean[] {
  const begins = new Array<boolean>(text.length + 1).fill(false);
  const seen = new Int32Array(code.length).fill(-1);
  let arrived: number[] = [];
  for (let position = text.length; position >= 0; position--) {
    const before = text[position - 1];
    const waiting: number[] = [];
    const later = [...arrived, 0];
    while (later.length > 0) {
      let at = later.pop()!;
      while (seen[at] !== position) {
        seen[at] = position;
        const instruction = code[at]!;
        if (instruction.op === "match") {
          begins[position] = true;
        } else if (instruction.op === "class") {
          waiting.push(at);
        } else if (instruction.op === "jump") {
          at = instruction.to;
        } else if (instruction.op === "branch") {
          later.push(instruction.other);
          at++;
        } else if (instruction.op === "ahead" ? known[instruction.number]![position] !== instruction.negate : holds(instruction.op, before, text[position])) {
          at++;
        }
      }
    }
    arrived = before === undefined ? [] : waiting.filter((at) => has(code[at]!, before)).map((at) => at + 1);
  }
  return begins;
}

function has(instruction: Instruction, character: string): boolean {
  return instruction.op === "class" && instruction.has(character);
}

function holds(op: "start" | "end" | "boundary" | "inside", before = "", after = ""): boolean {
  if (op === "start" || op === "end") {
    return (op === "start" ? before : after) === "";
  }
  return (/\w/.test(before) !== /\w/.test(after)) === (op === "boundary");
}
