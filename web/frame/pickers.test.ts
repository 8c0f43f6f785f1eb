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

test("N33 the form draws a calendar unless it is for fingers, or if the browser has none", () => {
  for (const [vendor, platform, forFingers, type, draws] of [
    ["Google Inc.", "Linux armv8l", true, "date", false],
    ["Google Inc.", "Linux x86_64", false, "date", true],
    ["", "Linux armv8l", true, "date", false],
    ["Apple Computer, Inc.", "iPhone", true, "date", false],
    ["Apple Computer, Inc.", "MacIntel", false, "date", true],
    ["Apple Computer, Inc.", "Linux aarch64", true, "date", true],
    ["", "", true, "email", true],
  ] as const) {
    assert.equal(drawsCalendar(page(type), { vendor, platform }, forFingers), draws, `${vendor}, ${platform}, ${forFingers}, ${type}`);
  }
});
