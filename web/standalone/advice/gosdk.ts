// What the client of the official Go SDK refuses. Its rules are those of its
// function validateElicitSchema, and of the decoder of its JSON Schema type. For
// each request of the corpus a test compares this with what the client did.

import { isBoolean, isNull, isTexts, items, type Located, member, membersOf, number, type Path, text } from "../located.js";
import type { Subject } from "./advice.js";
import { crossed } from "./schema.js";

/** The client's name and version, as the advice shows it. */
export const GO_SDK = "Go client 1.8.0";

/** The values in a value that the decoder cannot read. */
type Decode = (value: Located) => Located[];

const only =
  (fits: (value: Located) => boolean): Decode =>
  (value) => (fits(value) ? [] : [value]);

const TEXT = only((value) => text(value) !== undefined);
const NUMBER = only((value) => number(value) !== undefined);
const COUNT = only((value) => Number.isInteger(number(value)));
const BOOLEAN = only(isBoolean);
const LIST = only((value) => value.kind === "array");
const TEXTS = only(isTexts);
const SCHEMA: Decode = (value) => undecodable(value);
const SCHEMAS: Decode = (value) => (value.kind === "array" ? value.items.flatMap(undecodable) : [value]);
const SCHEMA_MAP: Decode = (value) => (value.kind === "object" ? value.members.flatMap((member) => undecodable(member.value)) : [value]);

/** The members for which the decoder wants a certain type. It accepts null for each of them but the type. */
const SHAPES: { readonly [name: string]: Decode } = {
  $id: TEXT, $schema: TEXT, $ref: TEXT, $comment: TEXT, $anchor: TEXT, $dynamicAnchor: TEXT, $dynamicRef: TEXT,
  $defs: SCHEMA_MAP, definitions: SCHEMA_MAP,
  type: (value) => (text(value) !== undefined ? [] : TEXTS(value)),
  title: TEXT, description: TEXT, format: TEXT, pattern: TEXT, contentEncoding: TEXT, contentMediaType: TEXT,
  deprecated: BOOLEAN, readOnly: BOOLEAN, writeOnly: BOOLEAN, uniqueItems: BOOLEAN,
  examples: LIST, enum: LIST, required: TEXTS,
  multipleOf: NUMBER, minimum: NUMBER, maximum: NUMBER, exclusiveMinimum: NUMBER, exclusiveMaximum: NUMBER,
  minLength: COUNT, maxLength: COUNT, minItems: COUNT, maxItems: COUNT, minContains: COUNT, maxContains: COUNT,
  minProperties: COUNT, maxProperties: COUNT,
  prefixItems: SCHEMAS, allOf: SCHEMAS, anyOf: SCHEMAS, oneOf: SCHEMAS,
  items: (value) => (value.kind === "array" ? SCHEMAS(value) : SCHEMA(value)),
  additionalItems: SCHEMA, contains: SCHEMA, unevaluatedItems: SCHEMA, additionalProperties: SCHEMA, propertyNames: SCHEMA,
  unevaluatedProperties: SCHEMA, not: SCHEMA, if: SCHEMA, then: SCHEMA, else: SCHEMA, contentSchema: SCHEMA,
  properties: SCHEMA_MAP, patternProperties: SCHEMA_MAP, dependentSchemas: SCHEMA_MAP,
};

/** The places for which the client refuses the request; empty when it accepts the request. */
export function refusalsOfGoSdk({ params }: Subject): Path[] {
  return refused(params).map(({ path }) => path);
}

function refused(params: Located): Located[] {
  const mode = member(params, "mode");
  const schema = present(params, "requestedSchema");
  const url = member(params, "url");
  switch (text(mode) || "form") {
    case "form":
      return url && text(url) ? [url] : schema ? inSchema(schema) : [];
    case "url":
      return schema ? [schema] : text(url) ? [] : [url ?? params];
    default:
      return [mode ?? params];
  }
}

// A member that is not null: the decoder takes null for a missing one.
function present(of: Located | undefined, name: string): Located | undefined {
  const value = member(of, name);
  return value && !isNull(value) ? value : undefined;
}

function inSchema(schema: Located): Located[] {
  const undecoded = undecodable(schema);
  const type = present(schema, "type");
  if (undecoded.length > 0) {
    return undecoded;
  }
  const wrong = type && ![undefined, "", "object"].includes(text(type)) ? [type] : [];
  return [...wrong, ...membersOf(member(schema, "properties")).flatMap(({ value }) => (isNull(value) ? [] : inProperty(value)))];
}

function inProperty(schema: Located): Located[] {
  const nested = member(schema, "properties");
  const type = member(schema, "type");
  if (nested && membersOf(nested).length > 0) {
    return [nested];
  }
  switch (text(type)) {
    case "string":
      return inText(schema);
    case "number":
    case "integer":
      return [...wrongLimits(schema, "minimum", "maximum"), ...wrongDefault(schema, (value) => number(value) !== undefined)];
    case "boolean":
      return wrongDefault(schema, isBoolean);
    case "array":
      return inList(schema);
    default:
      return [type ?? schema];
  }
}

function inText(schema: Located): Located[] {
  const options = items(member(schema, "enum"));
  if (options.length > 0) {
    const names = member(schema, "enumNames");
    return names && (names.kind !== "array" || names.items.length !== options.length) ? [names] : [];
  }
  const titled = present(schema, "oneOf");
  if (titled) {
    return entries(titled);
  }
  const format = member(schema, "format");
  const known = ["", "email", "uri", "date", "date-time"].includes(text(format) ?? "");
  const negative = ["minLength", "maxLength"].flatMap((name) => {
    const count = member(schema, name);
    return count && (number(count) ?? 0) < 0 ? [count] : [];
  });
  const standing = wrongDefault(schema, (value) => text(value) !== undefined);
  return [...(format && !known ? [format] : []), ...negative, ...wrongLimits(schema, "minLength", "maxLength"), ...standing];
}

function inList(schema: Located): Located[] {
  const of = member(schema, "items");
  const type = member(of, "type");
  switch (text(type) ?? "") {
    case "string":
      return member(of, "enum")?.kind === "array" ? [] : [of ?? schema];
    case "":
      return items(member(of, "anyOf")).length === 0 ? [of ?? schema] : entries(member(of, "anyOf"));
    default:
      return [type ?? schema];
  }
}

function entries(list: Located | undefined): Located[] {
  return items(list).filter((entry) => !(text(member(entry, "const")) && text(member(entry, "title"))));
}

function wrongLimits(schema: Located, low: string, high: string): Located[] {
  return crossed(schema, low, high) ? [member(schema, high) ?? schema] : [];
}

function wrongDefault(schema: Located, fits: (value: Located) => boolean): Located[] {
  const value = present(schema, "default");
  return value && !fits(value) ? [value] : [];
}

// What the decoder cannot read, at any depth.
function undecodable(schema: Located): Located[] {
  if (isNull(schema) || isBoolean(schema) || schema.kind === "deep") {
    return [];
  }
  return schema.kind === "object"
    ? schema.members.flatMap(({ name, value }) => (Object.hasOwn(SHAPES, name) && (name === "type" || !isNull(value)) ? SHAPES[name]!(value) : []))
    : [schema];
}
