import { isObject, type JsonObject, listOf, own, textOf } from "../message/json.js";
import { optionsOf, properties } from "./schema.js";
import type { Answer } from "./script.js";

/** Why the form would not show a request; undefined when it would. */
export function refusal(params: unknown): string | undefined {
  const has = (name: string): boolean => own(params, name) !== undefined;
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
  const type = own(schema, "type") ?? "object";
  const form = isObject(schema) && [type].flat().includes("object") && isObject(own(schema, "properties") ?? {});
  return form ? undefined : "not-a-form-schema";
}

/** Why no person could answer a request so in the form; undefined when somebody could. */
export function objection(params: JsonObject, answer: Exclude<Answer, Error | "never">): string | undefined {
  if (answer === "decline" || answer === "cancel") {
    return undefined;
  } else if (own(params, "mode") === "url") {
    return typeof answer === "object" ? `it asks to open a page: "open" or "done"` : pageObjection(String(own(params, "url")));
  } else if (!isObject(answer)) {
    return `${JSON.stringify(answer)} is no answer to a form`;
  }
  return formObjection(own(params, "requestedSchema"), answer);
}

function pageObjection(url: string): string | undefined {
  try {
    return ["https:", "http:"].includes(new URL(url).protocol) ? undefined : `the form does not open ${url}`;
  } catch {
    return `${url} is no address`;
  }
}

function formObjection(schema: unknown, content: JsonObject): string | undefined {
  const asked = properties(schema);
  for (const name of Object.keys(content)) {
    if (!asked.has(name)) {
      return `it has no question ${JSON.stringify(name)}. There are: ${JSON.stringify([...asked.keys()])}`;
    }
  }
  for (const name of listOf(own(schema, "required")).filter((name) => typeof name === "string")) {
    if (own(content, name) === undefined) {
      return `${JSON.stringify(name)} has to be answered`;
    }
  }
  for (const [name, value] of Object.entries(content)) {
    const wrong = valueObjection(asked.get(name)!, value);
    if (wrong) {
      return `${JSON.stringify(name)}: ${JSON.stringify(value) ?? String(value)} ${wrong}`;
    }
  }
  return undefined;
}

// What is wrong with the answer to one question. Of a schema that is composed of others only
// the frame knows everything: then any value of a form will do.
function valueObjection(property: JsonObject, value: unknown): string | undefined {
  const options = optionsOf(property);
  const types = [property["type"] ?? []].flat().filter((type) => type !== "null");
  if (Object.hasOwn(property, "const")) {
    return value === property["const"] ? undefined : `is not ${JSON.stringify(property["const"])}`;
  } else if (Array.isArray(value)) {
    return types.includes("array") || types.length === 0 ? listObjection(property, value) : "is a list";
  } else if (options.length > 0 && !types.includes("array")) {
    return options.some((option) => option.value === value) ? undefined : `is none of ${JSON.stringify(options.map((option) => option.value))}`;
  }
  const type = typeof value;
  if (type !== "string" && type !== "boolean" && !Number.isFinite(value)) {
    return "is no value of a form";
  } else if (types.length > 0 && !types.includes(type) && !(types.includes("integer") && Number.isInteger(value))) {
    return `is not of the type ${types.join(" or ")}`;
  }
  return type === "string" ? textObjection(property, value as string) : type === "number" ? numberObjection(property, value as number) : undefined;
}

function listObjection(property: JsonObject, value: unknown[]): string | undefined {
  const options = optionsOf(property).map((option) => option.value);
  if (!value.every((item) => typeof item === "string")) {
    return "is no list of texts";
  } else if (options.length > 0 && !value.every((item) => options.includes(item))) {
    return `has something that is none of ${JSON.stringify(options)}`;
  } else if (options.length > 0 && new Set(value).size < value.length) {
    return "has an option twice";
  }
  return outside(property, value.length, "minItems", "maxItems");
}

function numberObjection(property: JsonObject, value: number): string | undefined {
  const { exclusiveMinimum, exclusiveMaximum } = property;
  if ((typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) || (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum)) {
    return "is on or beyond an exclusive bound";
  }
  return outside(property, value, "minimum", "maximum");
}

const FORMATS: { [format: string]: RegExp } = {
  email: /^[^\s@]+@[^\s@]+$/, uri: /^[a-z][a-z0-9+.-]*:\S+$/i, date: /^\d{4}-\d\d-\d\d$/, "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i,
};

function textObjection(property: JsonObject, value: string): string | undefined {
  const { pattern, format } = property;
  if (typeof pattern === "string" && matches(pattern, value) === false) {
    return `does not match ${pattern}`;
  } else if (FORMATS[textOf(format) ?? ""]?.test(value) === false) {
    return `is no ${format as string}`;
  }
  return outside(property, [...value].length, "minLength", "maxLength");
}

// Undefined for a pattern that is none in JavaScript.
function matches(pattern: string, value: string): boolean | undefined {
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return undefined;
  }
}

function outside(property: JsonObject, value: number, least: string, most: string): string | undefined {
  const [from, to] = [property[least], property[most]];
  if (typeof from === "number" && value < from) {
    return `is below ${least} ${from}`;
  }
  return typeof to === "number" && value > to ? `is over ${most} ${to}` : undefined;
}
