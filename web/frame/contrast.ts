// Chooses the colours of the frame: the host's if text can be read in them, and otherwise our own.

import { BLACK, contrast, over, type Rgb, type Rgba, WHITE } from "../../bridge/message/color.js";

/**
 * Our colours in the style sheet, each with the host's style variable that replaces it. Those of the accent, the main button and
 * links are not of MCP Apps.
 */
export const COLOURS = {
  page: "--color-background-primary",
  soft: "--color-background-secondary",
  text: "--color-text-primary",
  muted: "--color-text-secondary",
  line: "--color-border-secondary",
  edge: "--color-border-primary",
  accent: "--color-accent",
  "on-accent": "",
  "accent-soft": "",
  // The main button.
  button: "--color-button",
  "on-button": "--color-button-text",
  "button-hover": "",
  // Links, and the fills as lines that must be seen.
  link: "--color-link",
  "accent-edge": "",
  "button-edge": "",
  ring: "--color-ring-primary",
  danger: "--color-text-danger",
  "danger-soft": "--color-background-danger",
  warn: "--color-text-warning",
  "warn-soft": "--color-background-warning",
  ok: "--color-text-success",
  "ok-soft": "--color-background-success",
} as const;

/** The name of one of our colours. */
export type Colour = keyof typeof COLOURS;
/** The names of all our colours. */
export const NAMES = Object.keys(COLOURS) as Colour[];
/** A colour for each name. */
export type Palette = { readonly [name in Colour]: Rgb };

// The shares of the text's colour in the colours between page and text. The first one that can be read is used.
const STEPS: { readonly [name in Colour]?: readonly number[] } = {
  soft: [0.05, 0.025],
  line: [0.14],
  edge: [0.5, 0.6, 0.8, 1],
  muted: [0.7, 0.8, 0.9, 1],
};
// The shares of the text's colour in a link or a line of the host's colour.
const TOWARDS_TEXT = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((part) => part / 8);
// The shares of the accent in the background of a chosen option.
const CHOSEN = [0.1, 0.05];
// The share of the page or of the text in the main button under the pointer.
const HOVER = 0.12;

const TEXT = 4.5;
const CONTROL = 3;

// Each colour must be readable on these backgrounds, and on the page: a background on which it is not readable gets the colour of
// the page. Lines that only divide need no contrast.
const BACKGROUNDS: { readonly [front in Colour]?: readonly Colour[] } = {
  text: ["page", "soft", "accent-soft", "danger-soft", "warn-soft"],
  muted: ["page", "soft", "accent-soft"],
  "on-accent": ["accent"],
  "on-button": ["button", "button-hover"],
  link: ["page", "soft", "accent-soft"],
  "accent-edge": ["page"],
  "button-edge": ["page"],
  danger: ["page", "danger-soft"],
  warn: ["page", "warn-soft"],
  ok: ["page", "ok-soft"],
  edge: ["page"],
  ring: ["page", "soft", "accent-soft"],
};

/** Each colour with a background that it is drawn on, and the least contrast of the two. */
export const PAIRS = NAMES.flatMap((front) =>
  (BACKGROUNDS[front] ?? []).map((back) => [front, back, /edge|ring/.test(front) ? CONTROL : TEXT] as const),
);

/** Reports whether the colours that are drawn on the palette's own page can be read on another page. */
export function readableOn(page: Rgb, colours: Palette): boolean {
  return PAIRS.every(([front, back, least]) => back !== "page" || contrast(colours[front], page) >= least);
}

type HostColours = { readonly [name in Colour]?: Rgba | undefined };

/**
 * Chooses among the host's colours and ours: `own` for the theme in use, and `other` for the other theme. `near` in the
 * result is `own` or `other`, whichever fits the chosen page better.
 *
 * First comes the page, the host's unless a colour could not be read on it. Then come the colours on the page, and last
 * the other backgrounds. The host's colour wins if it can be read. Quiet colours that are missing are steps from its page
 * to its text, so that nothing of our blue is in a theme of another hue. Its fills stay as they are: the text on them, links and
 * lines change until they can be read. The main button and links have the accent's colour if they have none of their own.
 */
