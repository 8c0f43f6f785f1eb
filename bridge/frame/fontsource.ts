import { attempt } from "../message/json.js";
import { sources, tokenEnd } from "../message/stylesheet.js";

/** A source of a font for FontFace, bytes or CSS text, and the origin of a file that the browser would have to load. */
export type FontSource = { source: string | Uint8Array<ArrayBuffer>; origin?: string };

const DATA = /^data:[\w.+/-]*(?:;[\w=.+-]+)*;base64,/i;
const MAX_SOURCES = 8;

/** Reads the `src` descriptor of a @font-face rule in the browser's notation, and leaves out sources that cannot be used. */
export function fontSources(src: string): FontSource[] {
  const found: FontSource[] = [];
  for (const { kind, whole, name } of sources(src)) {
    const source = kind === "local" ? { source: whole } : fromAddress(name);
    if (source && found.push(source) === MAX_SOURCES) {
      break;
    }
  }
  return found;
}

/** Removes the @import rules of a style sheet: a sheet that a script makes may have none. */
export function withoutImports(css: string): string {
  let rest = "";
  let from = 0;
  for (let at = 0; at < css.length; ) {
    let end = tokenEnd(css, at);
    if (css[at] === "@" && css.slice(at, end).toLowerCase() === "@import") {
      rest += css.slice(from, at);
      while (end < css.length && css[end - 1] !== ";") {
        end = tokenEnd(css, end);
      }
      from = end;
    }
    at = end;
  }
  return rest + css.slice(from);
}

function fromAddress(address: string): FontSource | undefined {
  const head = DATA.exec(address.slice(0, 200))?.[0];
  if (head !== undefined) {
    const source = attempt(() => Uint8Array.from(atob(address.slice(head.length)), (character) => character.charCodeAt(0)));
    return source && { source };
  }
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^https?:$/.test(url.protocol) ? { source: `url(${JSON.stringify(url.href)})`, origin: url.origin } : undefined;
}
