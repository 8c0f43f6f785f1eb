import { readReceipt } from "../../bridge/host/receipt.js";
import { own, parseObject, textOf } from "../../bridge/message/json.js";
import { memberOf, members } from "../../bridge/message/jsontext.js";
import { type Exact, type Members, membersOf, parseExact } from "../../bridge/message/exact.js";
import { MAX_PROBLEMS } from "../../bridge/message/names.js";
import { isEqual } from "../../bridge/rules/decimal.js";
import { type BrokenRule, type Keyword, Rules } from "../../bridge/rules/rules.js";
import { decisionFault, isExact } from "./approvals.js";
import type { Problem } from "./relay-events.js";
import type { Round } from "./roundbody.js";

// A program with a token can send anything: each answer is checked against the rules of its question, as the form reads them. Nothing is
// completed, converted or guessed. The Go relay finds the same problems: relay/testdata/answers.json.

/**
 * Checks the responses to a round, as JSON text. Without problems, `text` is the answer to keep with the receipt of the device,
 * without unknown members.
 */
export function checkAnswer({ requests }: Round, responses: string, receipt?: unknown): { problems: Problem[]; text: string } {
  const results = readResults(responses);
  const questions = requests.map(({ key = "", params: text = "", approval }) => {
    const params = parseExact(text);
    const result = results.get(key);
    return {
      key, approval, params: params instanceof Map ? (params as Members) : undefined,
      result: result && trimResult(result, approval ? DECISION_MEMBERS : RESULT_MEMBERS),
    };
  });
  const rules = new Rules(questions.map(({ approval, params }) => (approval ? formOf(params) : params)));
  const problems: Problem[] = questions.flatMap(({ key, approval, params, result }) => {
    const check = approval ? decisionProblems : resultProblems;
    const found = result === undefined ? [{ name: "", message: "missing" }] : check(rules, params, result);
    return found.map((problem) => ({ ...(key && { key }), ...problem }));
  });
  const answers = questions.map(({ key, result = "{}" }) => `{${key && `"key":${JSON.stringify(key)},`}"result":${result}}`);
  questions.forEach(({ key }) => results.delete(key));
  problems.push(...[...results.keys()].map((key) => ({ ...(key && { key }), name: "", message: "not asked" })));
  const kept = readReceipt(receipt);
  const text = `{"responses":[${answers.join(",")}]${kept ? `,"receipt":${JSON.stringify(kept)}` : ""}}`;
  return { problems: problems.slice(0, MAX_PROBLEMS), text };
}

/** Reports whether responses repeat the answer that the store has. */
export function isSameAnswer(stored: string, responses: string): boolean {
  const [a, b] = [readResults(memberOf(stored, "responses")), readResults(responses)];
  return a.size === b.size && [...a].every(([key, result]) => b.has(key) && isEqualJson(result, trimResult(b.get(key)!, ALL_MEMBERS)));
}

// Of two results with the same key, the first counts.
function readResults(text = "[]"): Map<string, string> {
  const results = new Map<string, string>();
  for (const { value } of text.startsWith("[") ? members(text, true) : []) {
    const response = parseObject(value);
    const result = response && memberOf(value, "result");
    const key = textOf(own(response, "key")) ?? "";
    if (result !== undefined && !results.has(key)) {
      results.set(key, result);
    }
  }
  return results;
}

/** Reports whether two JSON texts have the same value. */
export function isEqualJson(a: string, b: string): boolean {
  const [v, w] = [parseExact(a, Infinity), parseExact(b, Infinity)];
  return a === b || (v !== undefined && w !== undefined && isEqual(v, w));
}

// The members of a result that the store gets, and those of a decision about an approval.
const RESULT_MEMBERS = ["action", "content"];
const DECISION_MEMBERS = ["action", "arguments", "id", "reason", "scope"];
const ALL_MEMBERS = [...DECISION_MEMBERS, "content"];

function trimResult(result: string, names: string[]): string {
  const all = parseObject(result) ? names.map((name) => [name, memberOf(result, name)] as const) : [];
  return `{${all.flatMap(([name, value]) => (value === undefined ? [] : [`"${name}":${value}`])).join(",")}}`;
}

const MESSAGES: { readonly [keyword in Keyword]: string } = {
  type: "wrong kind", enum: "not among the choices", uniqueItems: "repeated",
  minItems: "wrong number of entries", maxItems: "wrong number of entries", minLength: "wrong length", maxLength: "wrong length",
  pattern: "not of the pattern", format: "not of the format", minimum: "out of range", maximum: "out of range",
  exclusiveMinimum: "out of range", exclusiveMaximum: "out of range", multipleOf: "not a multiple",
  required: "missing", additionalProperties: "not asked",
};

function resultProblems(rules: Rules, params: Members | undefined, answer: string): Problem[] {
  const onResult = (message: string): Problem[] => [{ name: "", message }];
  const result = parseObject(answer);
  const action = own(result, "action");
  const content = result && memberOf(answer, "content");
  const mode = params?.get("mode") ?? "form";
  if (action === "decline" || action === "cancel") {
    return content === undefined ? [] : onResult(`content with ${action}`);
  } else if (action !== "accept") {
    return onResult("not a result");
  } else if (mode === "url") {
    return content === undefined ? [] : onResult("content of a page");
  } else if (mode !== "form") {
    return onResult("unknown mode");
  }
  const broken = content === undefined ? undefined : rules.broken(params, content);
  return broken?.map(toProblem) ?? onResult("no content");
}

function toProblem({ name, keyword }: BrokenRule): Problem {
  return { name, message: MESSAGES[keyword] };
}

function decisionProblems(rules: Rules, approval: Members = new Map(), result: string): Problem[] {
  const decision = parseExact(result);
  const fault = decisionFault(approval, decision);
  const changed = membersOf(decision).get("arguments");
  return fault ? [{ name: "", message: fault }] : changed ? argumentProblems(rules, approval, membersOf(changed)) : [];
}

// Checks changed arguments: only those that are editable may differ, and they follow the schema.
function argumentProblems(rules: Rules, approval: Members, changed: Members): Problem[] {
  const before = membersOf(membersOf(approval.get("tool")).get("arguments"));
  const editable = membersOf(membersOf(approval.get("editable")).get("properties"));
  const isKept = (name: string, value: Exact): boolean => isExact(value) && before.has(name) && isEqual(value, before.get(name)!);
  const wrong = [...changed].filter(([name, value]) => !editable.has(name) && !isKept(name, value));
  const missing = [...before.keys()].filter((name) => !editable.has(name) && !changed.has(name));
  return [
    ...wrong.map(([name]) => ({ name, message: "not editable" })), ...missing.map((name) => ({ name, message: "missing" })),
    ...rules.brokenBy(formOf(approval), new Map([...changed].filter(([name]) => editable.has(name)))).map(toProblem),
  ];
}

// Returns the params of the form in which the person changes the arguments.
function formOf(approval: Members | undefined): Members {
  return new Map([["requestedSchema", approval?.get("editable") ?? null]]);
}
