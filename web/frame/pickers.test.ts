import assert from "node:assert/strict";
import { test } from "node:test";
import { ownControls } from "./pickers.js";

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

test("N33 the form draws a calendar only where the browser has none, and asks for times as text where an empty one looks full", () => {
  for (const [vendor, platform, maxTouchPoints, type, calendar, times] of [
    ["Google Inc.", "Linux x86_64", 0, "date", false, false],
    ["", "Linux x86_64", 0, "date", false, false],
    ["Apple Computer, Inc.", "iPhone", 5, "date", false, false],
    ["Apple Computer, Inc.", "MacIntel", 5, "date", false, false],
    ["Apple Computer, Inc.", "MacIntel", 0, "date", false, true],
    ["Apple Computer, Inc.", "Linux x86_64", 0, "date", true, true],
    ["", "", 0, "email", true, false],
  ] as const) {
    assert.deepEqual(ownControls(page(type), { vendor, platform, maxTouchPoints }), { calendar, times }, `${vendor}, ${platform}, ${type}`);
  }
});
