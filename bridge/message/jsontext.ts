// Finding and replacing members of a JSON object in its text. Parsing the text
// and writing it again would reorder properties ("9" before "10"), drop repeated
// names and round numbers. These are facts about the request: the person is told
// of them, or the answer depends on them.
//
// Everything here expects text that JSON.parse has accepted; a value that is no
// object has no members.
// The code counts brackets. Functions that call themselves could overflow the stack
// with deep nesting.

/** Where a member of an object stands in its text. */
export interface Member {
  /** The name, with its escapes decoded. */
  name: string;
  /** Start of the quoted name. */
  start: number;
  /** The text of the value. */
  value: string;
  /** End of the value. */
  end: number;
}

/**
 * The members of a JSON object in the order of its text, repeated names included.
 * With arrays, those of a JSON array as well, of which the names are empty.
 */
export function members(text: string, arrays = false): Member[] {
  const found: Member[] = [];
  let depth = 0;
  let name = { start: 0, end: 0 };
  // Where the value begins, at the earliest.
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"': {
        const start = at;
        at = stringEnd(text, at);
        // The first string of a member is its name.
        if (depth === 1 && !from) {
          name = { start, end: at + 1 };
        }
        break;
      }
      case ":":
        from ||= depth === 1 ? at + 1 : 0;
        break;
      case "{":
      case "[":
        if (++depth === 1 && arrays && text[at] === "[") {
          from = at + 1;
        }
        break;
      case "}":
      case "]":
      case ",":
        if (depth === 1 && from) {
          const value = text.slice(from, at).trim();
          const end = text.indexOf(value, from) + value.length;
          // An array may be empty.
          if (value) {
            found.push({ name: JSON.parse(text.slice(name.start, name.end) || '""'), start: name.start, value, end });
          }
          from = name.end ? 0 : at + 1;
        }
        if (text[at] !== ",") {
          depth--;
        }
    }
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
    result += text.slice(copied, member.end - member.value.length) + replace(member.value);
    copied = member.end;
  }
  return result + text.slice(copied);
}

// Where the closing quote of the string is. This is a loop and no regular
// expression: one with an alternative for each character overflows its stack on a
// long string.
function stringEnd(text: string, at: number): number {
  while (text[++at] !== '"') {
    if (text[at] === "\\") {
      at++;
    }
  }
  return at;
}
