// Reads JSON with its positions, repeated names, and the order of names such as "10" and "9". JSON.parse loses these.

import { textOf } from "../../bridge/message/json.js";
import { members } from "../../bridge/message/jsontext.js";

type Scalar = string | number | boolean | null;

/** A JSON value with the place of its text. */
export type Located = Place & (
  /** The members of an array are its items, which have their numbers as names. */
  | { kind: "object" | "array"; members: LocatedMember[] }
  | { kind: "scalar"; value: Scalar }
  | { kind: "deep" }
);

interface Place {
  text: string;
  /** The start of the value. The value of a member starts with its name. */
  start: number;
  end: number;
  path: Path;
}

type LocatedMember = { name: string; value: Located };

/** The path from the root to a value: a JSON pointer (RFC 6901). */
export type Path = string;

// No request is nested deeper, and a hostile one must not overflow the stack.
const MAX_DEPTH = 100;

/** Reads a text that JSON.parse has accepted. */
export function locate(text: string, path: Path = ""): Located {
  const start = text.length - text.trimStart().length;
  return readValue(text.trim(), start, start, path, 0);
}

// Reads the text of a value, which begins at a position in the whole text. `start` is the start of its name, if it has one.
function readValue(text: string, begin: number, start: number, path: Path, depth: number): Located {
  const place: Place = { text, start, end: begin + text.length, path };
  if (text[0] !== "{" && text[0] !== "[") {
    return { kind: "scalar", ...place, value: JSON.parse(text) as Scalar };
  }
  if (depth >= MAX_DEPTH) {
    return { kind: "deep", ...place };
  }
  const isObject = text[0] === "{";
  const found = members(text, true).map((member, i) => {
    const name = isObject ? member.name : String(i);
    const whole = text.slice(member.start, member.end);
    const from = begin + member.end - whole.trimStart().length;
    const at = begin + member.start + whole.trimEnd().length - member.value.length;
    return { name, value: readValue(member.value, at, isObject ? from : at, path + pointer(name), depth + 1) };
  });
  return { kind: isObject ? "object" : "array", ...place, members: found };
}

/** Returns the last member of that name, like JSON.parse. With further names, the member of that member, and so on. */
export function member(of: Located | undefined, ...names: string[]): Located | undefined {
  return names.reduce<Located | undefined>((at, name) => membersOf(at).findLast((each) => each.name === name)?.value, of);
}

/** Lists the members of an object, or the items of an array by their numbers; empty for other values. */
export function contents(of: Located | undefined): LocatedMember[] {
  return of && "members" in of ? of.members : [];
}

/** Lists the members of an object; empty for other values. */
export function membersOf(of: Located | undefined, ...names: string[]): LocatedMember[] {
  const found = member(of, ...names);
  return found?.kind === "object" ? found.members : [];
}

/** Lists the items of an array; empty for other values. */
export function items(of: Located | undefined, ...names: string[]): Located[] {
  const found = member(of, ...names);
  return found?.kind === "array" ? found.members.map(({ value }) => value) : [];
}

/** Returns the value unless it is an object or an array. */
export function scalar(of: Located | undefined, ...names: string[]): Scalar | undefined {
  const found = member(of, ...names);
  return found?.kind === "scalar" ? found.value : undefined;
}

/** Returns the value if it is a string. */
export function text(of: Located | undefined, ...names: string[]): string | undefined {
  return textOf(scalar(of, ...names));
}

/** Returns the value if it is a number. */
export function number(of: Located | undefined, ...names: string[]): number | undefined {
  const value = scalar(of, ...names);
  return typeof value === "number" ? value : undefined;
}

/** Reports whether the value is an array of strings. */
export function isTexts(of: Located): boolean {
  return of.kind === "array" && items(of).every((item) => text(item) !== undefined);
}

/** Returns the value at a path, or undefined. */
export function valueAt(root: Located, path: Path): Located | undefined {
  return names(path).reduce<Located | undefined>((at, name) => contents(at).findLast((each) => each.name === name)?.value, root);
}

/** Returns the deepest existing value on a path. */
export function nearest(root: Located, path: Path): Located {
  return valueAt(root, path) ?? nearest(root, path.slice(0, path.lastIndexOf("/")));
}

/** Makes the path through members and items of these names. */
export function pointer(...names: string[]): Path {
  return names.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Splits a path into its names. */
export function names(path: Path): string[] {
  return path.split("/").slice(1).map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

const MAX_LINE = 100;

/** Formats JSON for reading. Unlike JSON.stringify, it keeps the order of names and the text of values. */
export function tidy(source: string): string {
  return write(locate(source), "");
}

function write(value: Located, indent: string): string {
  if (value.kind === "scalar" || value.kind === "deep") {
    return value.text;
  }
  const [open, close, blank] = value.kind === "array" ? ["[", "]", ""] : ["{", "}", " "];
  const parts = value.members.map(({ name, value: content }) => {
    return (value.kind === "array" ? "" : `${JSON.stringify(name)}: `) + write(content, `${indent}  `);
  });
  const line = open + blank + parts.join(", ") + blank + close;
  // Objects and arrays of scalars are easy to read on one line.
  const fits = value.members.every((member) => member.value.kind === "scalar") && indent.length + line.length <= MAX_LINE;
  const lines = parts.map((part) => `${indent}  ${part}`).join(",\n");
  return parts.length === 0 ? open + close : fits ? line : `${open}\n${lines}\n${indent}${close}`;
}
