import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { behind, contrast, over, parse, type Rgb, type Rgba } from "../../bridge/message/color.js";
import { choose, type Colour, COLOURS, NAMES, PAIRS, type Palette, readableOn } from "./contrast.js";

const css = readFileSync("web/frame/style.css", "utf8");

// Our own colours for one theme, from the style sheet.
function palette(theme: 0 | 1): Palette {
  const colour = (name: Colour): Rgb => {
    const hex = new RegExp(`^  --${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\);$`, "m").exec(css)?.[theme + 1];
    assert.ok(hex, `the style sheet has no --${name} for two themes`);
    return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
  };
  return Object.fromEntries(NAMES.map((name) => [name, colour(name)])) as unknown as Palette;
}

const light = palette(0);
const dark = palette(1);
const opaque = ([red, green, blue]: Rgb): Rgba => [red, green, blue, 1];

function failing(colours: Palette): string[] {
  return PAIRS.filter(([front, back, least]) => contrast(colours[front], colours[back]) < least).map(
    ([front, back]) => `${front} on ${back}: ${contrast(colours[front], colours[back]).toFixed(2)}`,
  );
}

test("G16 reads what browsers write, and nothing else", () => {
  const cases: [text: string, want: Rgba | undefined][] = [
    ["rgb(1, 2, 3)", [1, 2, 3, 1]],
    ["rgba(1, 2, 3, 0.5)", [1, 2, 3, 0.5]],
    ["rgb(1 2 3 / 50%)", [1, 2, 3, 0.5]],
    ["rgba(0, 0, 0, 0)", [0, 0, 0, 0]],
    ["color(srgb 1 0.5 0)", [255, 128, 0, 1]],
    ["color(srgb 1 0.5 0 / 0.25)", [255, 128, 0, 0.25]],
    // Values outside of sRGB, a missing value, and a very small one.
    ["color(srgb 1.09 -0.22 none)", [255, 0, 0, 1]],
    ["color(srgb 1e-7 0 0 / 1)", [0, 0, 0, 1]],
    ["color(srgb 1 1 1 / 7)", [255, 255, 255, 1]],
    ["", undefined],
    ["red", undefined],
    ["#fff", undefined],
    ["rgb(1, 2)", undefined],
    ["rgb(1, 2, 3, 1, 1)", undefined],
    ["rgb(a, b, c)", undefined],
    ["rgb(calc(1), 2, 3)", undefined],
    ["color(display-p3 1 0 0)", undefined],
    ["oklch(0.5 0.1 20)", undefined],
    ["rgb(1, 2, 3); color: red", undefined],
  ];
  for (const [text, want] of cases) {
    assert.deepEqual(parse(text), want, text);
  }
});

test("G16 our own colours can be read on the light and the dark pages that are seen through the frame", () => {
  const grey = (value: number): Rgb => [value, value, value];
  const pages = (from: number, to: number): Rgb[] => Array.from({ length: to - from + 1 }, (_, i) => grey(from + i));
  for (const page of pages(216, 255)) {
    assert.deepEqual(failing({ ...light, page }), [], `light, on ${page}`);
  }
  for (const page of pages(0, 66)) {
    assert.deepEqual(failing({ ...dark, page }), [], `dark, on ${page}`);
  }
});

test("G16 measures as WCAG does", () => {
  const cases: [a: Rgb, b: Rgb, want: string][] = [
    [[0, 0, 0], [255, 255, 255], "21.00"],
    [[255, 255, 255], [0, 0, 0], "21.00"],
    [[18, 52, 86], [18, 52, 86], "1.00"],
    [[118, 118, 118], [255, 255, 255], "4.54"],
    [[119, 119, 119], [255, 255, 255], "4.48"],
    [[255, 0, 0], [255, 255, 255], "4.00"],
    [[0, 0, 255], [255, 255, 255], "8.59"],
  ];
  for (const [a, b, want] of cases) {
    assert.equal(contrast(a, b).toFixed(2), want);
  }
  assert.deepEqual(over([0, 0, 0, 0.5], [255, 255, 255]), [128, 128, 128]);
  assert.deepEqual(over([9, 9, 9, 0], [1, 2, 3]), [1, 2, 3]);
});

