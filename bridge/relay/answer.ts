import { own, parseObject } from "../message/json.js";
import { members, memberSpan } from "../message/jsontext.js";
import { type Exact, isItems, type Members, membersOf, Numeral, parseExact } from "../message/exact.js";
import { Decimal } from "../rules/decimal.js";
import { type BrokenRule, Rules } from "../rules/rules.js";
import type { Question } from "./question.js";
import type { Problem } from "./relay-events.js";

// Whether an answer can be the answer to a question. Whoever has a token can send one, and
// nothing gets to the tool that no form could have given. Answers are held against each
// question's own rules, as the form reads them; what the form accepts is never refused.
// Nothing is completed, converted or guessed. The Go half does the same:
// relay/testdata/answers.json and rules.json say what both must find.

// How many problems are told: more would help nobody.
const MOST_PROBLEMS = 100;

/**
 * Looks at an answer, given as JSON text. Without problems, `text` is the answer as it is
 * kept, with the members that a result has and no others.
 */
export function checkAnswer(question: Question, answer: string): { problems: Problem[]; text: string } {
  const { problems, text } = check(question, answer);
  return { problems: problems.slice(0, MOST_PROBLEMS), text };
}

function check({ kind, params, requests }: Question, answer: string): { problems: Problem[]; text: string } {
  if (kind === "one") {
    const asked = paramsOf(parseExact(params ?? ""));
    return { problems: problemsOf(new Rules([asked]), asked, answer), text: bare(answer) };
  }
  const asked = members(requests ?? "{}").map(({ name: key, value }) => ({ key, params: paramsOf(membersOf(parseExact(value)).get("params")) }));
  const rules = new Rules(asked.map(({ params }) => params));
  const given = new Map(members(parseObject(answer) ? answer : "{}").map(({ name, value }) => [name, value]));
  const problems: Problem[] = asked.flatMap(({ key, params }) => {
    const result = given.get(key);
    const found = result === undefined ? [{ name: "", message: "missing" }] : problemsOf(rules, params, result);
    return found.map((problem) => ({ key, ...problem }));
  });
  const keys = new Set(asked.map(({ key }) => key));
  const strangers = [...given.keys()].filter((key) => !keys.has(key));
  problems.push(...strangers.map((key) => ({ key, name: "", message: "not asked" })));
  return { problems, text: `{${asked.map(({ key }) => `${JSON.stringify(key)}:${bare(given.get(key) ?? "{}")}`).join(",")}}` };
}

/**
 * Whether an answer says the same as the one that is kept, which is that to one request or
 * to a round.
 */
export function isTaken(kept: string, answer: string): boolean {
  const given = members(parseObject(answer) ? answer : "{}");
  const round = `{${given.map(({ name, value }) => `${JSON.stringify(name)}:${bare(value)}`).join(",")}}`;
  return isSame(kept, bare(answer)) || isSame(kept, round);
}

/** Whether two JSON texts say the same. */
export function isSame(a: string, b: string): boolean {
  const [v, w] = [parseExact(a, Infinity), parseExact(b, Infinity)];
  return a === b || (v !== undefined && w !== undefined && equal(v, w));
}

function equal(a: Exact, b: Exact): boolean {
  if (a instanceof Numeral && b instanceof Numeral) {
    return new Decimal(a).key === new Decimal(b).key;
  } else if (isItems(a) && isItems(b)) {
    return a.length === b.length && a.every((item, i) => equal(item, b[i]!));
  } else if (a instanceof Map && b instanceof Map) {
    return a.size === b.size && [...a].every(([name, value]) => b.has(name) && equal(value, b.get(name)!));
  }
  return a === b;
}

// A result with the members that it may have, as they were written.
function bare(result: string): string {
  const all = parseObject(result) ? ["action", "content"].map((name) => [name, memberSpan(result, name)?.value] as const) : [];
  return `{${all.flatMap(([name, value]) => (value === undefined ? [] : [`"${name}":${value}`])).join(",")}}`;
}

function paramsOf(value: Exact | undefined): Members | undefined {
  return value instanceof Map ? (value as Members) : undefined;
}

function problemsOf(rules: Rules, params: Members | undefined, answer: string): BrokenRule[] {
  const whole = (message: string): BrokenRule[] => [{ name: "", message }];
  const result = parseObject(answer);
  const action = own(result, "action");
  const content = result && memberSpan(answer, "content")?.value;
  const mode = params?.get("mode") ?? "form";
  if (action === "decline" || action === "cancel") {
    return content === undefined ? [] : whole(`content with ${action}`);
  } else if (action !== "accept") {
    return whole("not a result");
  } else if (mode === "url") {
    return content === undefined ? [] : whole("content of a page");
  } else if (mode !== "form") {
    return whole("unknown mode");
  }
  return content === undefined ? whole("no content") : rules.broken(params, content);
}
