// JSON values with their positions in the text. JSON.parse forgets positions,
// repeated names, and the order of names such as "10" and "9"; an author has to
// be told about all of these.

import { members } from "../../bridge/message/jsontext.js";

/** A JSON value, and where its text starts and ends. */
export type Located =
  | { kind: "object"; start: number; end: number; members: LocatedMember[] }
  | { kind: "array"; start: number; end: number; items: Located[] }
  | { kind: "scalar"; start: number; end: number; value: string | number | boolean | null }
  /** An object or array that is nested too deeply: its content is not read. */
  | { kind: "deep"; start: number; end: number };

/** A member of an object. */
export interface LocatedMember {
  name: string;
  /** Start of the quoted name. */
  start: number;
  value: Located;
}

export type LocatedObject = Extract<Located, { kind: "object" }>;
export type LocatedArray = Extract<Located, { kind: "array" }>;

/** The path from the root to a value, as the parts of a JSON pointer. */
export type Path = readonly string[];

// How deep values are read. No request needs more, and a hostile one must not
// overflow the stack.
const DEPTH = 100;

/** Reads text that JSON.parse has accepted. */
export function locate(text: string): Located {
  return located(text.trim(), text.length - text.trimStart().length, 0);
}

// Reads the text of a value. start is its position in the whole text.
function located(text: string, start: number, depth: number): Located {
  const end = start + text.length;
  if (text[0] !== "{" && text[0] !== "[") {
    return { kind: "scalar", start, end, value: JSON.parse(text) as string | number | boolean | null };
  }
  if (depth >= DEPTH) {
    return { kind: "deep", start, end };
  }
  const found = members(text, true).map((member) => ({
    name: member.name,
    start: start + member.start,
    value: located(member.value, start + member.end - member.value.length, depth + 1),
  }));
  return text[0] === "{" ? { kind: "object", start, end, members: found } : { kind: "array", start, end, items: found.map(({ value }) => value) };
}

/** The value of the last member of that name, which is the one that JSON.parse keeps. */
export function member(of: Located | undefined, name: string): Located | undefined {
  return of?.kind === "object" ? of.members.findLast((each) => each.name === name)?.value : undefined;
}

/** The value when it is a string, or undefined. */
export function text(of: Located | undefined): string | undefined {
  return of?.kind === "scalar" && typeof of.value === "string" ? of.value : undefined;
}

/** The value when it is a number, or undefined. */
export function number(of: Located | undefined): number | undefined {
  return of?.kind === "scalar" && typeof of.value === "number" ? of.value : undefined;
}

/** The value as JSON.parse returns it; values that are nested too deeply are undefined. */
export function plainValue(of: Located): unknown {
  switch (of.kind) {
    case "object": {
      const object: { [name: string]: unknown } = {};
      for (const { name, value } of of.members) {
        // Assigning to "__proto__" would set the prototype.
        Object.defineProperty(object, name, { value: plainValue(value), enumerable: true, configurable: true, writable: true });
      }
      return object;
    }
    case "array":
      return of.items.map(plainValue);
    case "scalar":
      return of.value;
    case "deep":
      return undefined;
  }
}

/** The value at a path, or undefined. */
export function valueAt(root: Located, path: Path): Located | undefined {
  return path.reduce<Located | undefined>((at, part) => (at?.kind === "array" ? at.items[Number(part)] : member(at, part)), root);
}

/** Where the value at a path starts, with its name, and ends. When the path ends earlier, the last value on it counts. */
export function follow(root: Located, path: Path): { start: number; end: number } {
  let at = root;
  let range = { start: root.start, end: root.end };
  for (const part of path) {
    const named = at.kind === "object" ? at.members.findLast(({ name }) => name === part) : undefined;
    const next = at.kind === "array" ? at.items[Number(part)] : named?.value;
    if (!next) {
      break;
    }
    at = next;
    range = { start: named?.start ?? next.start, end: next.end };
  }
  return range;
}

/** A path as a JSON pointer (RFC 6901). */
export function pointer(path: Path): string {
  return path.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
