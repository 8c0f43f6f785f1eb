/**
 * Gives forms the look of the page around them, and keeps it up to date.
 *
 * @module elicitform/styles
 */

import { behind, BLACK, contrast, WHITE } from "../message/color.js";
import { CONTEXT_BACKGROUND } from "../message/names.js";
import { coloursBehind, parentOf } from "./behind.js";
import { type Design, designOf, designs, type StyleMap } from "./designs.js";
import { Probe, rgb, type Source } from "./probe.js";
import { ownVariable, SETTING_NAMES, STYLE_NAMES, type StyleName } from "./stylenames.js";
import type { FormHost, HostContext } from "./types.js";

export { type Design, designs, type StyleMap } from "./designs.js";
export type { StyleName } from "./stylenames.js";

/** The options of {@link followStyles}. */
export interface FollowOptions {
  /**
   * Where the look is read: the container of the host, or another element with the text of the chat.
   *
   * @defaultValue the host if it is an element, else `<body>`
   */
  element?: Element | undefined;
  /**
   * Where the colours, corners and fonts come from that no text of the page has: the name of a design system, or a map of your own,
   * such as `{ ...designs.shadcn, "--color-link": "--brand" }`. With false only the `--elicitform-` variables count.
   *
   * @defaultValue true: the design system whose variables the element has, if any
   */
  map?: StyleMap | Design | boolean | undefined;
  /**
   * `styles.css.fonts` of the context, which `embedFonts` makes.
   *
   * @defaultValue texts are in fonts of the device
   */
  fonts?: string | undefined;
}

// Changes within this time are read together, in milliseconds: a change of theme sets a class, a style and an attribute.
const DELAY = 20;
const QUIET = "--color-background-secondary";
// The most characters of a value that the frame takes.
const MAX_VALUE = 200;

/**
 * Gives a host the look of the page: the theme, the colour behind the forms, the colour, font and size of the text around them, and
 * the colours and corners of a design system. The host gets it now, and again after each change of a class, an attribute, a style
 * sheet, or a setting of the person such as a dark theme. A variable such as `--elicitform-accent` in the style of the element
 * counts before all that.
 *
 * The theme is that of the colours behind the forms. If `color-scheme`, or the element's `theme`, contradicts them, the console says so.
 *
 * @returns A function that ends it.
 *
 * @example
 * ```ts
 * const host = createFormHost({ container });
 * const stop = followStyles(host, { element: container });
 * ```
 */
export function followStyles(host: Pick<FormHost, "setContext">, options: FollowOptions = {}): () => void {
  const element = options.element ?? (host instanceof Element ? host : document.body);
  const follower = new Follower(element, options, (context) => host.setContext(context));
  return () => follower.stop();
}

// Returns the colour between the first and the last one of a gradient; undefined for a picture.
function gradientColour({ backgroundImage, backgroundSize }: CSSStyleDeclaration): string | undefined {
  // The innermost functions of a gradient are its colours, and lengths. A picture has an address in quotation marks.
  const colours = backgroundImage.match(/\b(?!calc)\w+\([^()]+\)/g);
  // With a size of its own, a gradient may be only a line.
  const isWhole = !/\d/.test(backgroundSize);
  return colours && isWhole && !backgroundImage.includes('"') ? `color-mix(in srgb,${colours[0]},${colours.at(-1)})` : undefined;
}

class Follower {
  readonly #element: Element;
  readonly #options: FollowOptions;
  readonly #take: (context: Partial<HostContext>) => void;
  readonly #probe: Probe;
  readonly #end = new AbortController();
  readonly #attributes = new MutationObserver(() => this.#changed());
  #timer: ReturnType<typeof setTimeout> | undefined;
  #taken: Partial<HostContext> = {};
  #hasWarned = false;

