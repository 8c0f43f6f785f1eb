import { type FontSource, fontSources, withoutImports } from "../../bridge/frame/fontsource.js";
import { unquote } from "../../bridge/message/stylesheet.js";

// Fonts in a style sheet are a third longer than their files.
const MAX_TEXT = 4 * 1024 * 1024;
const MAX_FACES = 16;
const MAX_FAMILY = 100;

const DESCRIPTORS = {
  display: "font-display",
  featureSettings: "font-feature-settings",
  stretch: "font-stretch",
  style: "font-style",
  unicodeRange: "unicode-range",
  weight: "font-weight",
} as const;

/**
 * A host's text never becomes a part of the page: the browser reads the rules on a sheet that belongs to no document,
 * and fonts are made of the bytes in it. A font at an address needs an origin that the document's address lists: the
 * document's policy would report each attempt.
 */
export class HostFonts {
  readonly #fonts = document.fonts;
  readonly #origins: readonly string[];
  #text = "";
  #faces: FontFace[] = [];

  constructor(origins: readonly string[]) {
    this.#origins = origins;
  }

  /** Replaces the fonts with those of this style sheet. A value that is too long or not a text has none. */
  use(css: unknown): void {
    const text = typeof css === "string" && css.length <= MAX_TEXT ? css : "";
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
      // A face of malformed bytes is removed, and the next font of the family is used.
      face.load().catch(() => this.#fonts.delete(face));
    }
  }

  #face({ style }: CSSFontFaceRule): FontFace | undefined {
    const family = unquote(style.getPropertyValue("font-family"));
    const usable = ({ origin }: FontSource): boolean => origin === undefined || this.#origins.includes(origin);
    const found = fontSources(style.getPropertyValue("src")).find(usable);
    if (!found || family === "" || family.length > MAX_FAMILY) {
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
  return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule).slice(0, MAX_FACES);
}
