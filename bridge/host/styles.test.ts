// The browser tests show what followStyles reads: see e2e/styles_test.go.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { designOf, designs } from "./designs.js";
import { ownVariable, SETTING_NAMES, STYLE_NAMES } from "./stylenames.js";

const page = readFileSync("docs/reference/theme.md", "utf8");

test("an element can have each variable that the form reads, and each setting", () => {
  const documented = [...page.matchAll(/^\| `(--[\w-]+)` \|/gm)].map(([, name]) => name).filter((name) => !name!.startsWith("--elicitform-"));
  assert.deepEqual([...STYLE_NAMES].sort(), documented.sort());
  assert.deepEqual(
    (["--color-accent", "--color-background-primary", "--border-radius-sm", "--font-sans", "density"] as const).map(ownVariable),
    ["--elicitform-accent", "--elicitform-background-primary", "--elicitform-border-radius-sm", "--elicitform-font-sans", "--elicitform-density"],
  );
  const own = [...STYLE_NAMES, ...SETTING_NAMES].map(ownVariable);
  assert.equal(new Set(own).size, own.length);
});

test("a map has nothing that the form does not read", () => {
  const known: readonly string[] = [...STYLE_NAMES, ...SETTING_NAMES];
  for (const [design, map] of Object.entries(designs)) {
    assert.deepEqual(Object.keys(map).filter((name) => !known.includes(name)), [], design);
  }
});

test("a design is known by a variable of its own", () => {
  const variables = Object.entries(designs).map(([design, map]) => [design, map["--color-text-secondary"]] as const);
  for (const [design, variable] of variables) {
    const found = designOf({ getPropertyValue: (name) => (name === variable ? " 1" : "") });
    assert.equal(found, designs[design as keyof typeof designs]);
  }
  assert.equal(designOf({ getPropertyValue: () => "" }), undefined);
});
