// What the client of the official Go SDK refuses. Its rules are those of its
// function validateElicitSchema, and of the decoder of its JSON Schema type. For
// each request of the corpus a test compares this with what the client did.

import { isBoolean, isNull, isTexts, items, type Located, member, membersOf, number, type Path, text } from "../located.js";
import type { Subject } from "./advice.js";
import { crossed } from "./schema.js";

/** The client's name and version, as the advice shows it. */
export const GO_SDK = "Go client 1.8.0";

/** The places in a value that the decoder cannot read. */
type Decode = (value: Located, path: Path) => Path[];

const only =
  (fits: (value: Located) => boolean): Decode =>
  (value, path) => (fits(value) ? [] : [path]);

const TEXT = only((value) => text(value) !== undefined);
const NUMBER = only((value) => number(value) !== undefined);
const COUNT = only((value) => Number.isInteger(number(value)));
const BOOLEAN = only(isBoolean);
const LIST = only((value) => value.kind === "array");
const TEXTS = only(isTexts);
const SCHEMA: Decode = (value, path) => undecodable(value, path);
const SCHEMAS: Decode = (value, path) => (value.kind === "array" ? value.items.flatMap((item, i) => undecodable(item, [...path, String(i)])) : [path]);
const SCHEMA_MAP: Decode = (value, path) =>
  value.kind === "object" ? value.members.flatMap((member) => undecodable(member.value, [...path, member.name])) : [path];

/** The members for which the decoder wants a certain type. It accepts null for each of them. */
const SHAPES: { readonly [name: string]: Decode } = {
  $id: TEXT, $schema: TEXT, $ref: TEXT, $comment: TEXT, $anchor: TEXT, $dynamicAnchor: TEXT, $dynamicRef: TEXT,
  $defs: SCHEMA_MAP, definitions: SCHEMA_MAP,
  title: TEXT, description: TEXT, format: TEXT, pattern: TEXT, contentEncoding: TEXT, contentMediaType: TEXT,
  deprecated: BOOLEAN, readOnly: BOOLEAN, writeOnly: BOOLEAN, uniqueItems: BOOLEAN,
  examples: LIST, enum: LIST, required: TEXTS,
  multipleOf: NUMBER, minimum: NUMBER, maximum: NUMBER, exclusiveMinimum: NUMBER, exclusiveMaximum: NUMBER,
  minLength: COUNT, maxLength: COUNT, minItems: COUNT, maxItems: COUNT, minContains: COUNT, maxContains: COUNT,
  minProperties: COUNT, maxProperties: COUNT,
  prefixItems: SCHEMAS, allOf: SCHEMAS, anyOf: SCHEMAS, oneOf: SCHEMAS,
  items: (value, path) => (value.kind === "array" ? SCHEMAS(value, path) : SCHEMA(value, path)),
  additionalItems: SCHEMA, contains: SCHEMA, unevaluatedItems: SCHEMA, additionalProperties: SCHEMA, propertyNames: SCHEMA,
  unevaluatedProperties: SCHEMA, not: SCHEMA, if: SCHEMA, then: SCHEMA, else: SCHEMA, contentSchema: SCHEMA,
  properties: SCHEMA_MAP, patternProperties: SCHEMA_MAP, dependentSchemas: SCHEMA_MAP,
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
  for (const { name, value } of membersOf(member(schema, "properties"))) {
    refused.push(...(isNull(value) ? [] : inProperty(value, [...path, "properties", name])));
  }
  return refused;
}

function inProperty(schema: Located, path: Path): Path[] {
  if (membersOf(member(schema, "properties")).length > 0) {
    return [[...path, "properties"]];
  }
  switch (text(member(schema, "type"))) {
    case "string":
      return inText(schema, path);
    case "number":
    case "integer":
      return [...wrongLimits(schema, "minimum", "maximum", path), ...wrongDefault(schema, path, (value) => number(value) !== undefined)];
    case "boolean":
      return wrongDefault(schema, path, isBoolean);
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
  return [...refused, ...wrongLimits(schema, "minLength", "maxLength", path), ...wrongDefault(schema, path, (value) => text(value) !== undefined)];
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

function wrongLimits(schema: Located, low: string, high: string, path: Path): Path[] {
  return crossed(schema, low, high) ? [[...path, high]] : [];
}

function wrongDefault(schema: Located, path: Path, fits: (value: Located) => boolean): Path[] {
  const value = member(schema, "default");
  return value && !isNull(value) && !fits(value) ? [[...path, "default"]] : [];
}

// The places that the decoder cannot read, at any depth.
function undecodable(schema: Located, path: Path): Path[] {
  if (isNull(schema) || isBoolean(schema) || schema.kind === "deep") {
    return [];
  }
  if (schema.kind !== "object") {
    return [path];
  }
  return schema.members.flatMap(({ name, value }) => {
    const at = [...path, name];
    if (name === "type") {
      return text(value) !== undefined || isTexts(value) ? [] : [at];
    }
    return Object.hasOwn(SHAPES, name) && !isNull(value) ? SHAPES[name]!(value, at) : [];
  });
}
