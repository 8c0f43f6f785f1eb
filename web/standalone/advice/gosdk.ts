// What the client of the official Go SDK rejects. Its rules are those of its
// function validateElicitSchema, and of the decoder of its JSON Schema type. For
// each request of the corpus a test compares this with what the client did.

import { items, type Located, member, membersOf, number, type Path, scalar, text } from "../located.js";
import type { Maybe, Subject } from "./advice.js";
import keywords from "./keywords.json";
import { crossed, type Fit, FITS, isPage } from "./schema.js";

/** The client's name and version, as the advice shows it. */
export const GO_SDK = "Go client 1.8.0";

/** What the decoder wants for a member. It accepts null for each of them but the type. */
const WANTED = new Map(Object.entries(keywords).flatMap(([wanted, names]) => names.map((name) => [name, wanted] as const)));

/** The places for which the client rejects the request; empty when it accepts the request. */
export function rejectionsOfGoSdk({ params }: Subject): Path[] {
  return rejected(params).flatMap((at) => (at ? [at.path] : []));
}

function rejected(params: Located): readonly Maybe[] {
  const [mode, url, schema] = [member(params, "mode"), member(params, "url"), present(params, "requestedSchema")];
  if (isPage(params)) {
    return [schema ?? (!text(url) && (url ?? params))];
  }
  return !["", "form"].includes(text(mode) ?? "") ? [mode] : text(url) ? [url] : schema ? inSchema(schema) : [];
}

// A member that is not null: the decoder takes null for a missing one.
function present(of: Located, name: string): Located | undefined {
  return scalar(of, name) === null ? undefined : member(of, name);
}

function inSchema(schema: Located): readonly Maybe[] {
  const undecoded = undecodable(schema);
  const properties = membersOf(schema, "properties").filter(({ value }) => scalar(value) !== null);
  const type = !["", "object"].includes(text(schema, "type") ?? "") && member(schema, "type");
  return undecoded.length > 0 ? undecoded : [type, ...properties.flatMap(({ value }) => inProperty(value))];
}

function inProperty(schema: Located): readonly Maybe[] {
  if (membersOf(schema, "properties").length > 0) {
    return [member(schema, "properties")];
  }
  switch (text(schema, "type")) {
    case "string":
      return inText(schema);
    case "number":
    case "integer":
      return [crossed(schema, "maximum"), wrongDefault(schema, "number")];
    case "boolean":
      return [wrongDefault(schema, "boolean")];
    case "array":
      return inList(schema);
    default:
      return [member(schema, "type") ?? schema];
  }
}

function inText(schema: Located): readonly Maybe[] {
  const options = items(schema, "enum");
  const names = member(schema, "enumNames");
  if (options.length > 0) {
    return [(names?.kind !== "array" || items(names).length !== options.length) && names];
  }
  if (present(schema, "oneOf")) {
    return untitled(schema, "oneOf");
  }
  return [
    !["", "email", "uri", "date", "date-time"].includes(text(schema, "format") ?? "") && member(schema, "format"),
    ...["minLength", "maxLength"].map((name) => (number(schema, name) ?? 0) < 0 && member(schema, name)),
    crossed(schema, "maxLength"),
    wrongDefault(schema, "string"),
  ];
}

function inList(schema: Located): readonly Maybe[] {
  const of = member(schema, "items");
  if (text(of, "type")) {
    return [text(of, "type") === "string" ? member(of, "enum")?.kind !== "array" && of : member(of, "type")];
  }
  return items(of, "anyOf").length === 0 ? [of ?? schema] : untitled(of, "anyOf");
}

function untitled(of: Located | undefined, name: string): Located[] {
  return items(of, name).filter((entry) => !(text(entry, "const") && text(entry, "title")));
}

function wrongDefault(schema: Located, type: "string" | "number" | "boolean"): Maybe {
  return typeof scalar(schema, "default") !== type && present(schema, "default");
}

/** Where a member holds schemas, and undefined when it does not hold them as the decoder wants. */
const HELD: { readonly [wanted: string]: (value: Located) => readonly Located[] | undefined } = {
  "a schema": (value) => [value],
  "a list of schemas": (value) => (value.kind === "array" ? items(value) : undefined),
  "a schema or a list of schemas": (value) => (value.kind === "array" ? items(value) : [value]),
  "schemas by names": (value) => (value.kind === "object" ? value.members.map((member) => member.value) : undefined),
};

// The members that the decoder cannot read, at any depth.
function undecodable(schema: Located): readonly Located[] {
  if (schema.kind !== "object") {
    return schema.kind === "deep" || scalar(schema) === null || FITS["true or false"](schema) ? [] : [schema];
  }
  return schema.members.flatMap(({ name, value }) => {
    const wanted = name === "type" || scalar(value) !== null ? WANTED.get(name) : undefined;
    const fits = wanted === undefined || FITS[wanted as Fit]?.(value);
    return fits ? [] : (HELD[wanted]?.(value)?.flatMap(undecodable) ?? [value]);
  });
}
