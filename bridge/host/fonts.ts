/** What {@link embedFonts} may be told. */
export interface EmbedFontsOptions {
  /** The address that addresses in the style sheet are relative to; default: that of the page. */
  base?: string | URL | undefined;
  /** Breaks off: the promise rejects with its reason. */
  signal?: AbortSignal | undefined;
}

// The frame takes no more of either.
const MOST_FACES = 16;
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_IMPORTS = 4;

const FACE = /@font-face\s*\{[^{}]*\}/gi;
const IMPORT = /@import\s+(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"')]+))/gi;
const SRC = /([{;]\s*)src\s*:([^;}]*)/gi;
const ADDRESS = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"')]*))\s*\)/gi;
const LOCAL = /local\(\s*(?:"[^"]*"|'[^']*'|[^"')]*)\)/gi;

/**
 * Puts the fonts of a style sheet into it, as `data:` addresses: for
 * `styles.css.fonts` of a host context, since nothing may load in the frame. The page loads
 * them, by its own policy and without credentials, also those of style sheets that this one imports. Only `@font-face` rules are
 * kept, 16 at most with 2 MiB of files, and of each rule the first file that loads; a
 * rule of which nothing loads is left out. So name the styles and the characters that the form needs.
 */
export async function embedFonts(css: string, options: EmbedFontsOptions = {}): Promise<string> {
  const base = String(options.base ?? globalThis.document?.baseURI ?? "");
  const loader = new Loader(options.signal);
  const imported = [...css.matchAll(IMPORT)].slice(0, MOST_IMPORTS).map(async (match) => {
    const url = resolved(addressOf(match), base);
    const sheet = await loader.load(url);
    return sheet && url ? facesOf(await sheet.text(), url) : [];
  });
  const faces = [...(await Promise.all(imported)).flat(), ...facesOf(css.replace(IMPORT, ""), base)].slice(0, MOST_FACES);
  const embedded: string[] = [];
  let room = MOST_BYTES;
  for (const face of faces) {
    const font = await loader.first(face.addresses, room);
    room -= font?.size ?? 0;
    const sources = [...face.local, ...(font ? [`url("${await dataAddress(font)}")`] : [])];
    if (sources.length > 0) {
      embedded.push(face.with(sources.join(", ")));
    }
  }
  return embedded.join("\n");
}

/** A @font-face rule. */
interface Face {
  readonly local: string[];
  readonly addresses: string[];
  /** The rule with other sources. */
  with(src: string): string;
}

function facesOf(css: string, base: string): Face[] {
  // Comments may hold what looks like a rule.
  return [...css.replace(/\/\*[^]*?(?:\*\/|$)/g, " ").matchAll(FACE)].map(([rule]) => {
    const src = [...rule.matchAll(SRC)].map(([, , value]) => value).join();
    return {
      local: src.match(LOCAL) ?? [],
      addresses: [...src.matchAll(ADDRESS)].flatMap((match) => resolved(addressOf(match), base) ?? []),
      with: (sources) => rule.replace(SRC, "$1").replace(/\s*\}$/, () => `; src: ${sources} }`),
    };
  });
}

function addressOf([, double, single, bare]: RegExpMatchArray): string {
  return double ?? single ?? bare ?? "";
}

function resolved(address: string, base: string): string | undefined {
  const url = base && URL.canParse(address, base) ? new URL(address, base) : URL.canParse(address) ? new URL(address) : undefined;
  return url && /^(https?|data):$/.test(url.protocol) ? url.href : undefined;
}

class Loader {
  readonly #signal: AbortSignal | undefined;

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
  }

  /** The file at this address, or undefined when it cannot be had. */
  async load(url: string | undefined): Promise<Response | undefined> {
    this.#signal?.throwIfAborted();
    try {
      const response = url === undefined ? undefined : await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer", signal: this.#signal ?? null });
      return response?.ok ? response : undefined;
    } catch {
      this.#signal?.throwIfAborted();
      return undefined;
    }
  }

  /** The first of these files that can be had and is no larger than the room. */
  async first(urls: string[], room: number): Promise<Blob | undefined> {
    for (const url of urls) {
      const font = await (await this.load(url))?.blob();
      if (font && font.size <= room) {
        return font;
      }
    }
    return undefined;
  }
}

// How many bytes become one call's arguments.
const CHUNK = 8192;

async function dataAddress(font: Blob): Promise<string> {
  const bytes = new Uint8Array(await font.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return `data:application/octet-stream;base64,${btoa(binary)}`;
}