  constructor(element: Element, options: FollowOptions, take: (context: Partial<HostContext>) => void) {
    this.#element = element;
    this.#options = options;
    this.#take = take;
    this.#probe = new Probe(element, () => this.#changed());
    // The colour behind the forms may change slowly.
    const changes = ({ target }: Event): void => {
      if (target instanceof Node && target.contains(element)) {
        this.#changed();
      }
    };
    element.ownerDocument.addEventListener("transitionend", changes, { signal: this.#end.signal });
    this.#read();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#end.abort();
    this.#attributes.disconnect();
    this.#probe.remove();
  }

  #changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#read();
    }, DELAY);
  }

  #read(): void {
    const place = this.#probe.place();
    // The element may be in another place than before.
    this.#attributes.disconnect();
    for (let node = parentOf(place); node; node = parentOf(node)) {
      this.#attributes.observe(node, { attributes: true });
    }
    if (!this.#element.isConnected) {
      return;
    }
    const context = this.#context(place);
    if (JSON.stringify(context) !== JSON.stringify(this.#taken)) {
      const removed = Object.keys(this.#taken).map((name) => [name, undefined]);
      this.#taken = context;
      this.#take({ ...Object.fromEntries(removed), ...context });
    }
  }

  #context(place: Element): Partial<HostContext> {
    const { map = true, fonts } = this.#options;
    const style = getComputedStyle(this.#element);
    const isOwn = (name: StyleName): boolean => style.getPropertyValue(ownVariable(name)).trim() !== "";
    const mapped: StyleMap = (map === true ? designOf(style) : typeof map === "string" ? designs[map] : map || undefined) ?? {};
    const found = this.#probe.values(STYLE_NAMES.flatMap((name): Source[] => {
      const source = isOwn(name) ? ownVariable(name) : mapped[name];
      return source ? [[name, source]] : [];
    }));
    const context: Partial<HostContext> = {};
    for (const name of SETTING_NAMES) {
      const value = isOwn(name) ? style.getPropertyValue(ownVariable(name)).trim() : mapped[name];
      if (value) {
        Object.assign(context, { [`elicitform/${name}`]: value });
      }
    }
    if (map === false) {
      return { ...context, styles: { variables: found } };
    }
    const { theme, variables } = this.#page(place, style.colorScheme);
    // In a bubble of the quiet colour, quiet areas are a step from that colour.
    const isHidden = found[QUIET] === variables["--color-background-primary"];
    const hidden = isHidden ? { [QUIET]: undefined } : {};
    return {
      ...context,
      theme,
      styles: { variables: { ...variables, ...found, ...hidden }, css: { fonts } },
      // Pictures and pages that fade show through. A page of the element's own does not.
      ...(found["--color-background-primary"] ? {} : { [CONTEXT_BACKGROUND]: "transparent" }),
    };
  }

  // Reads what the page around the element has.
  #page(place: Element, colorScheme: string): { theme: "light" | "dark"; variables: { [name: string]: string } } {
    const [text = [0, 0, 0, 1], ...layers] = this.#probe.colours(coloursBehind(place, gradientColour));
    const [red, green, blue] = text;
    const page = behind([red, green, blue], layers.filter((layer) => layer !== undefined));
    const theme = contrast(page, WHITE) > contrast(page, BLACK) ? "dark" : "light";
    const { size, font, isDark } = this.#probe.text;
    const scheme = isDark ? "dark" : "light";
    this.#compare(theme, rgb(page), { "color-scheme": colorScheme.includes(scheme) && scheme, theme: this.#element.getAttribute("theme") });
    const variables = {
      "--color-background-primary": rgb(page),
      "--color-text-primary": rgb(text),
      "--font-text-md-size": size,
      "--font-sans": font.length > MAX_VALUE ? font.slice(0, font.lastIndexOf(",", MAX_VALUE)) : font,
    };
    return { theme, variables };
  }

  // Names what contradicts the page, once.
  #compare(theme: string, page: string, named: { [name: string]: unknown }): void {
    const wrong = Object.entries(named).find(([, value]) => (value === "light" || value === "dark") && value !== theme);
    if (wrong && !this.#hasWarned) {
      this.#hasWarned = true;
      console.warn(`elicitform: the ${wrong[0]} is "${wrong[1]}", but the page behind the form is ${page}: the form is ${theme}`);
    }
  }
}
