/** Where a font comes from. */
export type FontSource =
  /** The bytes are in the style sheet. */
  | { kind: "bytes"; bytes: Uint8Array<ArrayBuffer> }
  /** A font of the system, as the style sheet names it. */
  | { kind: "local"; source: string }
  /** A file at this address. */
  | { kind: "address"; url: URL };

// A source in a src descriptor. A browser writes every address in double quotes.
const SOURCE = /(url|local)\(\s*("(?:[^"\\]|\\.)*"|[^"'()\\\s]*)\s*\)/g;
const DATA = /^data:[\w.+/-]*(?:;[\w=.+-]+)*;base64,/i;
const MOST_SOURCES = 8;

/**
 * Reads the `src` descriptor of a @font-face rule, as the browser has written it. What
 * cannot be used is left out: of the rest the first one that works is to be taken.
 */
export function fontSources(src: string): FontSource[] {
  const found: FontSource[] = [];
  for (const [whole, kind, written = ""] of src.matchAll(SOURCE)) {
    const source = kind === "local" ? { kind, source: whole } as const : fromAddress(unquoted(written));
    if (source && found.push(source) === MOST_SOURCES) {
      break;
    }
  }
  return found;
}

/** Style sheet text without its @import rules, which no sheet that a script makes may have. */
export function withoutImports(css: string): string {
  return css.replace(/@import\b\s*(?:url\(\s*(?:"[^"]*"|'[^']*'|[^)]*)\s*\)|"[^"]*"|'[^']*')?[^;]*;?/gi, "");
}

function fromAddress(address: string): FontSource | undefined {
  const head = DATA.exec(address.slice(0, 200))?.[0];
  if (head !== undefined) {
    const bytes = decoded(address.slice(head.length));
    return bytes && { kind: "bytes", bytes };
  }
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^https?:$/.test(url.protocol) ? { kind: "address", url } : undefined;
}

/** A string or a name of a style sheet, as the browser has written it, without its quotes. */
export function unquoted(written: string): string {
  return written.startsWith('"') ? written.slice(1, -1).replace(/\\(.)/g, "$1") : written;
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
