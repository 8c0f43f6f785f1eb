import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { COLOURS, NAMES } from "./contrast.js";

const page = readFileSync("docs/reference/theme.md", "utf8");
const style = readFileSync("web/frame/style.css", "utf8");
const context = readFileSync("bridge/message/names.ts", "utf8");

/** The rows of a page whose first cell is a name in code: their cells, by that name. */
const rows = new Map(
  [...page.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name = "", cells = ""]) => [name, cells.split(" | ")] as const),
);

test("docs/reference/theme.md has every colour that a host can give, with our own for light and dark", () => {
  const wanted = new Map(NAMES.filter((name) => COLOURS[name] !== "").map((name) => {
    const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(style) ?? [];
    assert.ok(light && dark, name);
    return [COLOURS[name] as string, [`\`${light}\``, `\`${dark}\``]];
  }));
  const found = new Map([...rows].filter(([name]) => name.startsWith("--color-")).map(([name, cells]) => [name, cells.slice(1)]));
  assert.deepEqual(found, wanted);
});

test("docs/reference/theme.md has every other variable of the host that the style sheet reads, with its default", () => {
  const read = [...style.matchAll(/var\((--(?:border|font|color|shadow)-[\w-]+), ([^,;)]+)/g)].map(([, name = "", value = ""]) => [name, value.trim()]);
  assert.ok(read.length > 3);
  const documented = [...rows].filter(([name]) => /^--(?!color-)/.test(name));
  assert.deepEqual(documented.map(([name]) => name).sort(), [...new Set(read.map(([name]) => name))].sort());
  for (const [name, value] of read) {
    assert.ok(rows.get(name!)![1]!.startsWith(`\`${value}`), `${name} is ${value}`);
  }
});

test("docs/reference/theme.md has the members of our own in a host's context that are about the look", () => {
  for (const [name] of [...rows].filter(([name]) => name.startsWith("elicitform/"))) {
    assert.ok(context.includes(`"${name}"; // in the context of a host`), name);
  }
  assert.deepEqual([...rows.keys()].filter((name) => name.startsWith("elicitform/")), ["elicitform/background", "elicitform/density", "elicitform/actions", "elicitform/padding", "elicitform/mark"]);
});
