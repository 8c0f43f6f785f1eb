import { gapEnd, nextSource, sources, tokenEnd, unquote } from "../message/stylesheet.js";

/** The options of {@link embedFonts}. */
export interface EmbedFontsOptions {
  /**
   * The base of relative addresses in the style sheet.
   *
   * @defaultValue the address of the page
   */
  base?: string | URL | undefined;
  /**
   * Aborts: the promise rejects with its reason.
   *
   * @defaultValue never
   */
  signal?: AbortSignal | undefined;
}

// The limits of the frame.
const MAX_FACES = 16;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_IMPORTS = 4;

/**
 * Puts the fonts of a style sheet, and of those that it imports, into it as `data:` addresses: for `styles.css.fonts` of a host
 * context. The page loads them, by its own policy and without credentials. The result has the `@font-face` rules with a file
 * that loads, each with its first such file: at most 16 rules and 2 MiB. So name only the styles and characters that the form needs.
 *
 * @throws The reason of the signal. A file that does not load is omitted.
 *
 * @example
 * ```ts
 * const fonts = await embedFonts('@font-face { font-family: "Chat"; src: url("/fonts/chat.woff2") }');
 * host.setContext({ styles: { variables: { "--font-sans": "Chat, sans-serif" }, css: { fonts } } });
 * ```
 */
export async function embedFonts(css: string, options: EmbedFontsOptions = {}): Promise<string> {
  const base = String(options.base ?? globalThis.document?.baseURI ?? "");
  const init: RequestInit = { credentials: "omit", referrerPolicy: "no-referrer", signal: options.signal ?? null };
  // Loads the file at this address; undefined if that fails.
  const load = async (url: string | undefined): Promise<Response | undefined> => {
    options.signal?.throwIfAborted();
    try {
      const response = url === undefined ? undefined : await fetch(url, init);
      return response?.ok ? response : undefined;
    } catch {
      options.signal?.throwIfAborted();
      return undefined;
    }
  };
  const imported = importsOf(css).map(async (address) => {
    const url = resolved(address, base);
    const sheet = await load(url);
    return sheet && url ? facesOf(await sheet.text(), url) : [];
  });
  const faces = [...(await Promise.all(imported)).flat(), ...facesOf(css, base)].slice(0, MAX_FACES);
  const embedded: string[] = [];
  let room = MAX_BYTES;
  for (const face of faces) {
    const sources = [...face.local];
    for (const address of face.addresses) {
      const font = await (await load(address))?.blob();
      if (font && font.size <= room) {
        room -= font.size;
        sources.push(`url("${await dataAddress(font)}")`);
        break;
      }
    }
    if (sources.length > 0) {
      embedded.push(`@font-face { ${face.rest}src: ${sources.join(", ")} }`);
    }
  }
  return embedded.join("\n");
}

// Reads the @font-face rules of a style sheet: the system fonts and addresses of each rule, and its other declarations.
function facesOf(css: string, base: string) {
  return rulesOf(css).map((declarations) => {
    const isSource = (declaration: string): boolean => /^src\s*:/i.test(declaration);
    const src = declarations.filter(isSource).map((declaration) => declaration.slice(declaration.indexOf(":") + 1)).join();
    const rest = declarations.filter((declaration) => !isSource(declaration)).map((declaration) => `${declaration}; `).join("");
    const all = [...sources(src)];
    return {
      local: all.filter(({ kind }) => kind === "local").map(({ whole }) => whole),
      addresses: all.flatMap(({ kind, name }) => (kind === "url" && resolved(name, base)) || []),
      rest,
    };
  });
}

// Returns the declarations of each @font-face rule, without comments.
function rulesOf(css: string): string[][] {
  const rules: string[][] = [];
  let rule: string[] | undefined;
  for (let at = 0, end: number; at < css.length; at = end) {
    end = tokenEnd(css, at);
    const token = css.slice(at, end);
    if (token.toLowerCase() === "@font-face") {
      end = gapEnd(css, end);
      rule = css[end] === "{" ? [""] : undefined;
      end += rule ? 1 : 0;
    } else if (token === "}" && rule) {
      rules.push(rule.map((declaration) => declaration.trim()).filter((declaration) => declaration !== ""));
      rule = undefined;
    } else if (token === "{") {
      rule = undefined;
    } else if (token === ";") {
      rule?.push("");
    } else if (rule) {
      rule.push(rule.pop() + (token.startsWith("/*") ? " " : token));
    }
  }
  return rules;
}

// Returns the addresses of the first style sheets that a style sheet imports.
function importsOf(css: string): (string | undefined)[] {
  const addresses: (string | undefined)[] = [];
  for (let at = 0, end: number; at < css.length && addresses.length < MAX_IMPORTS; at = end) {
    end = tokenEnd(css, at);
    if (css[at] === "@" && css.slice(at, end).toLowerCase() === "@import") {
      const from = gapEnd(css, end);
      end = Math.max(tokenEnd(css, from), end);
      const token = css.slice(from, end);
      addresses.push(/^["']/.test(token) ? unquote(token) : /^url\(/i.test(token) ? nextSource(css, from)?.name : undefined);
    }
  }
  return addresses;
}

function resolved(address: string | undefined, base: string): string | undefined {
  const from = base || undefined;
  const url = address !== undefined && URL.canParse(address, from) ? new URL(address, from) : undefined;
  return url && /^(https?|data):$/.test(url.protocol) ? url.href : undefined;
}

async function dataAddress(font: Blob): Promise<string> {
  const characters = Array.from(new Uint8Array(await font.arrayBuffer()), (byte) => String.fromCharCode(byte));
  return `data:application/octet-stream;base64,${btoa(characters.join(""))}`;
}
