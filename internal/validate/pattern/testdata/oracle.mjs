// Tells what this JavaScript engine makes of a pattern: reads one
// [pattern, text] as JSON a line, and writes one line for each: the flags with
// which the pattern compiles ("u", or "" where only that works), and whether it
// matches; null where it compiles in neither way.
//
// The engine works in a thread of its own, so that the process ends with its
// input even while a pattern keeps the engine busy.
import { createInterface } from "node:readline";
import { Worker, isMainThread, parentPort } from "node:worker_threads";

function compile(pattern) {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Not in this grammar.
    }
  }
  return null;
}

if (isMainThread) {
  const engine = new Worker(new URL(import.meta.url));
  engine.on("message", (line) => process.stdout.write(`${line}\n`));
  const input = createInterface({ input: process.stdin });
  input.on("line", (line) => engine.postMessage(line));
  input.on("close", () => process.exit());
} else {
  parentPort.on("message", (line) => {
    const [pattern, text] = JSON.parse(line);
    const expression = compile(pattern);
    const verdict = expression && { flags: expression.flags, match: expression.test(text) };
    parentPort.postMessage(JSON.stringify(verdict));
  });
}
