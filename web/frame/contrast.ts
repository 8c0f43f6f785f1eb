// Chooses the colours of the frame: the host's if text can be read in them, and otherwise our own. Contrast is that of WCAG 2.2.

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];
/** Red, green and blue from 0 to 255, and the opacity from 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** Our colours in the style sheet, each with the host's style variable that replaces it. All but the accent's are of MCP Apps. */
export const COLOURS = {
  page: "--color-background-primary",
  soft: "--color-background-secondary",
  text: "--color-text-primary",
  muted: "--color-text-secondary",
  line: "--color-border-secondary",
  edge: "--color-border-primary",
  accent: "--color-accent",
  "on-accent": "",
  "accent-hover": "",
  "accent-soft": "",
  // The accent as text, and as a line that must be seen.
  link: "",
  "accent-edge": "",
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

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

// The shares of the text's colour in the colours between page and text. The first one that can be read is used.
const STEPS: { readonly [name in Colour]?: readonly number[] } = {
  soft: [0.05, 0.025],
  line: [0.14],
  edge: [0.5, 0.6, 0.8, 1],
  muted: [0.7, 0.8, 0.9, 1],
  // On the accent and not on the page.
  link: [0, 1, 2, 3, 4, 5, 6, 7, 8].map((part) => part / 8),
};
// The shares of the accent in the background of a chosen option.
const CHOSEN = [0.1, 0.05];
// The share of the page or of the text in the accent under the pointer.
const HOVER = 0.12;

const TEXT = 4.5;
const CONTROL = 3;

// Each colour must be readable on these backgrounds, and on the page: a background on which it is not readable gets the colour of
// the page. Lines that only divide need no contrast.
const BACKGROUNDS: { readonly [front in Colour]?: readonly Colour[] } = {
  text: ["page", "soft", "accent-soft", "danger-soft", "warn-soft"],
  muted: ["page", "soft", "accent-soft"],
  "on-accent": ["accent", "accent-hover"],
  link: ["page", "soft", "accent-soft"],
  "accent-edge": ["page"],
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

/** Reads a computed colour in sRGB, as browsers write it, such as `rgb(1, 2, 3)`; undefined for any other text. */
export function parse(text: string): Rgba | undefined {
  const [, space, list] = /^(rgba?\(|color\(srgb )([^()]*)\)$/.exec(text.trim()) ?? [];
  if (space === undefined || list === undefined) {
    return undefined;
  }
  const numbers = list.split(/[\s,/]+/).filter((part) => part !== "").map(number);
  const [red = NaN, green = NaN, blue = NaN, alpha = 1, ...rest] = numbers;
  if ([red, green, blue, alpha].some(Number.isNaN) || rest.length > 0) {
    return undefined;
  }
  // A screen shows no values outside of the range.
  const channel = (value: number): number => Math.round(Math.min(255, Math.max(0, space.startsWith("color") ? value * 255 : value)));
  return [channel(red), channel(green), channel(blue), Math.min(1, Math.max(0, alpha))];
}

function number(text: string): number {
  if (text === "none") {
    return 0;
  }
  return text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text);
}

/** Lays a transparent colour on an opaque one. */
export function over([red, green, blue, alpha]: Rgba, back: Rgb): Rgb {
  const mix = (front: number, behind: number): number => Math.round(front * alpha + behind * (1 - alpha));
  return [mix(red, back[0]), mix(green, back[1]), mix(blue, back[2])];
}

/**
 * Computes the visible colour behind the frame from the colour of the text around it and the backgrounds of its
 * ancestors, the nearest first. Behind transparency and pictures, dark text means a light page.
 */
export function behind(text: Rgb, layers: readonly Rgba[]): Rgb {
  const page: Rgb = contrast(text, WHITE) > contrast(text, BLACK) ? WHITE : BLACK;
  return layers.reduceRight<Rgb>((back, layer) => over(layer, back), page);
}

/** Reports whether the colours that are drawn on the palette's own page can be read on another page. */
export function readableOn(page: Rgb, colours: Palette): boolean {
  return PAIRS.every(([front, back, least]) => back !== "page" || contrast(colours[front], page) >= least);
}

/** Returns the contrast of two colours, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number): number => (value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/**
 * Chooses among the host's colours and ours: `own` for the theme in use, and `other` for the other theme. `near` in the
 * result is `own` or `other`, whichever fits the chosen page better.
 *
 * First comes the page, the host's unless a colour could not be read on it. Then come the colours on the page, and last
 * the other backgrounds. The host's colour wins if it can be read. Quiet colours that are missing are steps from its page
 * to its text, so that nothing of our blue is in a theme of another hue. Its accent fills the main button as it is; links
 * and lines get as much of the text's colour as they need.
 */
export function choose(
  host: { readonly [name in Colour]?: Rgba | undefined }, own: Palette, other: Palette,
): { colours: Palette; near: Palette } {
  const fronts = PAIRS.filter(([, back]) => back === "page");
  const chooseOn = (page: Rgb): { colours: Palette; near: Palette } | undefined => {
    const near = contrast(page, own.page) <= contrast(page, other.page) ? own : other;
    const far = near === own ? other : own;
    const colours: { [name in Colour]: Rgb } = { ...near, page, soft: page };
    if (host.accent) {
      colours.accent = over(host.accent, page);
    }
    // Colours made of those that are chosen already.
    const steps = (name: Colour): Rgb[] => {
      const { accent, text } = colours;
      const isThemed = `${[page, text]}` !== `${[near.page, near.text]}`;
      switch (name) {
        case "accent-edge": return [accent, colours.link];
        case "ring": return [colours["accent-edge"]];
        case "accent-hover": return host.accent ? [...[page, text].map((colour) => over([...colour, HOVER], accent)), accent] : [];
        case "accent-soft": return host.accent || isThemed ? CHOSEN.map((share) => over([...accent, share], page)) : [];
        case "link": return STEPS.link!.map((share) => over([...text, share], accent));
        default: return isThemed ? (STEPS[name] ?? []).map((share) => over([...text, share], page)) : [];
      }
    };
    const candidates = (name: Colour): Rgb[] => {
      const colour = host[name];
      const made = steps(name);
      return [...(colour ? [over(colour, page)] : []), ...(made.length > 0 ? made : [near[name], far[name]])];
    };
    for (const [front, , least] of fronts) {
      const found = candidates(front).filter((colour) => contrast(colour, page) >= least);
      // A colour that can be read on the soft background as well is better: otherwise that background would be the page.
      const back = BACKGROUNDS[front]!.includes("soft") ? colours.soft : page;
      const best = found.find((colour) => contrast(colour, back) >= least) ?? found[0];
      if (!best) {
        return undefined;
      }
      colours[front] = best;
      if (front === "text") {
        colours.soft = candidates("soft").find((colour) => contrast(best, colour) >= TEXT) ?? page;
      }
    }
    colours.line = candidates("line")[0]!;
    if (host.accent) {
      colours["on-accent"] = [colours.text, WHITE, BLACK].find((text) => contrast(text, colours.accent) >= TEXT)!;
    }
    for (const back of NAMES.filter((name) => name !== "page" && name !== "accent")) {
      const frontPairs = PAIRS.filter((pair) => pair[1] === back);
      if (frontPairs.length > 0) {
        const readable = (colour: Rgb): boolean => frontPairs.every(([front, , least]) => contrast(colours[front], colour) >= least);
        colours[back] = candidates(back).find(readable) ?? page;
      }
    }
    return { colours, near };
  };
  const { page } = host;
  // The colour behind a transparent page is unknown here, so such a page is not used.
  return (page?.[3] === 1 && chooseOn(over(page, own.page))) || chooseOn(own.page) || { colours: own, near: own };
}
