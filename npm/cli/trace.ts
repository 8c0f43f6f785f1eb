import { VERSION } from "../../bridge/message/version.js";

// In a trace of the program a function has a number, with the letters a to p as digits: the build writes them.
const SHORT_NAME = /\b(?:program|runtime)\.([a-p]{4})\b/g;
const FIRST_DIGIT = "a".charCodeAt(0);

/**
 * Puts the names of functions into a trace of the program. Each line of names is the name of a function. It throws for a text
 * without functions, and for the trace of another version, whose functions have other numbers.
 */
export function withNames(trace: string, names: string): string {
  const list = names.split("\n");
  const version = /elicitform@([\w.+-]+) trace/.exec(trace)?.[1] ?? VERSION;
  if (version !== VERSION) {
    throw new Error(`the trace is of version ${version}, so run npx elicitform@${version} trace`);
  }
  let found = 0;
  const text = trace.replace(SHORT_NAME, (short, digits: string) => {
    const number = [...digits].reduce((sum, digit) => 16 * sum + digit.charCodeAt(0) - FIRST_DIGIT, 0);
    found++;
    return list[number] || short;
  });
  if (found === 0) {
    throw new Error("no function of the program is in this text");
  }
  return text;
}
