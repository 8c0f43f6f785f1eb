import { type FontSource, fontSources, withoutImports } from "../../bridge/frame/fontsource.js";
import { unquoted } from "../../bridge/message/stylesheet.js";

// The most characters of style sheet: fonts in it are a third longer than their files.
const LONGEST_TEXT = 4 * 1024 * 1024;
const MOST_FACES = 16;
const LONGEST_FAMILY = 100;

const DESCRIPTORS = {
  display: "font-display",
  featureSettings: "font-feature-settings",
  stretch: "font-stretch",
  style: "font-style",
  unicodeRange: "unicode-range",
  weight: "font-weight",
} as const;

/**
 * The fonts of the host. A host's text never becomes a part of the page: the browser reads the rules on a sheet that
 * belongs to nothing, and fonts are made of the bytes in it. A font at an address is asked for only where the document's
 * address lists its origin, because the document's policy would report each attempt.
 */
export class HostFonts {
  readonly #fonts = document.fonts;
  readonly #origins: readonly string[];
  #text = "";
  #faces: FontFace[] = [];

  /** The origins are those that may be asked for fonts. */
  constructor(origins: readonly string[]) {
    this.#origins = origins;
  }

  /** Uses the fonts of this style sheet in place of those before. A value that is no text, or too long, has none. */
  use(css: unknown): void {
    const text = typeof css === "string" && css.length <= LONGEST_TEXT ? css : "";
    if (text === this.#text) {
      return;
    }
    this.#text = text;
    for (const face of this.#faces) {
      this.#fonts.delete(face);
    }
    const faces = (this.#faces = text === "" ? [] : rulesOf(text).flatMap((rule) => this.#face(rule) ?? []));
    for (const face of faces) {
      this.#fonts.add(face);
      // Bytes that are no font stay without effect, and the next font of the family is used.
      face.load().catch(() => this.#fonts.delete(face));
    }
  }

  #face({ style }: CSSFontFaceRule): FontFace | undefined {
    const family = unquoted(style.getPropertyValue("font-family"));
    const usable = ({ origin }: FontSource): boolean => origin === undefined || this.#origins.includes(origin);
    const found = fontSources(style.getPropertyValue("src")).find(usable);
    if (!found || family === "" || family.length > LONGEST_FAMILY) {
      return undefined;
    }
    const descriptors = Object.entries(DESCRIPTORS).map(([name, property]) => [name, style.getPropertyValue(property)] as const);
    try {
      return new FontFace(family, found.source, Object.fromEntries(descriptors.filter(([, value]) => value !== "")));
    } catch {
      return undefined;
    }
  }
}

function rulesOf(css: string): CSSFontFaceRule[] {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(withoutImports(css));
  return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule).slice(0, MOST_FACES);
}
