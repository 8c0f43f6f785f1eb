import { own, parseObject, textOf } from "../message/json.js";
import { memberOf, members } from "../message/jsontext.js";
import { type Exact, isItems, type Members, Numeral, parseExact } from "../message/exact.js";
import { MAX_PROBLEMS } from "../message/names.js";
import { Decimal } from "../rules/decimal.js";
import { type Keyword, Rules } from "../rules/rules.js";
import type { Round } from "./round.js";
import type { Problem } from "./relay-events.js";

// Whether responses can be the answer to a round. A program with a token can send any, and
// nothing gets to the tool that no form could have given. Answers are held against each
// question's own rules, as the form reads them; what the form accepts is never refused.
// Nothing is completed, converted or guessed. The Go half does the same:
// relay/testdata/answers.json and rules.json say what both must find.

/**
 * Looks at the answer to a round: its responses, as JSON text. Without refusals, `text` is the answer as it is
 * kept, with the members that a result has and no others.
 */
export function checkAnswer({ requests }: Round, responses: string): { refusals: Problem[]; text: string } {
  const given = responsesOf(responses);
  const asked = requests.map(({ key = "", params: text = "" }) => {
    const params = parseExact(text);
    return { key, params: params instanceof Map ? (params as Members) : undefined };
  });
  const rules = new Rules(asked.map(({ params }) => params));
  const refusals: Problem[] = asked.flatMap(({ key, params }) => {
    const result = given.get(key);
    const found = result === undefined ? [{ name: "", message: "missing" }] : refusalsOf(rules, params, result);
    return found.map((refusal) => ({ ...(key && { key }), ...refusal }));
  });
  const kept = asked.map(({ key }) => `{${key && `"key":${JSON.stringify(key)},`}"result":${bare(given.get(key) ?? "{}")}}`);
  asked.forEach(({ key }) => given.delete(key));
  refusals.push(...[...given.keys()].map((key) => ({ ...(key && { key }), name: "", message: "not asked" })));
  return { refusals: refusals.slice(0, MAX_PROBLEMS), text: `{"responses":[${kept.join(",")}]}` };
}

/** Whether responses say the same as the answer that is kept. */
export function isTaken(kept: string, responses: string): boolean {
  const [a, b] = [responsesOf(memberOf(kept, "responses")), responsesOf(responses)];
  return a.size === b.size && [...a].every(([key, result]) => b.has(key) && isSame(result, bare(b.get(key)!)));
}

// The results by the keys of their requests. Of two with one key the second is left out.
function responsesOf(text = "[]"): Map<string, string> {
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
  const all = parseObject(result) ? ["action", "content"].map((name) => [name, memberOf(result, name)] as const) : [];
  return `{${all.flatMap(([name, value]) => (value === undefined ? [] : [`"${name}":${value}`])).join(",")}}`;
}

// The message about each rule that an answer can break.
const MESSAGES: { readonly [keyword in Keyword]: string } = {
  type: "wrong kind", enum: "not among the choices", uniqueItems: "repeated",
  minItems: "wrong number of entries", maxItems: "wrong number of entries", minLength: "wrong length", maxLength: "wrong length",
  pattern: "not of the pattern", format: "not of the format", minimum: "out of range", maximum: "out of range",
  exclusiveMinimum: "out of range", exclusiveMaximum: "out of range", multipleOf: "not a multiple",
  required: "missing", additionalProperties: "not asked",
};

function refusalsOf(rules: Rules, params: Members | undefined, answer: string): Problem[] {
  const whole = (message: string): Problem[] => [{ name: "", message }];
  const result = parseObject(answer);
  const action = own(result, "action");
  const content = result && memberOf(answer, "content");
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
  const broken = content === undefined ? undefined : rules.broken(params, content);
  return broken?.map(({ name, keyword }) => ({ name, message: MESSAGES[keyword] })) ?? whole("no content");
}
