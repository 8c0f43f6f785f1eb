// What the client of the official Go SDK refuses. Its rules are those of its
// function validateElicitSchema, and of the decoder of its JSON Schema type. For
// each request of the corpus a test compares this with what the client did.

import { type Located, member, number, type Path, text } from "../located.js";
import type { Subject } from "./advice.js";
import { items } from "./schema.js";

/** The client's name and version, as the advice shows it. */
export const GO_SDK = "Go client 1.8.0";

type Shape = "text" | "number" | "count" | "boolean" | "list" | "texts" | "schema" | "schemas" | "schema map";

/** The members for which the decoder wants a certain type. It accepts null for each of them. */
const SHAPES: { readonly [name: string]: Shape } = {
  $id: "text", $schema: "text", $ref: "text", $comment: "text", $anchor: "text", $dynamicAnchor: "text", $dynamicRef: "text",
  $defs: "schema map", definitions: "schema map",
  title: "text", description: "text", format: "text", pattern: "text", contentEncoding: "text", contentMediaType: "text",
  deprecated: "boolean", readOnly: "boolean", writeOnly: "boolean", uniqueItems: "boolean",
  examples: "list", enum: "list", required: "texts",
  multipleOf: "number", minimum: "number", maximum: "number", exclusiveMinimum: "number", exclusiveMaximum: "number",
  minLength: "count", maxLength: "count", minItems: "count", maxItems: "count", minContains: "count", maxContains: "count",
  minProperties: "count", maxProperties: "count",
  prefixItems: "schemas", allOf: "schemas", anyOf: "schemas", oneOf: "schemas",
  additionalItems: "schema", contains: "schema", unevaluatedItems: "schema", additionalProperties: "schema", propertyNames: "schema",
  unevaluatedProperties: "schema", not: "schema", if: "schema", then: "schema", else: "schema", contentSchema: "schema",
  properties: "schema map", patternProperties: "schema map", dependentSchemas: "schema map",
};

/** The places for which the client refuses the request; empty when it accepts the request. */
export function refusalsOfGoSdk({ params, path }: Subject): Path[] {
  const mode = text(member(params, "mode")) || "form";
  const schema = member(params, "requestedSchema");
  const url = member(params, "url");
  switch (mode) {
    case "form":
      return text(url) ? [[...path, "url"]] : schema && !isNull(schema) ? inSchema(schema, [...path, "requestedSchema"]) : [];
    case "url":
      return schema && !isNull(schema) ? [[...path, "requestedSchema"]] : text(url) ? [] : [url ? [...path, "url"] : path];
    default:
      return [[...path, "mode"]];
  }
}

function inSchema(schema: Located, path: Path): Path[] {
  const undecoded = undecodable(schema, path);
  if (undecoded.length > 0) {
    return undecoded;
  }
  const type = text(member(schema, "type"));
  const refused: Path[] = type !== undefined && type !== "" && type !== "object" ? [[...path, "type"]] : [];
  const properties = member(schema, "properties");
  for (const { name, value } of properties?.kind === "object" ? properties.members : []) {
    refused.push(...(isNull(value) ? [] : inProperty(value, [...path, "properties", name])));
  }
  return refused;
}

function inProperty(schema: Located, path: Path): Path[] {
  const nested = member(schema, "properties");
  if (nested?.kind === "object" && nested.members.length > 0) {
    return [[...path, "properties"]];
  }
  switch (text(member(schema, "type"))) {
    case "string":
      return inText(schema, path);
    case "number":
    case "integer":
      return [...crossed(schema, "minimum", "maximum", path), ...wrongDefault(schema, path, (value) => number(value) !== undefined)];
    case "boolean":
      return wrongDefault(schema, path, (value) => value.kind === "scalar" && typeof value.value === "boolean");
    case "array":
      return inList(member(schema, "items"), path);
    default:
      return [member(schema, "type") ? [...path, "type"] : path];
  }
}

