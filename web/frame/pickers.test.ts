import assert from "node:assert/strict";
import { test } from "node:test";
import { drawsCalendar } from "./pickers.js";

// A document whose inputs know some types only: the others are text, as HTML says.
function page(...types: string[]): Document {
  const createElement = (): unknown => {
    let type = "text";
    return {
      get type() {
        return type;
      },
      set type(wanted: string) {
        type = types.includes(wanted) ? wanted : "text";
      },
    };
  };
  return { createElement } as unknown as Document;
}

test("N33 the form draws a calendar only if the browser has none", () => {
  for (const [vendor, platform, type, draws] of [
    ["Google Inc.", "Linux x86_64", "date", false],
    ["", "Linux x86_64", "date", false],
    ["Apple Computer, Inc.", "iPhone", "date", false],
    ["Apple Computer, Inc.", "MacIntel", "date", false],
    ["Apple Computer, Inc.", "Linux x86_64", "date", true],
    ["", "", "email", true],
  ] as const) {
    assert.equal(drawsCalendar(page(type), { vendor, platform }), draws, `${vendor}, ${platform}, ${type}`);
  }
});
