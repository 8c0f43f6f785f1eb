import { isObject, type JsonObject, listOf, own, textOf } from "../../bridge/message/json.js";
import { reject, unanswerable } from "./answers.js";

/** A schema that a form can show, and the conversion of the form's content to a value of the original schema. */
export interface Question {
  requestedSchema: JsonObject;
  toValue(content: unknown): unknown;
}

// The property that holds a value that is not an object.
const VALUE = "value";
const SCALARS: unknown[] = ["string", "number", "integer", "boolean"];
// Keywords that describe a value in another place or as one of several.
const ELSEWHERE = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if"];

/**
 * Makes the form of a JSON Schema: an object stays, and another value becomes the only property of an object. It throws for a
 * schema with a required part that a form cannot show.
 */
export function questionFor(schema: unknown): Question {
  if (!isObject(schema)) {
    return reject("not-a-schema");
  }
  const type = own(schema, "type");
  if (type === "object" || (type === undefined && Object.hasOwn(schema, "properties"))) {
    return objectQuestion(schema);
  }
  // A list of texts implies the type.
  const choices = listOf(own(schema, "enum"));
  const texts = type === undefined && choices.length > 0 && choices.every((choice) => typeof choice === "string");
  const complete = texts ? { type: "string", ...schema } : schema;
  const properties = { [VALUE]: canAsk(complete) ? complete : reject("unsupported-schema") };
  return objectQuestion({ type: "object", properties, required: [VALUE] }, (content) => content[VALUE]);
}

function objectQuestion(schema: JsonObject, toValue: (content: JsonObject) => unknown = (content) => content): Question {
  if (ELSEWHERE.some((word) => Object.hasOwn(schema, word))) {
    reject("unsupported-schema");
  }
  const properties = Object.hasOwn(schema, "properties") ? schema["properties"] : {};
  const required = Object.hasOwn(schema, "required") ? schema["required"] : [];
  if (!isObject(properties) || !Array.isArray(required)) {
    return reject("not-a-schema");
  }
  for (const name of required) {
    const property = typeof name === "string" ? own(properties, name) : undefined;
    if (!canAsk(property)) {
      reject(own(property, "type") === "object" ? "nested-object" : "unsupported-property", textOf(name));
    }
  }
  return {
    requestedSchema: { ...schema, type: "object", properties },
    toValue(content = {}) {
      const answers = isObject(content) ? content : unanswerable("no-content");
      const absentName = required.find((name) => !Object.hasOwn(answers, name));
      return absentName === undefined ? toValue(answers) : unanswerable("incomplete", absentName);
    },
  };
}

/** Reports whether a form has a field for the values of a schema. */
function canAsk(schema: unknown): boolean {
  const type = own(schema, "type");
  const items = own(schema, "items");
  return SCALARS.includes(type) || (type === "array" && ["enum", "anyOf", "oneOf"].some((word) => Array.isArray(own(items, word))));
}
