// JSON values with what JSON.parse forgets and an author has to be told about: positions in the
// text, repeated names, and the order of names such as "10" and "9".

import { textOf } from "../../bridge/message/json.js";
import { members } from "../../bridge/message/jsontext.js";

type Scalar = string | number | boolean | null;

/** A JSON value, and where its text starts and ends. */
export type Located = Place & (
  /** The members of an array are its items, which have their numbers as names. */
  | { kind: "object" | "array"; members: LocatedMember[] }
  | { kind: "scalar"; value: Scalar }
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

type LocatedMember = { name: string; value: Located };

/** The path from the root to a value: a JSON pointer (RFC 6901). */
export type Path = string;

// No request needs more, and a hostile one must not overflow the stack.
const DEPTH = 100;

/** Reads text that JSON.parse has accepted. */
export function locate(text: string, path: Path = ""): Located {
  const start = text.length - text.trimStart().length;
  return located(text.trim(), start, start, path, 0);
}

// Reads the text of a value, which begins at a position in the whole text. start is that of its name, if it has one.
function located(text: string, begin: number, start: number, path: Path, depth: number): Located {
  const place: Place = { text, start, end: begin + text.length, path };
  if (text[0] !== "{" && text[0] !== "[") {
    return { kind: "scalar", ...place, value: JSON.parse(text) as Scalar };
  }
  if (depth >= DEPTH) {
    return { kind: "deep", ...place };
  }
  const isObject = text[0] === "{";
  const found = members(text, true).map((member, i) => {
    const name = isObject ? member.name : String(i);
    const at = begin + member.end - member.value.length;
    return { name, value: located(member.value, at, isObject ? begin + member.start : at, path + pointer(name), depth + 1) };
  });
  return { kind: isObject ? "object" : "array", ...place, members: found };
}

/** The last member of that name, as JSON.parse keeps the last one. With further names, the member of that member, and so on. */
export function member(of: Located | undefined, ...names: string[]): Located | undefined {
  return names.reduce<Located | undefined>((at, name) => membersOf(at).findLast((each) => each.name === name)?.value, of);
}

/** The members of an object, or the items of an array by their numbers; none for anything else. */
export function contents(of: Located | undefined): LocatedMember[] {
  return of && "members" in of ? of.members : [];
}

// The functions below take the value itself, or with names, a member of it.

/** The members of an object; none for anything else. */
export function membersOf(of: Located | undefined, ...names: string[]): LocatedMember[] {
  const found = member(of, ...names);
  return found?.kind === "object" ? found.members : [];
}

/** The items of an array; none for anything else. */
export function items(of: Located | undefined, ...names: string[]): Located[] {
  const found = member(of, ...names);
  return found?.kind === "array" ? found.members.map(({ value }) => value) : [];
}

/** The value when it is no object and no array, or undefined. */
export function scalar(of: Located | undefined, ...names: string[]): Scalar | undefined {
  const found = member(of, ...names);
  return found?.kind === "scalar" ? found.value : undefined;
}

/** The value when it is a string, or undefined. */
export function text(of: Located | undefined, ...names: string[]): string | undefined {
  return textOf(scalar(of, ...names));
}

/** The value when it is a number, or undefined. */
export function number(of: Located | undefined, ...names: string[]): number | undefined {
  const value = scalar(of, ...names);
  return typeof value === "number" ? value : undefined;
}

/** Whether the value is an array of strings. */
export function isTexts(of: Located): boolean {
  return of.kind === "array" && items(of).every((item) => text(item) !== undefined);
}

/** The value at a path, or undefined. */
export function valueAt(root: Located, path: Path): Located | undefined {
  return names(path).reduce<Located | undefined>((at, name) => contents(at).findLast((each) => each.name === name)?.value, root);
}

/** The last value that is there on a path. */
export function nearest(root: Located, path: Path): Located {
  return valueAt(root, path) ?? nearest(root, path.slice(0, path.lastIndexOf("/")));
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

/** Formats JSON for reading, and keeps what JSON.stringify would change: names in their order, and values as they are written. */
export function tidy(source: string): string {
  return write(locate(source), "");
}

function write(value: Located, indent: string): string {
  if (value.kind === "scalar" || value.kind === "deep") {
    return value.text;
  }
  const [open, close, blank] = value.kind === "array" ? ["[", "]", ""] : ["{", "}", " "];
  const parts = value.members.map(({ name, value: held }) => {
    return (value.kind === "array" ? "" : `${JSON.stringify(name)}: `) + write(held, `${indent}  `);
  });
  const line = open + blank + parts.join(", ") + blank + close;
  // Objects and arrays that hold only scalars are easy to read on one line.
  const fits = value.members.every((member) => member.value.kind === "scalar") && indent.length + line.length <= LINE;
  const lines = parts.map((part) => `${indent}  ${part}`).join(",\n");
  return parts.length === 0 ? open + close : fits ? line : `${open}\n${lines}\n${indent}${close}`;
}