test("G16 our own colours can be read in both themes, and every front on the page as well", () => {
  assert.deepEqual(failing(light), []);
  assert.deepEqual(failing(dark), []);
  for (const [front, back, least] of PAIRS) {
    if (!/^(accent|button)/.test(back)) {
      assert.ok(PAIRS.some((pair) => pair[0] === front && pair[1] === "page" && pair[2] >= least), `${front} on ${back}`);
    }
  }
});

test("G16 the colours of a host are used as long as they can be read", () => {
  const host = { page: [250, 245, 230, 1], soft: [240, 230, 210, 1], text: [40, 30, 20, 1], muted: [90, 80, 70, 1], line: [220, 210, 190, 1] } as const;
  const { colours, near } = choose(host, light, dark);
  for (const name of ["page", "soft", "text", "muted", "line"] as const) {
    assert.deepEqual(opaque(colours[name]), host[name], name);
  }
  assert.deepEqual(colours.danger, light.danger);
  assert.equal(near, light);
  assert.deepEqual(choose({}, dark, light), { colours: dark, near: dark });
});

test("G16 only unreadable colours are replaced", () => {
  // A host with a dark page in the light theme gets our colours for the dark theme.
  const night = choose({ page: [20, 20, 30, 1] }, light, dark);
  const { page, text, accent, danger } = night.colours;
  assert.deepEqual({ page, text, accent, danger }, { ...pick(dark), page: [20, 20, 30] });
  assert.equal(night.near, dark);
  // Text in the colour of its page.
  assert.deepEqual(choose({ text: [255, 255, 255, 1] }, light, dark).colours, light);
  assert.deepEqual(choose({ page: [255, 255, 255, 1], text: [250, 250, 250, 1], edge: [255, 255, 255, 1] }, light, dark).colours, light);
  // A box on which the text of the page cannot be read.
  assert.deepEqual(choose({ soft: [30, 30, 30, 1] }, light, dark).colours, light);
  // What lies behind a transparent page is not known; behind a transparent box lies the page.
  assert.deepEqual(choose({ page: [0, 0, 0, 0.99] }, light, dark).colours, light);
  assert.deepEqual(choose({ soft: [0, 0, 0, 0.02] }, light, dark).colours.soft, [250, 250, 250]);
  assert.deepEqual(choose({ soft: [0, 0, 0, 0.5], text: [0, 0, 0, 0.1] }, light, dark).colours, light);
  // On a middling grey neither theme can be read.
  assert.deepEqual(choose({ page: [128, 128, 128, 1] }, dark, light).colours, dark);
});

test("G16 the quiet colours of a theme that has none are steps from its page to its text", () => {
  for (const [page, text, own, other] of [[[250, 245, 230], [40, 30, 20], light, dark], [[38, 36, 32], [250, 248, 240], dark, light]] as const) {
    const { colours } = choose({ page: opaque(page), text: opaque(text) }, own, other);
    const steps = [page, colours.soft, colours.line, colours.edge, colours.muted, text];
    const contrasts = steps.map((step) => contrast(step, page));
    assert.deepEqual(contrasts, [...contrasts].sort((a, b) => a - b), JSON.stringify(steps));
    for (const [red, , blue] of steps) {
      assert.ok(red > blue, `the warm theme gets ${red}, ${blue}: ${JSON.stringify(steps)}`);
    }
    assert.notDeepEqual(colours.soft, page);
    assert.deepEqual(failing(colours), []);
  }
  // Without any hue nothing gets one.
  const { soft, line, edge, muted } = choose({ page: [255, 255, 255, 1], text: [13, 13, 13, 1], accent: [13, 13, 13, 1] }, light, dark).colours;
  for (const [red, green, blue] of [soft, line, edge, muted]) {
    assert.deepEqual([red, green], [green, blue]);
  }
});

test("G16 quiet text that cannot be read in the box of the message gives way, and the box stays", () => {
  const host = { page: [255, 255, 255, 1], soft: [240, 240, 240, 1], text: [20, 20, 20, 1], muted: [118, 118, 118, 1] } as const;
  const { soft, muted } = choose(host, light, dark).colours;
  assert.deepEqual([opaque(soft), contrast(muted, soft) >= 4.5], [host.soft, true]);
});

