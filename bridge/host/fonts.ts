import { gapEnd, nextSource, sources, tokenEnd, unquote } from "../message/stylesheet.js";

/** What {@link embedFonts} may be told. */
export interface EmbedFontsOptions {
  /**
   * The address that addresses in the style sheet are relative to.
   *
   * @defaultValue the address of the page
   */
  base?: string | URL | undefined;
  /**
   * Breaks off: the promise rejects with its reason.
   *
   * @defaultValue never
   */
  signal?: AbortSignal | undefined;
}

// The frame takes no more of either.
const MOST_FACES = 16;
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_IMPORTS = 4;

/**
 * Puts the fonts of a style sheet, and of those that it imports, into it as `data:` addresses: for `styles.css.fonts` of a host
 * context. The page loads them, by its own policy and without credentials. Only `@font-face` rules with a file that loads are
 * kept, 16 at most with 2 MiB of files, and of each the first such file. So name the styles and characters that the form needs.
 *
 * @throws The reason of the signal. A file that does not load is left out.
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
  // The file at this address, or undefined when it cannot be had.
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
  const faces = [...(await Promise.all(imported)).flat(), ...facesOf(css, base)].slice(0, MOST_FACES);
  const embedded: string[] = [];
  let room = MOST_BYTES;
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
      embedded.push(`@font-face { ${face.kept}src: ${sources.join(", ")} }`);
    }
  }
  return embedded.join("\n");
}

// The @font-face rules of a style sheet: the fonts of the system and the addresses that each names, and its other declarations.
function facesOf(css: string, base: string) {
  return rulesOf(css).map((declarations) => {
    const isSource = (declaration: string): boolean => /^src\s*:/i.test(declaration);
    const src = declarations.filter(isSource).map((declaration) => declaration.slice(declaration.indexOf(":") + 1)).join();
    const kept = declarations.filter((declaration) => !isSource(declaration)).map((declaration) => `${declaration}; `).join("");
    const found = [...sources(src)];
    return {
      local: found.filter(({ kind }) => kind === "local").map(({ whole }) => whole),
      addresses: found.flatMap(({ kind, name }) => (kind === "url" && resolved(name, base)) || []),
      kept,
    };
  });
}

// The declarations of each @font-face rule, without comments.
function rulesOf(css: string): string[][] {
  const rules: string[][] = [];
  // The text of the rule that is being read, a declaration each.
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

// The addresses of the first sheets that one imports.
function importsOf(css: string): (string | undefined)[] {
  const addresses: (string | undefined)[] = [];
  for (let at = 0, end: number; at < css.length && addresses.length < MOST_IMPORTS; at = end) {
    end = tokenEnd(css, at);
    if (css[at] === "@" && css.slice(at, end).toLowerCase() === "@import") {
      const from = gapEnd(css, end);
      end = Math.max(tokenEnd(css, from), end);
      const written = css.slice(from, end);
      addresses.push(/^["']/.test(written) ? unquote(written) : /^url\(/i.test(written) ? nextSource(css, from)?.name : undefined);
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