function inText(schema: Located, path: Path): Path[] {
  const options = items(member(schema, "enum"));
  if (options.length > 0) {
    const names = member(schema, "enumNames");
    return names && (names.kind !== "array" || names.items.length !== options.length) ? [[...path, "enumNames"]] : [];
  }
  const titled = member(schema, "oneOf");
  if (titled && !isNull(titled)) {
    return entries(titled, [...path, "oneOf"]);
  }
  const format = text(member(schema, "format")) ?? "";
  const refused: Path[] = ["", "email", "uri", "date", "date-time"].includes(format) ? [] : [[...path, "format"]];
  for (const count of ["minLength", "maxLength"]) {
    if ((number(member(schema, count)) ?? 0) < 0) {
      refused.push([...path, count]);
    }
  }
  return [...refused, ...crossed(schema, "minLength", "maxLength", path), ...wrongDefault(schema, path, (value) => text(value) !== undefined)];
}

function inList(of: Located | undefined, path: Path): Path[] {
  if (!of) {
    return [path];
  }
  const at = [...path, "items"];
  switch (text(member(of, "type")) ?? "") {
    case "string":
      return member(of, "enum")?.kind === "array" ? [] : [at];
    case "":
      return items(member(of, "anyOf")).length === 0 ? [at] : entries(member(of, "anyOf"), [...at, "anyOf"]);
    default:
      return [[...at, "type"]];
  }
}

function entries(list: Located | undefined, path: Path): Path[] {
  return items(list).flatMap((entry, i) => (text(member(entry, "const")) && text(member(entry, "title")) ? [] : [[...path, String(i)]]));
}

function crossed(schema: Located, low: string, high: string, path: Path): Path[] {
  const least = number(member(schema, low));
  const most = number(member(schema, high));
  return least !== undefined && most !== undefined && most < least ? [[...path, high]] : [];
}

function wrongDefault(schema: Located, path: Path, fits: (value: Located) => boolean): Path[] {
  const value = member(schema, "default");
  return value && !isNull(value) && !fits(value) ? [[...path, "default"]] : [];
}

// The places that the decoder cannot read, at any depth.
function undecodable(schema: Located, path: Path): Path[] {
  if (isNull(schema) || (schema.kind === "scalar" && typeof schema.value === "boolean")) {
    return [];
  }
  if (schema.kind !== "object") {
    return schema.kind === "deep" ? [] : [path];
  }
  return schema.members.flatMap(({ name, value }) => {
    const at = [...path, name];
    if (name === "type") {
      return text(value) !== undefined || (value.kind === "array" && value.items.every((item) => text(item) !== undefined)) ? [] : [at];
    }
    if (name === "items") {
      return value.kind === "array" ? value.items.flatMap((item, i) => undecodable(item, [...at, String(i)])) : undecodable(value, at);
    }
    const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined;
    return shape === undefined || isNull(value) ? [] : misshapen(value, shape, at);
  });
}

function misshapen(value: Located, shape: Shape, path: Path): Path[] {
  const unless = (fits: boolean): Path[] => (fits ? [] : [path]);
  switch (shape) {
    case "text":
      return unless(text(value) !== undefined);
    case "number":
      return unless(number(value) !== undefined);
    case "count":
      return unless(Number.isInteger(number(value)));
    case "boolean":
      return unless(value.kind === "scalar" && typeof value.value === "boolean");
    case "list":
      return unless(value.kind === "array");
    case "texts":
      return unless(value.kind === "array" && value.items.every((item) => text(item) !== undefined));
    case "schema":
      return undecodable(value, path);
    case "schemas":
      return value.kind === "array" ? value.items.flatMap((item, i) => undecodable(item, [...path, String(i)])) : [path];
    case "schema map":
      return value.kind === "object" ? value.members.flatMap(({ name, value: inner }) => undecodable(inner, [...path, name])) : [path];
  }
}

function isNull(value: Located): boolean {
  return value.kind === "scalar" && value.value === null;
}
