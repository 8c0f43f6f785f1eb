import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const style = readFileSync("web/frame/style.css", "utf8").replaceAll(/\/\*.*?\*\//gs, "");

// A colour that fades for 120 ms is drawn eight times, which was a third of the cost of Continue.
test("G17 nothing is animated", () => {
  assert.deepEqual(style.match(/\b(?:transition|animation|scroll-behavior|@keyframes)\b[^;}]*/g) ?? [], []);
});

test("N34 no selector makes the browser look from a parent at all that is in it", () => {
  assert.deepEqual(style.match(/[^{}]*:has\([^{}]*/g) ?? [], []);
});

test("N34 no selector makes the browser look for pseudo-elements at each element", () => {
  assert.deepEqual(style.match(/(?:^|[\s,}>+~])\*?::(?:before|after)\b/g) ?? [], []);
});

test("N34 no selector ends with a list, which makes the browser try it on each element", () => {
  assert.deepEqual(style.match(/(?:^|[\s,}>+~]):(?:is|where)\([^()]*\)[^\s,{}]*\s*[,{]/g) ?? [], []);
});

/** The rules of the style sheet: selectors and declarations. */
const rules = [...style.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = "", declarations = ""]) => ({
  selector: selector.trim(),
  declarations: declarations.split(";").map((text) => text.trim()).filter(Boolean).map((text) => {
    const [name = "", ...value] = text.split(":");
    return { name: name.trim(), value: value.join(":").trim() };
  }),
}));

test("G22 nothing appears only under the pointer", () => {
  const hovered = rules.filter(({ selector }) => selector.includes(":hover"));
  assert.ok(hovered.length > 5);
  for (const { selector, declarations } of hovered) {
    for (const { name } of declarations) {
      assert.match(name, /^(?:(?:border|background|outline)(?:-color)?|color|text-decoration-thickness|z-index)$/, selector);
    }
  }
});

test("the message has a box, and every other text of the server a line", () => {
  const of = (wanted: string) => rules.filter(({ selector }) => selector === wanted).flatMap(({ declarations }) => declarations.map(({ name, value }) => `${name}: ${value}`));
  assert.ok(of(".server-text").includes("border: solid var(--edge)") && of(".server-text").includes("border-width: 0 0 0 2px"));
  assert.ok(of(":root .message .server-text").includes("border: 0") && of(".message").includes("background: var(--soft)"));
  assert.ok(of(".theirs").includes("text-decoration: underline dotted 1px"));
  // Nothing of ours looks like words that are not ours.
  const dotted = rules.filter(({ selector, declarations }) => selector !== ".theirs" && declarations.some(({ value }) => value.includes("dotted")));
  assert.deepEqual(dotted, []);
});

test("G18 the style sheet knows start and end instead of left and right", () => {
  assert.ok(rules.length > 100);
  const sides = /^(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)\b.*|left|right|float: (?:left|right))$/;
  const mirrored = rules.filter(({ selector }) => selector.startsWith(':root[dir="rtl"] '));
  for (const { selector, declarations } of rules) {
    for (const { name, value } of declarations) {
      assert.doesNotMatch(name, sides, selector);
      assert.doesNotMatch(`${name}: ${value}`, sides, selector);
      // Four values name the sides by their order. They need a rule that swaps them.
      const four = /^(?:margin|padding|inset)$/.test(name) ? value.match(/(?:calc\((?:[^()]|\([^()]*\))*\)|[^\s()]+)/g) ?? [] : [];
      if (four.length === 4 && four[1] !== four[3] && !selector.startsWith(":root[dir")) {
        const swapped = `${four[0]} ${four[3]} ${four[2]} ${four[1]}`;
        assert.ok(mirrored.some((rule) => rule.selector.endsWith(` ${selector}`) && rule.declarations.some((other) => other.name === name && other.value === swapped)), `${selector} { ${name}: ${value} }`);
      }
    }
  }
});

test("the text has the chat's size within bounds, and no control is too small for its pointer", () => {
  const [, size] = /font-size: clamp\(([^;]*)\);/.exec(style) ?? [];
  assert.equal(size, ".8125rem, var(--font-text-md-size, 1rem), 1.25rem");
  // The sizes for a mouse, and those where a finger may touch the screen.
  assert.match(style, /--control: max\(40px, 2\.5rem\);\s*--pad: \.4375rem;\s*--input: 1rem;/);
  assert.match(style, /@media not \(any-pointer: coarse\) \{ :root\[data-density="compact"\] \{ --control: max\(36px, 2\.25rem\); --pad: \.3125rem; \} \}/);
  assert.match(style, /@media \(any-pointer: coarse\) \{ :root \{ --control: max\(44px, 2\.75rem\); --input: max\(16px, 1rem\); \} \}/);
  // No other rule sets the text size of an input, or a height of a control that depends on nothing but the text.
  for (const { selector, declarations } of rules) {
    for (const { name, value } of declarations) {
      assert.ok(!/\b(?:input|select|textarea)$/.test(selector) || name !== "font-size" || value === "var(--input)", `${selector} { ${name}: ${value} }`);
      assert.doesNotMatch(`${name}: ${value}`, /^(?!--).*2\.75rem/, selector);
    }
  }
});
