// Finds the members of a JSON object in its text, which JSON.parse has accepted. Parsing the text and writing it again
// would reorder properties ("9" before "10"), drop repeated names and round numbers. The person sees these, or the answer
// depends on them. The code counts brackets, because recursion could overflow the stack with deep nesting.

/** A member of an object, with its place in the text, which includes the blanks around it. */
export interface Member {
  /** The name, with its escapes decoded. */
  name: string;
  start: number;
  /** The text of the value. */
  value: string;
  end: number;
}

/**
 * Lists the members of a JSON object in the order of its text, repeated names included; empty for another value.
 * With `arrays`, also the items of a JSON array, with empty names.
 */
export function members(text: string, arrays = false): Member[] {
  const found: Member[] = [];
  let depth = 0;
  // The earliest place of the member, and the place of the colon after its name.
  let from = 0;
  let colon = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        // To the closing quote. A regular expression with alternatives would overflow its stack on a long string.
        while (text[++at] !== '"') {
          at += text[at] === "\\" ? 1 : 0;
        }
        break;
      case ":":
        colon ||= depth === 1 ? at : 0;
        break;
      case "{":
      case "[":
        from = ++depth === 1 ? at + 1 : from;
        break;
      case "}":
      case "]":
      case ",":
        if (depth === 1) {
          const value = text.slice(colon ? colon + 1 : from, at).trim();
          // An array may be empty.
          if (colon || (arrays && value)) {
            found.push({ name: colon ? JSON.parse(text.slice(from, colon)) : "", start: from, value, end: at });
          }
          from = at + 1;
          colon = 0;
        }
        depth -= text[at] === "," ? 0 : 1;
    }
  }
  return found;
}

/** Returns the text of the last member of that name, like JSON.parse. */
export function memberOf(text: string, name: string): string | undefined {
  return members(text).findLast((member) => member.name === name)?.value;
}
