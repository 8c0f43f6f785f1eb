// Style sheets come from hosts, and from servers of fonts. They are read token by token, and each character once.

/**
 * Where the token ends that begins at this place: a comment, a string, blanks, an
 * address without quotes with its `url(…)`, a word with its "(", or one character.
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

/** Where the blanks and comments end that begin at this place. */
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
  /** The source as it is written. */
  readonly whole: string;
  /** The address or the name, without its quotes. */
  readonly name: string;
  /** Where it ends in the text. */
  readonly end: number;
}

const KINDS = ["url", "local"] as const;

/** The first source that begins at this place or behind it. */
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
    // Where nothing closes this one, nothing closes those inside it.
    const name = unquoted(css.slice(at + kind.length + 1, end - 1).trim());
    return css[end - 1] === ")" ? { kind, whole: css.slice(at, end), name, end } : undefined;
  }
  return undefined;
}

/** All sources in a text. */
export function* sources(css: string): Generator<Source> {
  for (let source = nextSource(css, 0); source; source = nextSource(css, source.end)) {
    yield source;
  }
}

/** A string or a name of a style sheet without its quotes. */
export function unquoted(written: string): string {
  return /^["']/.test(written) ? written.slice(1, -1).replace(/\\(.)/g, "$1") : written;
}

// Where a string or an address ends. A string without its second quote ends with its line.
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

// Where the characters end that belong to a blank or a word.
function past(css: string, at: number, belonging: RegExp): number {
  belonging.lastIndex = at;
  belonging.test(css);
  return belonging.lastIndex;
}

const BLANK = /[ \n\t\r\f]*/y;
const WORD = /[-\w\u0080-\uffff]*/y;
