import { isObject, type JsonObject, listOf, own, parseObject, textOf } from "../message/json.js";

/** One value that can be chosen, and its title. */
export interface Option {
  value: unknown;
  title: string;
}

/** The properties of a requestedSchema, in their order. Local references are followed. */
export function properties(schema: unknown): Map<string, JsonObject> {
  const root = typeof schema === "string" ? parseObject(schema) : schema;
  const members = own(followed(root, root), "properties");
  return new Map(Object.entries(isObject(members) ? members : {}).map(([name, property]) => [name, followed(property, root)]));
}

// Follows a reference such as "#/$defs/Size".
function followed(schema: unknown, root: unknown): JsonObject {
  const [start, ...path] = (textOf(own(schema, "$ref")) ?? "").split("/");
  const found = start === "#" ? own(root, ...path) : schema;
  return isObject(found) ? found : {};
}

/** The values that a property, or each item of a list, lets a person choose. */
export function optionsOf(property: JsonObject): Option[] {
  const asked = own(property, "items") ?? property;
  const titled = listOf(own(asked, "oneOf") ?? own(asked, "anyOf")).filter((option) => own(option, "const") !== undefined);
  if (titled.length > 0) {
    return titled.map((option) => ({ value: own(option, "const"), title: String(own(option, "title") ?? own(option, "const")) }));
  }
  const names = listOf(own(asked, "enumNames"));
  return listOf(own(asked, "enum")).map((value, i) => ({ value, title: String(names[i] ?? value) }));
}
