// Computed colours, and their contrast as in WCAG 2.2.

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];
/** Red, green and blue from 0 to 255, and the opacity from 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

export const WHITE: Rgb = [255, 255, 255];
export const BLACK: Rgb = [0, 0, 0];

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

/** Returns the contrast of two colours, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number): number => (value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
