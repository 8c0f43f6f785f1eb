// Reads style sheets of hosts and of servers of fonts. They are read token by token, and each character once.

/**
 * Returns the end of the token at this place: a comment, a string, blanks, an address without
 * quotes with its `url(…)`, a word with its "(", or one character.
 */
export function tokenEnd(css: string, at: number): number {
  const first = css[at] ?? "";
  if (first === '"' || first === "'") {
    return closing(css, at + 1, first);
  }
  if (first === "/" && css[at + 1] === "*") {
    const end = css.indexOf("*/", at + 2);
    return end < 0 ? css.length : end + 2;
  }
  const blank = past(css, at, BLANK);
  if (blank > at) {
    return blank;
  }
  const word = past(css, first === "@" ? at + 1 : at, WORD);
  if (word === at || css[word] !== "(") {
    return Math.max(word, at + 1);
  }
  if (css.slice(at, at + 4).toLowerCase() !== "url(") {
    return word + 1;
  }
  const inside = past(css, word + 1, BLANK);
  return css[inside] === '"' || css[inside] === "'" ? inside : closing(css, inside, ")");
}

/** Returns the end of the blanks and comments at this place. */
export function gapEnd(css: string, at: number): number {
  let end = past(css, at, BLANK);
  while (css.startsWith("/*", end)) {
    end = past(css, tokenEnd(css, end), BLANK);
  }
  return end;
}

/** An address of `url(…)` or a font of `local(…)`. */
export interface Source {
  readonly kind: "url" | "local";
  /** The text of the source. */
  readonly whole: string;
  /** The address or the name, without its quotes. */
  readonly name: string;
  /** The place behind it in the text. */
  readonly end: number;
}

const KINDS = ["url", "local"] as const;

/** Finds the first source that begins at this place or behind it. */
export function nextSource(css: string, at: number): Source | undefined {
  while (at < css.length) {
    const inside = tokenEnd(css, at);
    const kind = inside - at > 3 ? KINDS.find((kind) => css.slice(at, at + kind.length + 1).toLowerCase() === `${kind}(`) : undefined;
    if (!kind) {
      at = inside;
      continue;
    }
    let end = inside;
    while (css[end - 1] !== ")" && end < css.length) {
      end = tokenEnd(css, end);
    }
    // If nothing closes this source, nothing closes the sources inside it.
    const name = unquote(css.slice(at + kind.length + 1, end - 1).trim());
    return css[end - 1] === ")" ? { kind, whole: css.slice(at, end), name, end } : undefined;
  }
  return undefined;
}

export function* sources(css: string): Generator<Source> {
  for (let source = nextSource(css, 0); source; source = nextSource(css, source.end)) {
    yield source;
  }
}

/** Removes the quotes and escapes of a string; a name stays unchanged. */
export function unquote(written: string): string {
  return /^["']/.test(written) ? written.slice(1, -1).replace(/\\(.)/g, "$1") : written;
}

// Returns the end of a string or an address. A string without its second quote ends with its line.
function closing(css: string, at: number, end: string): number {
  for (; at < css.length; at++) {
    if (css[at] === end) {
      return at + 1;
    }
    if (css[at] === "\n" && end !== ")") {
      return at;
    }
    if (css[at] === "\\") {
      at++;
    }
  }
  return css.length;
}

// Returns the end of the characters that belong to a blank or a word.
function past(css: string, at: number, members: RegExp): number {
  members.lastIndex = at;
  members.test(css);
  return members.lastIndex;
}

const BLANK = /[ \n\t\r\f]*/y;
const WORD = /[-\w\u0080-\uffff]*/y;
