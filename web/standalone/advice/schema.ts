// The requested schema, and how the advisers find their way in it.

import { type Located, type LocatedObject, member, type Path, text } from "../located.js";
import type { Subject } from "./advice.js";

/** A property of the requested schema. */
export interface Property {
  name: string;
  schema: Located;
  path: Path;
}

/** The kinds of property that the specification has. */
export type Kind = "text" | "choice" | "titled choice" | "number" | "boolean" | "choices" | "titled choices";

/** Whether the request asks for a form. Revisions before 2025-11-25 have no "mode". */
export function isForm({ params }: Subject): boolean {
  return text(member(params, "mode")) !== "url";
}

/** The requested schema, or undefined when it is no object. */
export function requestedSchema({ params }: Subject): LocatedObject | undefined {
  const schema = member(params, "requestedSchema");
  return schema?.kind === "object" ? schema : undefined;
}

/** The path of the requested schema, or of a member of it. */
export function schemaPath(subject: Subject, ...rest: string[]): Path {
  return [...subject.path, "requestedSchema", ...rest];
}

/** The properties in the order of the text; of a repeated name only the last, which is the one that JSON.parse keeps. */
export function properties(subject: Subject): Property[] {
  const all = member(requestedSchema(subject), "properties");
  if (!isForm(subject) || all?.kind !== "object") {
    return [];
  }
  const last = new Map(all.members.map(({ name, value }) => [name, value]));
  return [...last].map(([name, schema]) => ({ name, schema, path: schemaPath(subject, "properties", name) }));
}

/** The kind of a property, or undefined when the specification has none for it. */
export function kindOf(schema: Located): Kind | undefined {
  const items = member(schema, "items");
  switch (text(member(schema, "type"))) {
    case "string":
      return member(schema, "enum") ? "choice" : member(schema, "oneOf") ? "titled choice" : "text";
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      if (text(member(items, "type")) === "string" && member(items, "enum")?.kind === "array") {
        return "choices";
      }
      return items && !member(items, "type") && member(items, "anyOf")?.kind === "array" ? "titled choices" : undefined;
    default:
      return undefined;
  }
}

/** The items of an array; empty for anything else. */
export function items(of: Located | undefined): Located[] {
  return of?.kind === "array" ? of.items : [];
}

/** An option of a choice. */
export interface Option {
  value: Located;
  title: string | undefined;
  path: Path;
}

/** The options of a choice in their order, from enum, oneOf or anyOf. */
export function options({ schema, path }: Property): Option[] {
  const within = (from: Located | undefined, at: Path): Option[] => [
    ...items(member(from, "enum")).map((value, i) => ({ value, title: undefined, path: [...at, "enum", String(i)] })),
    ...["oneOf", "anyOf"].flatMap((word) =>
      items(member(from, word)).flatMap((entry, i) => {
        const value = member(entry, "const");
        return value ? [{ value, title: text(member(entry, "title")), path: [...at, word, String(i)] }] : [];
      }),
    ),
  ];
  return text(member(schema, "type")) === "array" ? within(member(schema, "items"), [...path, "items"]) : within(schema, path);
}
