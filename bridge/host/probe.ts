import { parse, type Rgba } from "../message/color.js";
import type { StyleName } from "./stylenames.js";

/** A style variable, and a CSS value for it. */
export type Source = readonly [name: StyleName, value: string];

// A value that is invalid inherits from its group, so that it differs between these two.
const GROUPS = ["color:rgb(1 2 3);font-family:a;text-indent:1px", "color:rgb(251 252 253);font-family:b;text-indent:2px"];
// The animation tells when the element is rendered, and a transition that a value has changed, from whichever style sheet.
const SHEET = `:host{all:unset!important;position:absolute!important;visibility:hidden!important;forced-color-adjust:none!important}
@keyframes rendered{}
b,i{transition:all 1ms step-end;transition-behavior:allow-discrete}
b{animation:rendered 1ms;color:color-mix(in srgb,currentcolor,currentcolor);background-color:light-dark(#fff,#000)}`;

/** Computes CSS values as they are in the text of an element, by unseen elements in it, which the styles of the page do not reach. */
export class Probe {
  readonly #place: Node;
  readonly #host = document.createElement("div");
  readonly #text = document.createElement("b");
  readonly #groups = GROUPS.map((style) => Object.assign(document.createElement("div"), { style }));
  #values: readonly Source[] = [];
  #written = "";

  /** `onChange` is called when the text or a value may be another one, and when the element is in the page. */
  constructor(element: Element, onChange: () => void) {
    this.#place = element.shadowRoot ?? element;
    const shadow = this.#host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(SHEET);
    shadow.adoptedStyleSheets = [sheet];
    shadow.append(this.#text, ...this.#groups);
    for (const type of ["animationstart", "transitionend"]) {
      shadow.addEventListener(type, onChange);
    }
  }

  /** Puts the unseen elements into the element, unless they are there. */
  place(): Element {
    if (this.#host.parentNode !== this.#place) {
      this.#place.appendChild(this.#host);
    }
    return this.#host;
  }

  remove(): void {
    this.#host.remove();
  }

  /** The size and the font of the text, and whether a dark `color-scheme` is in use. */
  get text(): { size: string; font: string; isDark: boolean } {
    const { fontSize, fontFamily, backgroundColor } = getComputedStyle(this.#text);
    return { size: fontSize, font: fontFamily, isDark: parse(backgroundColor)?.[0] === 0 };
  }

  /** Computes colours in sRGB; undefined for a text that is no colour. */
  colours(texts: readonly string[]): (Rgba | undefined)[] {
    const [first, second] = this.#groups.map((group) => {
      const parts = texts.map((text) => {
        const part = document.createElement("u");
        part.style.color = `color-mix(in srgb,${text},${text})`;
        return part;
      });
      group.append(...parts);
      const computed = parts.map((part) => getComputedStyle(part).color);
      parts.forEach((part) => part.remove());
      return computed;
    });
    return first!.map((colour, i) => (colour === second![i] ? parse(colour) : undefined));
  }

  /** Computes the values of style variables from CSS values; an invalid one is left out. */
  values(sources: readonly Source[]): { [name: string]: string } {
    this.#write(sources);
    const [first, second] = this.#groups.map((group) => Array.from(group.children, (part) => getComputedStyle(part)));
    const found: { [name: string]: string } = {};
    this.#values.forEach(([name], i) => {
      const [value, other] = [first, second].map((styles) => styles![i]!.getPropertyValue(propertyOf(name)));
      if (value === other) {
        found[name] ??= text(name, value!);
      }
    });
    return found;
  }

  #write(sources: readonly Source[]): void {
    const written = JSON.stringify(sources);
    if (written === this.#written) {
      return;
    }
    this.#written = written;
    this.#values = sources.flatMap(([name, value]) => forms(name, value).map((form): Source => [name, form]));
    for (const group of this.#groups) {
      group.replaceChildren(...this.#values.map(([name, value]) => {
        const part = document.createElement("i");
        part.style.setProperty(propertyOf(name), value);
        return part;
      }));
    }
  }
}

// An inherited property that has values of this kind.
function propertyOf(name: StyleName): string {
  return name.startsWith("--color-") ? "color" : name === "--font-sans" || name === "--font-mono" ? "font-family" : "text-indent";
}

// The CSS values that a value of a map may mean. A variable has a colour, or the numbers of one.
function forms(name: StyleName, value: string): string[] {
  const plain = /^--[\w-]+$/.test(value) ? `var(${value})` : value;
  const all = name.startsWith("--color-") && plain !== value ? [plain, `hsl(${plain})`, `rgb(${plain})`] : [plain];
  return name.startsWith("--color-") ? all.map((form) => `color-mix(in srgb,${form},${form})`) : all;
}

function text(name: StyleName, computed: string): string {
  const colour = name.startsWith("--color-") && parse(computed);
  return colour ? rgb(colour) : computed;
}

/** Writes a colour for the context of a host. */
export function rgb([red, green, blue, alpha = 1]: readonly number[]): string {
  return alpha === 1 ? `rgb(${red} ${green} ${blue})` : `rgb(${red} ${green} ${blue} / ${alpha})`;
}
