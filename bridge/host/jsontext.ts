// Finding and replacing members of a JSON object in its text. Parsing and
// printing again would reorder properties ("10" before "9"), drop repeated
// names and round numbers: all of them facts about the request that the
// person must be told, or answer under.
//
// Everything here expects text that JSON.parse has accepted as an object.

/** Where a member of an object stands in its text. */
export interface Member {
  /** The name, with its escapes decoded. */
  name: string;
  /** Start of the quoted name. */
  start: number;
  /** Start of the value. */
  valueStart: number;
  /** End of the value. */
  end: number;
}

/** The members of a JSON object in the order of its text, repeated names included. */
export function members(text: string): Member[] {
  const found: Member[] = [];
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (text[at] === '"') {
    const start = at;
    at = skipString(text, at);
    const name = String(JSON.parse(text.slice(start, at)));
    const valueStart = skipSpace(text, skipSpace(text, at) + 1);
    const end = skipValue(text, valueStart);
    found.push({ name, start, valueStart, end });
    at = skipSpace(text, end);
    if (text[at] !== ",") {
      break;
    }
    at = skipSpace(text, at + 1);
  }
  return found;
}

/** The last member of that name, which is the one that JSON.parse keeps. */
export function memberSpan(text: string, name: string): Member | undefined {
  return members(text).findLast((member) => member.name === name);
}

/**
 * Replaces the value of every member of that name, or appends the member when
 * there is none. A repeated name stays repeated, so that whoever reads the
 * text can still refuse it, but no repetition keeps its old value.
 */
export function withMember(text: string, name: string, replace: (value: string | undefined) => string): string {
  const all = members(text);
  const matching = all.filter((member) => member.name === name);
  if (matching.length === 0) {
    const close = text.lastIndexOf("}");
    const comma = all.length > 0 ? "," : "";
    return `${text.slice(0, close)}${comma}${JSON.stringify(name)}:${replace(undefined)}${text.slice(close)}`;
  }
  let result = "";
  let copied = 0;
  for (const member of matching) {
    result += text.slice(copied, member.valueStart) + replace(text.slice(member.valueStart, member.end));
    copied = member.end;
  }
  return result + text.slice(copied);
}

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /[^\s,\]}]*/y;
const NESTED = /[^"[\]{}]*/y;

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.exec(text);
  return Math.max(pattern.lastIndex, at);
}

function skipSpace(text: string, at: number): number {
  return skip(SPACE, text, at);
}

// Written as a loop, not as a pattern: a pattern with an alternative for each
// character overflows the regular expression stack on a long string.
function skipString(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    switch (text[i]) {
      case "\\":
        i++;
        break;
      case '"':
        return i + 1;
    }
  }
  return text.length;
}

// Counts brackets instead of calling itself, so that deep nesting cannot
// overflow the stack.
function skipValue(text: string, at: number): number {
  switch (text[at]) {
    case '"':
      return skipString(text, at);
    case "{":
    case "[":
      break;
    default:
      return skip(SCALAR, text, at);
  }
  let depth = 0;
  while (at < text.length) {
    switch (text[at]) {
      case '"':
        at = skipString(text, at);
        break;
      case "{":
      case "[":
        depth++;
        at++;
        break;
      default:
        depth--;
        at++;
        if (depth === 0) {
          return at;
        }
    }
    at = skip(NESTED, text, at);
  }
  return at;
}
