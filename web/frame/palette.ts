import { behind, over, parse, type Rgba } from "../../bridge/message/color.js";
import { choose, COLOURS, NAMES, type Palette as Colours, readableOn } from "./contrast.js";

type Scheme = "light" | "dark";
type Variables = { readonly [name: string]: string };

/**
 * The host's values never get into the style of the document unchanged: the browser computes them on separate elements,
 * and readable ones are set as plain colours, again after each change of colours or themes.
 *
 * If the host names its theme and no colours, the frame is transparent, unless a colour could not be read on the page
 * behind it, as in a dark theme on a white page. The theme is trusted if the host does not describe that page. A browser
 * draws a background if the theme differs from that of the iframe.
 */
export class Palette {
  readonly #root = document.documentElement;
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  #own: { [scheme in Scheme]: Colours } | undefined;
  #variables: Variables = {};
  #behind: readonly string[] = [];
  #drawn = "";

  constructor() {
    this.#dark.addEventListener("change", () => this.#draw());
  }

  /** `behind` is the colour of the text behind the frame, and then the backgrounds there, the nearest first. */
  use(variables: Variables, behind: readonly string[]): void {
    this.#variables = variables;
    this.#behind = behind;
    this.#draw();
  }

  #draw(): void {
    const theme = this.#root.dataset["theme"] as Scheme | undefined;
    const scheme = theme ?? (this.#dark.matches ? "dark" : "light");
    const isTransparent = this.#root.dataset["background"] === "transparent";
    const now = scheme + theme + isTransparent + JSON.stringify([this.#variables, this.#behind]);
    if (now === this.#drawn) {
      return;
    }
    this.#drawn = now;
    // Our own colours are read before the document gets colours of the host.
    const own = (this.#own ??= { light: this.#ours("light"), dark: this.#ours("dark") });
    const named = NAMES.filter((name) => this.#variables[COLOURS[name]] !== undefined);
    const { style } = this.#root;
    if (named.length === 0) {
      style.removeProperty("color-scheme");
      style.setProperty("--behind", theme && this.#fits(own[scheme]) ? "transparent" : "var(--page)");
      NAMES.forEach((name) => style.removeProperty(`--${name}`));
      return;
    }
    const host = this.#resolve(scheme, this.#variables, named, (name) => COLOURS[name]);
    const { colours, near } = choose(host, own[scheme], own[scheme === "light" ? "dark" : "light"]);
    // Scroll bars have to fit the page as well. A document is seen through only in the scheme of its iframe, which is
    // the theme.
    style.setProperty("color-scheme", (isTransparent && theme) || (near === own.light ? "light" : "dark"));
    // A host that wants a transparent frame has a page of the colour on which its other colours were judged.
    style.setProperty("--behind", isTransparent && this.#fits(colours) ? "transparent" : "var(--page)");
    for (const name of NAMES) {
      style.setProperty(`--${name}`, `rgb(${colours[name].join(" ")})`);
    }
  }

  #fits(colours: Colours): boolean {
    const variables = Object.fromEntries(this.#behind.map((value, i) => [`--behind-${i}`, value]));
    const found = this.#resolve("light", variables, Object.keys(variables), (name) => name);
    const [text, ...layers] = Object.values(found);
    return !text || readableOn(behind(over(text, colours.page), layers.filter((layer) => layer !== undefined)), colours);
  }

  #ours(scheme: Scheme): Colours {
    const found = this.#resolve(scheme, {}, NAMES, (name) => `--${name}`);
    return Object.fromEntries(NAMES.map((name) => [name, (found[name] ?? [0, 0, 0]).slice(0, 3)])) as unknown as Colours;
  }

  /**
   * Computes variables as colours in sRGB. An invalid value inherits, or mixes with, the colour around it: it differs
   * inside of two colours.
   */
  #resolve<Name extends string>(
    scheme: Scheme, variables: Variables, names: readonly Name[], variable: (name: Name) => string,
  ): { [name in Name]?: Rgba | undefined } {
    const probe = document.createElement("div");
    probe.hidden = true;
    probe.style.setProperty("color-scheme", scheme);
    probe.style.setProperty("forced-color-adjust", "none");
    for (const [name, value] of Object.entries(variables)) {
      probe.style.setProperty(name, value);
    }
    const groups = ["rgb(1 2 3)", "rgb(251 252 253)"].map((surrounding) => {
      const group = document.createElement("div");
      group.style.color = surrounding;
      probe.append(group);
      return names.map((name) => {
        const part = document.createElement("i");
        part.style.setProperty("color", `color-mix(in srgb, var(${variable(name)}), var(${variable(name)}))`);
        group.append(part);
        return part;
      });
    });
    this.#root.append(probe);
    const [first = [], second = []] = groups.map((parts) => parts.map((part) => getComputedStyle(part).color));
    probe.remove();
    const found = names.map((name, i) => [name, first[i] === second[i] ? parse(first[i] ?? "") : undefined]);
    return Object.fromEntries(found) as { [name in Name]?: Rgba | undefined };
  }
}
