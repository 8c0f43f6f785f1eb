// Predicts the rejections of the official Go SDK's client, by its function validateElicitSchema and
// the decoder of its JSON Schema type. A test compares the prediction with a record of the client for
// the whole corpus.

import { items, type Located, member, membersOf, number, type Path, scalar, text } from "../located.js";
import type { Maybe, Subject } from "./advice.js";
import keywords from "./keywords.json";
import { crossedLimit, type Fit, FITS, isPage } from "./schema.js";

/** The client's name and version, for the advice. */
export const GO_SDK = "Go client 1.8.0";

/** The type that the decoder wants for a member. It accepts null for each of them except `type`. */
const WANTED = new Map(Object.entries(keywords).flatMap(([wanted, names]) => names.map((name) => [name, wanted] as const)));

/** Returns the places at fault, for the client; empty when it accepts the request. */
export function rejectionsOfGoSdk({ params }: Subject): Path[] {
  return rejections(params).flatMap((at) => (at ? [at.path] : []));
}

function rejections(params: Located): readonly Maybe[] {
  const [mode, url, schema] = [member(params, "mode"), member(params, "url"), present(params, "requestedSchema")];
  if (isPage(params)) {
    return [schema ?? (!text(url) && (url ?? params))];
  }
  return !["", "form"].includes(text(mode) ?? "") ? [mode] : text(url) ? [url] : schema ? inSchema(schema) : [];
}

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
      return [crossedLimit(schema, "maximum"), wrongDefault(schema, "number")];
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
    return untitledOptions(schema, "oneOf");
  }
  return [
    !["", "email", "uri", "date", "date-time"].includes(text(schema, "format") ?? "") && member(schema, "format"),
    ...["minLength", "maxLength"].map((name) => (number(schema, name) ?? 0) < 0 && member(schema, name)),
    crossedLimit(schema, "maxLength"),
    wrongDefault(schema, "string"),
  ];
}

function inList(schema: Located): readonly Maybe[] {
  const of = member(schema, "items");
  if (text(of, "type")) {
    return [text(of, "type") === "string" ? member(of, "enum")?.kind !== "array" && of : member(of, "type")];
  }
  return items(of, "anyOf").length === 0 ? [of ?? schema] : untitledOptions(of, "anyOf");
}

function untitledOptions(of: Located | undefined, name: string): Located[] {
  return items(of, name).filter((entry) => !(text(entry, "const") && text(entry, "title")));
}

function wrongDefault(schema: Located, type: "string" | "number" | "boolean"): Maybe {
  return typeof scalar(schema, "default") !== type && present(schema, "default");
}

const SCHEMAS_IN: { readonly [wanted: string]: (value: Located) => readonly Located[] | undefined } = {
  "a schema": (value) => [value],
  "a list of schemas": (value) => (value.kind === "array" ? items(value) : undefined),
  "a schema or a list of schemas": (value) => (value.kind === "array" ? items(value) : [value]),
  "schemas by names": (value) => (value.kind === "object" ? value.members.map((member) => member.value) : undefined),
};

function undecodable(schema: Located): readonly Located[] {
  if (schema.kind !== "object") {
    return schema.kind === "deep" || scalar(schema) === null || FITS["true or false"](schema) ? [] : [schema];
  }
  return schema.members.flatMap(({ name, value }) => {
    const wanted = name === "type" || scalar(value) !== null ? WANTED.get(name) : undefined;
    const fits = wanted === undefined || FITS[wanted as Fit]?.(value);
    return fits ? [] : (SCHEMAS_IN[wanted]?.(value)?.flatMap(undecodable) ?? [value]);
  });
}
