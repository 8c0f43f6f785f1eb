import { choose, type Colour, COLOURS, NAMES, type Palette as Colours, parse, type Rgba } from "./contrast.js";

type Scheme = "light" | "dark";
type Variables = { readonly [name: string]: string };

/**
 * The colours of the document. Those of the host never get into it as they
 * came: the browser resolves them beside it, whatever they are written in, and
 * what was found readable is set as plain colours. It is done anew whenever the
 * theme or the system's own changes.
 */
export class Palette {
  readonly #root: HTMLElement;
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  // Ours, as the style sheet has them.
  #own: { [scheme in Scheme]: Colours } | undefined;
  #variables: Variables = {};
  #done = "";

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#dark.addEventListener("change", () => this.#draw());
  }

  /** Takes the host's colours over; the theme is the root's. */
  use(variables: Variables): void {
    this.#variables = variables;
    this.#draw();
  }

  #draw(): void {
    const theme = this.#root.dataset["theme"] as Scheme | undefined;
    const scheme = theme ?? (this.#dark.matches ? "dark" : "light");
    const now = scheme + JSON.stringify(this.#variables);
    if (now === this.#done) {
      return;
    }
    this.#done = now;
    // Before anything of the host is in the document.
    const own = (this.#own ??= { light: this.#ours("light"), dark: this.#ours("dark") });
    const given = NAMES.filter((name) => this.#variables[COLOURS[name]] !== undefined);
    const { style } = this.#root;
    if (given.length === 0) {
      style.removeProperty("color-scheme");
      NAMES.forEach((name) => style.removeProperty(`--${name}`));
      return;
    }
    const host = this.#resolve(scheme, this.#variables, given, (name) => COLOURS[name]);
    const { colours, near } = choose(host, own[scheme], own[scheme === "light" ? "dark" : "light"]);
    // The browser's own parts, such as the arrow of a list, have to fit the page too.
    style.setProperty("color-scheme", near === own.light ? "light" : "dark");
    for (const name of NAMES) {
      style.setProperty(`--${name}`, `rgb(${colours[name].join(" ")})`);
    }
  }

  #ours(scheme: Scheme): Colours {
    const found = this.#resolve(scheme, {}, NAMES, (name) => `--${name}`);
    return Object.fromEntries(NAMES.map((name) => [name, (found[name] ?? [0, 0, 0]).slice(0, 3)])) as unknown as Colours;
  }

  /**
   * What variables are as colours in sRGB. What is no colour inherits, and
   * what is mixed with the colour of its surroundings differs with them: in
   * two surroundings neither is the same.
   */
  #resolve(scheme: Scheme, variables: Variables, names: readonly Colour[], variable: (name: Colour) => string): { [name in Colour]?: Rgba | undefined } {
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
    return Object.fromEntries(names.map((name, i) => [name, first[i] === second[i] ? parse(first[i] ?? "") : undefined]));
  }
}
