// The requested schema, and how the advisers find their way in it.

import { items, type Located, member, membersOf, number, text } from "../located.js";
import type { Subject } from "./advice.js";

/** A property of the requested schema. */
export interface Property {
  name: string;
  schema: Located;
}

/** The kinds of property that the specification has. */
export type Kind = "text" | "choice" | "titled choice" | "number" | "boolean" | "choices" | "titled choices";

/** Whether the params ask to open a page. Revisions before 2025-11-25 have no "mode". */
export function isPage(params: Located): boolean {
  return text(member(params, "mode")) === "url";
}

/** Whether the request asks for a form. */
export function isForm({ params }: Subject): boolean {
  return !isPage(params);
}

/** The requested schema. */
export function requestedSchema({ params }: Subject): Located | undefined {
  return member(params, "requestedSchema");
}

/** The properties in the order of the text; of a repeated name only the last, which is the one that JSON.parse keeps. */
export function properties(subject: Subject): Property[] {
  const all = isForm(subject) ? membersOf(member(requestedSchema(subject), "properties")) : [];
  const last = new Map(all.map(({ name, value }) => [name, value]));
  return [...last].map(([name, schema]) => ({ name, schema }));
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

/** Whether no value can be at least the one rule of a schema and at most the other. */
export function crossed(schema: Located, low: string, high: string): boolean {
  return (number(member(schema, low)) ?? -Infinity) > (number(member(schema, high)) ?? Infinity);
}

/** A list from which to choose. enum holds bare values, oneOf and anyOf values with titles. */
export interface OptionList {
  word: "enum" | "oneOf" | "anyOf";
  list: Located;
}

/** The lists of options of a property. */
export function optionLists({ schema }: Property): OptionList[] {
  const many = text(member(schema, "type")) === "array";
  return (["enum", "oneOf", "anyOf"] as const).flatMap((word) => {
    const list = member(many ? member(schema, "items") : schema, word);
    return list ? [{ word, list }] : [];
  });
}

/** An option of a choice: an entry of a list. */
export interface Option {
  entry: Located;
  value: Located;
  /** Its title, a text. */
  title: Located | undefined;
}

/** The options of a choice in their order, from enum, oneOf or anyOf. */
export function options(property: Property): Option[] {
  return optionLists(property).flatMap(({ word, list }) =>
    items(list).flatMap((entry) => {
      const value = word === "enum" ? entry : member(entry, "const");
      const title = word === "enum" ? undefined : member(entry, "title");
      return value ? [{ entry, value, title: text(title) === undefined ? undefined : title }] : [];
    }),
  );
}
