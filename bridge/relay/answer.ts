import { isObject, type JsonObject, listOf, own, parseObject, textOf } from "../message/json.js";
import type { ElicitResult } from "../host/types.js";
import type { Question } from "./question.js";
import type { Problem } from "./relay-events.js";

// Whether an answer can be the answer to a question. Whoever has a token can send one, and
// nothing gets to the tool that no form could have given. The form itself has checked much
// more; here nothing is completed, converted or guessed. The Go half does the same, and
// relay/testdata/answers.json says what both must find.

// How many problems are told: more would help nobody.
const MOST_PROBLEMS = 100;
// With one of these in a schema only the form knows what may be answered.
const COMPOSITION = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if"];

/**
 * Looks at an answer. Without problems, `text` is the answer as it is kept, with the
 * members that a result has and no others.
 */
export function checkAnswer(question: Question, answer: unknown): { problems: Problem[]; text: string } {
  const { problems, text } = check(question, answer);
  return { problems: problems.slice(0, MOST_PROBLEMS), text };
}

function check({ kind, params, requests }: Question, answer: unknown): { problems: Problem[]; text: string } {
  if (kind === "one") {
    return { problems: problemsOf(parseObject(params), answer), text: JSON.stringify(bare(answer)) };
  }
  const asked = parseObject(requests) ?? {};
  const given = isObject(answer) ? answer : {};
  const problems = Object.keys(asked).flatMap((key) =>
    Object.hasOwn(given, key)
      ? problemsOf(own(asked, key, "params"), own(given, key)).map((problem) => ({ key, ...problem }))
      : [{ key, name: "", message: "missing" }],
  );
  const strangers = Object.keys(given).filter((key) => !Object.hasOwn(asked, key));
  problems.push(...strangers.map((key) => ({ key, name: "", message: "not asked" })));
  return { problems, text: JSON.stringify(Object.fromEntries(Object.keys(asked).map((key) => [key, bare(own(given, key))]))) };
}

function bare(result: unknown): ElicitResult {
  return { action: own(result, "action"), content: own(result, "content") } as ElicitResult;
}

function problemsOf(params: unknown, result: unknown): Problem[] {
  const whole = (message: string): Problem[] => [{ name: "", message }];
  const action = own(result, "action");
  const has = isObject(result) && Object.hasOwn(result, "content");
  const mode = own(params, "mode") ?? "form";
  if (action === "decline" || action === "cancel") {
    return has ? whole(`content with ${action}`) : [];
  }
  if (action !== "accept") {
    return whole("not a result");
  }
  if (mode === "url") {
    return has ? whole("content of a page") : [];
  }
  const content = own(result, "content");
  if (mode !== "form" || !isObject(content)) {
    return whole(mode === "form" ? "no content" : "unknown mode");
  }
  const schema = own(params, "requestedSchema");
  const properties = own(schema, "properties");
  const composed = COMPOSITION.some((name) => own(schema, name) !== undefined);
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(content)) {
    const property = own(properties, name);
    const message = property === undefined && !composed ? "not asked" : wrong(property, value);
    if (message) {
      problems.push({ name, message });
    }
  }
  for (const name of new Set(listOf(own(schema, "required")))) {
    if (typeof name === "string" && own(properties, name) !== undefined && !Object.hasOwn(content, name)) {
      problems.push({ name, message: "missing" });
    }
  }
  return problems;
}

// What is wrong with the answer to one property.
function wrong(schema: unknown, value: unknown): string | undefined {
  if (!isAnswer(value)) {
    return "wrong kind";
  }
  if (!isObject(schema)) {
    return undefined;
  }
  const choices = choicesOf(schema);
  if (!choices && COMPOSITION.some((name) => own(schema, name) !== undefined)) {
    return undefined;
  }
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOf(type, value))) {
    return "wrong kind";
  }
  const entries = Array.isArray(value) && own(schema, "items");
  const among = isObject(entries) ? choicesOf(entries) : undefined;
  const right = choices ? choices.some((choice) => same(choice, value)) : !among || (value as string[]).every((entry) => among.includes(entry));
  return right ? undefined : "not among the choices";
}

// The values that a schema lists, if it does.
function choicesOf(schema: JsonObject): unknown[] | undefined {
  const constant = own(schema, "const");
  const named = (["oneOf", "anyOf"] as const).map((name) => own(schema, name)).find((list) => Array.isArray(list) && list.length > 0);
  if (constant !== undefined) {
    return [constant];
  }
  const list = own(schema, "enum");
  if (Array.isArray(list)) {
    return list;
  }
  const constants = listOf(named).map((choice) => own(choice, "const"));
  return named && !constants.includes(undefined) ? constants : undefined;
}

function typesOf(schema: JsonObject): string[] {
  const type = own(schema, "type");
  return (Array.isArray(type) ? type : [type]).flatMap((one) => textOf(one) ?? []);
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

// Texts, numbers and yes or no are compared by value; a list only with a list.
function same(choice: unknown, value: unknown): boolean {
  return Array.isArray(choice) && Array.isArray(value)
    ? choice.length === value.length && choice.every((entry, i) => entry === value[i])
    : choice === value;
}

function isAnswer(value: unknown): boolean {
  const text = (one: unknown): boolean => typeof one === "string";
  return text(value) || typeof value === "boolean" || Number.isFinite(value) || (Array.isArray(value) && value.every(text));
}
