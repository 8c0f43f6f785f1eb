// JSON values with their positions in the text. JSON.parse forgets positions,
// repeated names, and the order of names such as "10" and "9"; an author has to
// be told about all of these.

import { members } from "../../bridge/message/jsontext.js";

/** A JSON value, and where its text starts and ends. */
export type Located = Place & (
  | { kind: "object"; members: LocatedMember[] }
  | { kind: "array"; items: Located[] }
  | { kind: "scalar"; value: string | number | boolean | null }
  /** An object or array that is nested too deeply: its content is not read. */
  | { kind: "deep" }
);

interface Place {
  /** The text of the value. */
  text: string;
  /** Where the value starts. The value of a member starts with its name. */
  start: number;
  end: number;
  path: Path;
}

/** A member of an object. */
export interface LocatedMember {
  name: string;
  value: Located;
}

/** The path from the root to a value: a JSON pointer (RFC 6901). */
export type Path = string;

// How deep values are read. No request needs more, and a hostile one must not
// overflow the stack.
const DEPTH = 100;

/** Reads text that JSON.parse has accepted. */
export function locate(text: string, path: Path = ""): Located {
  const start = text.length - text.trimStart().length;
  return located(text.trim(), start, start, path, 0);
}

// Reads the text of a value, which begins at a position in the whole text. start is
// that position, or that of the value's name.
function located(text: string, begin: number, start: number, path: Path, depth: number): Located {
  const place: Place = { text, start, end: begin + text.length, path };
  if (text[0] !== "{" && text[0] !== "[") {
    return { kind: "scalar", ...place, value: JSON.parse(text) as string | number | boolean | null };
  }
  if (depth >= DEPTH) {
    return { kind: "deep", ...place };
  }
  const isObject = text[0] === "{";
  const found = members(text, true).map((member, i) => {
    const at = begin + member.end - member.value.length;
    const to = path + pointer(isObject ? member.name : String(i));
    return { name: member.name, value: located(member.value, at, isObject ? begin + member.start : at, to, depth + 1) };
  });
  return isObject ? { kind: "object", ...place, members: found } : { kind: "array", ...place, items: found.map(({ value }) => value) };
}

/** The value of the last member of that name, which is the one that JSON.parse keeps. */
export function member(of: Located | undefined, name: string): Located | undefined {
  return membersOf(of).findLast((each) => each.name === name)?.value;
}

/** The members of an object; none for anything else. */
export function membersOf(of: Located | undefined): LocatedMember[] {
  return of?.kind === "object" ? of.members : [];
}

/** The items of an array; none for anything else. */
export function items(of: Located | undefined): Located[] {
  return of?.kind === "array" ? of.items : [];
}

/** The value when it is a string, or undefined. */
export function text(of: Located | undefined): string | undefined {
  return of?.kind === "scalar" && typeof of.value === "string" ? of.value : undefined;
}

/** The value when it is a number, or undefined. */
export function number(of: Located | undefined): number | undefined {
  return of?.kind === "scalar" && typeof of.value === "number" ? of.value : undefined;
}

/** Whether the value is true or false. */
export function isBoolean(of: Located): boolean {
  return of.kind === "scalar" && typeof of.value === "boolean";
}

/** Whether the value is null. */
export function isNull(of: Located): boolean {
  return of.kind === "scalar" && of.value === null;
}

/** Whether the value is an array of strings. */
export function isTexts(of: Located): boolean {
  return of.kind === "array" && of.items.every((item) => text(item) !== undefined);
}

/** The value at a path, or undefined. */
export function valueAt(root: Located, path: Path): Located | undefined {
  return names(path).reduce<Located | undefined>((at, name) => (at?.kind === "array" ? at.items[Number(name)] : member(at, name)), root);
}

/** The last value that is there on a path. */
export function nearest(root: Located, path: Path): Located {
  return path === "" ? root : (valueAt(root, path) ?? nearest(root, parent(path)));
}

/** The path to the value that contains the one at a path. */
export function parent(path: Path): Path {
  return path.slice(0, path.lastIndexOf("/"));
}

/** The path through members and items of these names. */
export function pointer(...names: string[]): Path {
  return names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The names on a path. */
export function names(path: Path): string[] {
  return path.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** How many characters a line may have. */
const LINE = 100;

/**
 * Formats JSON for reading. It keeps the order of names, repeated names, and the
 * way in which numbers and strings are written, which JSON.parse and
 * JSON.stringify would change.
 */
export function tidy(source: string): string {
  return write(locate(source), "");
}

function write(value: Located, indent: string): string {
  if (value.kind === "scalar" || value.kind === "deep") {
    return value.text;
  }
  const isArray = value.kind === "array";
  const held = isArray ? value.items : value.members.map((member) => member.value);
  const [open, close] = isArray ? "[]" : "{}";
  if (held.length === 0) {
    return `${open}${close}`;
  }
  const inner = `${indent}  `;
  const parts = isArray
    ? value.items.map((item) => write(item, inner))
    : value.members.map(({ name, value: of }) => `${JSON.stringify(name)}: ${write(of, inner)}`);
  const line = isArray ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`;
  // Objects and arrays that hold only scalars are easy to read on one line.
  if (held.every((each) => each.kind === "scalar") && indent.length + line.length <= LINE) {
    return line;
  }
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}
