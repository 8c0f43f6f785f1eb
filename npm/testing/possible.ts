import { type Exact, parseExact, plain } from "../../bridge/message/exact.js";
import { isObject, type JsonObject, own } from "../../bridge/message/json.js";
import { questionsOf } from "../../bridge/rules/form.js";
import { Rules } from "../../bridge/rules/rules.js";
import type { Answer } from "./script.js";

/** Returns the reason why the form rejects a request, if it does. */
export function refusal(params: unknown): string | undefined {
  const has = (name: string): boolean => (own(params, name) ?? null) !== null;
  const mode = own(params, "mode") ?? "form";
  const schema = own(params, "requestedSchema") ?? {};
  if (!isObject(params)) {
    return "not-an-object";
  } else if (typeof mode !== "string" || (has("message") && typeof own(params, "message") !== "string")) {
    return "wrong-type";
  } else if (mode === "url") {
    const wrong = typeof own(params, "url") !== "string" || (has("elicitationId") && typeof own(params, "elicitationId") !== "string");
    return has("requestedSchema") ? "mode-conflict" : wrong ? "wrong-type" : undefined;
  } else if (mode !== "form") {
    return "unknown-mode";
  } else if (has("url")) {
    return "mode-conflict";
  }
  return questionsOf(schema) ? undefined : "not-a-form-schema";
}

/** Returns the reason why no person can give this answer in the form, if it is impossible. */
export function objection(params: JsonObject, answer: Exclude<Answer, Error | "never">): string | undefined {
  if (answer === "decline" || answer === "cancel") {
    return undefined;
  } else if (own(params, "mode") === "url") {
    return typeof answer === "object" ? `it asks to open a page: "open" or "done"` : pageObjection(String(own(params, "url")));
  } else if (!isObject(answer)) {
    return `${JSON.stringify(answer)} is no answer to a form`;
  }
  return formObjection(own(params, "requestedSchema") ?? {}, answer);
}

function pageObjection(url: string): string | undefined {
  try {
    return ["https:", "http:"].includes(new URL(url).protocol) ? undefined : `the form does not open ${url}`;
  } catch {
    return `${url} is no address`;
  }
}

function formObjection(schema: unknown, content: JsonObject): string | undefined {
  const params: Map<string, Exact> = new Map([["requestedSchema", parseExact(JSON.stringify(schema)) ?? null]]);
  const questions = questionsOf(schema) ?? new Map();
  const [broken] = new Rules([params]).broken(params, JSON.stringify(content)) ?? [];
  if (!broken) {
    return undefined;
  }
  const { name, keyword } = broken;
  switch (keyword) {
    case "additionalProperties":
      return `it has no question ${JSON.stringify(name)}. There are: ${JSON.stringify([...questions.keys()])}`;
    case "required":
      return `${JSON.stringify(name)} has to be answered`;
    default: {
      const value = JSON.stringify(content[name]) ?? String(content[name]);
      const schema = JSON.stringify(plain(questions.get(name).schema));
      return `${JSON.stringify(name)}: ${value} breaks "${keyword}" of ${schema}`;
    }
  }
}