test("G16 the accent of a chat fills the main button as it is; what is read in it is darker or lighter if needed", () => {
  const green = choose({ accent: [0, 110, 60, 1] }, light, dark).colours;
  assert.deepEqual([green.accent, green.link, green.ring, green["on-accent"]], [[0, 110, 60], [0, 110, 60], [0, 110, 60], [255, 255, 255]]);
  assert.deepEqual(green["accent-soft"], [230, 241, 236]);
  // Of a yellow on white, and of a dark blue on black, the hue stays.
  const yellow = choose({ accent: [255, 210, 0, 1] }, light, dark).colours;
  assert.deepEqual(yellow.accent, [255, 210, 0]);
  assert.ok(yellow.link[0] > yellow.link[2] + 40, `${yellow.link}`);
  const blue = choose({ accent: [20, 20, 160, 1] }, dark, light).colours;
  assert.ok(blue.link[2] > blue.link[0] + 40, `${blue.link}`);
  // An indigo that white can be read on, and links cannot be read in on the box of a message.
  const indigo = choose({ page: [255, 255, 255, 1], text: [35, 37, 42, 1], accent: [94, 106, 210, 1] }, light, dark).colours;
  assert.deepEqual([indigo.accent, indigo["on-accent"]], [[94, 106, 210], [255, 255, 255]]);
  assert.notDeepEqual(indigo.soft, indigo.page);
  // A ring of its own stays, and one that cannot be seen gives way to the accent.
  assert.deepEqual(choose({ accent: [0, 110, 60, 1], ring: [160, 0, 0, 1] }, light, dark).colours.ring, [160, 0, 0]);
  assert.deepEqual(choose({ accent: [0, 110, 60, 1], ring: [250, 250, 250, 1] }, light, dark).colours.ring, [0, 110, 60]);
  for (const colours of [green, yellow, blue, indigo]) {
    assert.deepEqual(failing(colours), []);
  }
});

test("G16 on the accent stands the host's text if it can be read, else white, else black", () => {
  const cases: [text: Rgb, accent: Rgb, want: Rgb][] = [
    [[60, 20, 40], [255, 180, 210], [60, 20, 40]],
    [[60, 20, 40], [160, 0, 90], [255, 255, 255]],
    [[110, 60, 80], [225, 105, 65], [0, 0, 0]],
  ];
  for (const [text, accent, want] of cases) {
    const { colours } = choose({ page: [255, 250, 252, 1], text: opaque(text), accent: opaque(accent) }, light, dark);
    assert.deepEqual([colours.accent, colours["on-accent"]], [accent, want]);
    assert.notDeepEqual(colours["button-hover"], accent, "the pointer is seen on the button");
    assert.deepEqual(failing(colours), []);
  }
});

test("G16 the main button, its text and links have colours of their own, and the chosen option keeps the accent", () => {
  const host = { accent: [0, 110, 60, 1], button: [120, 30, 160, 1], "on-button": [255, 250, 200, 1], link: [160, 60, 0, 1] } as const;
  const { colours } = choose(host, light, dark);
  for (const name of ["accent", "button", "on-button", "link"] as const) {
    assert.deepEqual(opaque(colours[name]), host[name], name);
  }
  assert.deepEqual([colours["button-edge"], colours["accent-edge"], colours.ring], [[120, 30, 160], [0, 110, 60], [0, 110, 60]]);
  assert.notDeepEqual(colours["button-hover"], colours.button, "the pointer is seen on the button");
  // Text of a button that has the accent's colour.
  assert.deepEqual(choose({ accent: [0, 110, 60, 1], "on-button": [255, 250, 200, 1] }, light, dark).colours["on-button"], [255, 250, 200]);
  assert.deepEqual(choose({ "on-button": [255, 250, 200, 1] }, light, dark).colours["on-button"], [255, 250, 200]);
  // A button alone changes nothing else.
  const { button, "on-button": onButton, "button-hover": hover, "button-edge": edge, ...others } = choose({ button: [120, 30, 160, 1] }, light, dark).colours;
  assert.deepEqual([button, onButton, edge], [[120, 30, 160], [255, 255, 255], [120, 30, 160]]);
  assert.deepEqual(hover, [136, 57, 171]);
  for (const [name, colour] of Object.entries(others)) {
    assert.deepEqual(colour, light[name as Colour], name);
  }
});