export function choose(host: HostColours, own: Palette, other: Palette): { colours: Palette; near: Palette } {
  const { page } = host;
  const chosenOn = (page: Rgb): { colours: Palette; near: Palette } | undefined => {
    const near = contrast(page, own.page) <= contrast(page, other.page) ? own : other;
    const choice = new Choice(host, page, near, near === own ? other : own);
    return choice.chooseOnPage() ? { colours: choice.chooseFills(), near } : undefined;
  };
  // The colour behind a transparent page is unknown here, so such a page is not used.
  return (page?.[3] === 1 && chosenOn(over(page, own.page))) || chosenOn(own.page) || { colours: own, near: own };
}

/** The choice of the colours for one page. `near` are the colours of ours that fit the page, and `far` those of the other theme. */
class Choice {
  readonly #host: HostColours;
  readonly #page: Rgb;
  readonly #near: Palette;
  readonly #far: Palette;
  readonly #colours: { [name in Colour]: Rgb };
  readonly #hasButton: boolean;

  constructor(host: HostColours, page: Rgb, near: Palette, far: Palette) {
    this.#host = host;
    this.#page = page;
    this.#near = near;
    this.#far = far;
    this.#hasButton = (host.accent ?? host.button ?? host["on-button"]) !== undefined;
    const accent = this.#colourOf("accent", near.accent);
    this.#colours = { ...near, page, soft: page, accent, button: this.#colourOf("button", accent) };
  }

  /** Chooses the colours on the page; false if one of them cannot be read there. */
  chooseOnPage(): boolean {
    for (const [front, , least] of PAIRS.filter(([, back]) => back === "page")) {
      const found = this.#candidates(front).filter((colour) => contrast(colour, this.#page) >= least);
      // A colour that can be read on the soft background as well is better: otherwise that background would be the page.
      const back = BACKGROUNDS[front]!.includes("soft") ? this.#colours.soft : this.#page;
      const best = found.find((colour) => contrast(colour, back) >= least) ?? found[0];
      if (!best) {
        return false;
      }
      this.#colours[front] = best;
      if (front === "text") {
        this.#colours.soft = this.#candidates("soft").find((colour) => contrast(best, colour) >= TEXT) ?? this.#page;
      }
    }
    return true;
  }

  /** Chooses the colours that follow from those on the page, and returns all. */
  chooseFills(): Palette {
    const colours = this.#colours;
    colours.line = this.#candidates("line")[0]!;
    const textOn = (fill: Rgb, ...first: Rgb[]): Rgb =>
      [...first, colours.text, WHITE, BLACK].find((text) => contrast(text, fill) >= TEXT)!;
    if (this.#host.accent) {
      colours["on-accent"] = textOn(colours.accent);
    }
    if (this.#hasButton) {
      const text = this.#host["on-button"];
      colours["on-button"] = textOn(colours.button, ...(text ? [over(text, colours.button)] : []));
    }
    for (const back of NAMES.filter((name) => !["page", "accent", "button"].includes(name))) {
      const frontPairs = PAIRS.filter((pair) => pair[1] === back);
      if (frontPairs.length > 0) {
        const readable = (colour: Rgb): boolean => frontPairs.every(([front, , least]) => contrast(colours[front], colour) >= least);
        colours[back] = this.#candidates(back).find(readable) ?? this.#page;
      }
    }
    return colours;
  }

  #colourOf(name: Colour, otherwise: Rgb): Rgb {
    const colour = this.#host[name];
    return colour ? over(colour, this.#page) : otherwise;
  }

  #candidates(name: Colour): Rgb[] {
    const colour = this.#host[name];
    const steps = this.#steps(name);
    return [...(colour ? [over(colour, this.#page)] : []), ...(steps.length > 0 ? steps : [this.#near[name], this.#far[name]])];
  }

  // Makes colours of those that are chosen already.
  #steps(name: Colour): Rgb[] {
    const [page, near, { accent, button, text }] = [this.#page, this.#near, this.#colours];
    const towardsText = (colour: Rgb): Rgb[] => TOWARDS_TEXT.map((share) => over([...text, share], colour));
    const isThemed = `${[page, text]}` !== `${[near.page, near.text]}`;
    switch (name) {
      case "accent-edge": case "ring": return towardsText(accent);
      case "button-edge": return towardsText(button);
      case "button-hover": return this.#hasButton ? [...[page, text].map((colour) => over([...colour, HOVER], button)), button] : [];
      case "accent-soft": return this.#host.accent || isThemed ? CHOSEN.map((share) => over([...accent, share], page)) : [];
      case "link": return towardsText(this.#colourOf("link", accent));
      default: return isThemed ? (STEPS[name] ?? []).map((share) => over([...text, share], page)) : [];
    }
  }
}