test("G16 text of the main button and links that cannot be read give way, and the fill stays", () => {
  const host = { page: [255, 255, 255, 1], text: [30, 30, 30, 1], button: [255, 230, 0, 1], "on-button": [255, 255, 255, 1], link: [255, 180, 180, 1] } as const;
  const { colours } = choose(host, light, dark);
  assert.deepEqual([colours.button, colours["on-button"]], [[255, 230, 0], [30, 30, 30]]);
  // The hue of a link stays, and the edge shows where a weak button ends.
  assert.ok(colours.link[0] > colours.link[2] && contrast(colours.link, colours.soft) >= 4.5, `${colours.link}`);
  assert.ok(contrast(colours["button-edge"], colours.page) >= 3, `${colours["button-edge"]}`);
  assert.deepEqual(failing(colours), []);
});

test("G16 whatever a host gives, everything can be read", () => {
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  let used = 0;
  for (let round = 0; round < 5000; round++) {
    const host: { [name in Colour]?: Rgba } = {};
    // In half of the rounds the colours are close to each other, as in a real theme.
    const base = random(256);
    const channel = (): number => (round % 2 ? Math.min(255, Math.max(0, base + random(80) - 40)) : random(256));
    for (const name of NAMES) {
      if (COLOURS[name] && random(3) > 0) {
        host[name] = [channel(), channel(), channel(), random(4) ? 1 : random(101) / 100];
      }
    }
    const { colours } = choose(host, random(2) ? light : dark, random(2) ? light : dark);
    assert.deepEqual(failing(colours), [], JSON.stringify(host));
    used += host.page && contrast(over(host.page, [0, 0, 0]), colours.page) === 1 ? 1 : 0;
  }
  assert.ok(used > 100, `the page of the host was used in ${used} of 5000 rounds`);
});

test("E4 behind the frame is the nearest opaque background, or one that fits the text there", () => {
  const cases: [what: string, text: Rgb, layers: Rgba[], want: Rgb][] = [
    ["a white card on a dark page", [0, 0, 0], [[0, 0, 0, 0], [255, 255, 255, 1], [10, 10, 10, 1]], [255, 255, 255]],
    ["a glass on a dark page", [255, 255, 255], [[255, 255, 255, 0.2], [0, 0, 0, 1]], [51, 51, 51]],
    ["dark text on nothing that is known", [30, 30, 30], [], [255, 255, 255]],
    ["light text on nothing that is known", [230, 230, 230], [[0, 0, 0, 0]], [0, 0, 0]],
    ["a glass over a picture under light text", [240, 240, 240], [[255, 0, 0, 0.5]], [128, 0, 0]],
  ];
  for (const [what, text, layers, want] of cases) {
    assert.deepEqual(behind(text, layers), want, what);
  }
});

test("E4 our colours can be read on pages of their theme, and not on those of the other one", () => {
  for (const page of ["#ffffff", "#fafafa", "#f4f5f8", "#ececf1", "#fdf6e9", "#e8f0fe"]) {
    assert.deepEqual([readableOn(hex(page), light), readableOn(hex(page), dark)], [true, false], page);
  }
  for (const page of ["#000000", "#121212", "#17181b", "#1e1e1e", "#212121", "#0d1117", "#2b2b33"]) {
    assert.deepEqual([readableOn(hex(page), light), readableOn(hex(page), dark)], [false, true], page);
  }
  // Between the two there is a grey on which neither can be read.
  assert.deepEqual([readableOn([128, 128, 128], light), readableOn([128, 128, 128], dark)], [false, false]);
});

function pick({ page, text, accent, danger }: Palette): object {
  return { page, text, accent, danger };
}

function hex(text: string): Rgb {
  return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)) as unknown as Rgb;
}
