import assert from "node:assert/strict";
import { test } from "node:test";
import { lookForCalendar } from "./calendar.js";

// A document whose inputs know some types only: the others are text, as HTML says.
function page(...types: string[]): { document: Document; dataset: Record<string, string> } {
  const dataset: Record<string, string> = {};
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
  return { document: { createElement, documentElement: { dataset } } as unknown as Document, dataset };
}

test("N33 the button of a calendar is there only where the browser has a calendar", () => {
  for (const [vendor, platform, type, shown] of [
    ["Google Inc.", "Linux x86_64", "date", true],
    ["", "Linux x86_64", "date", true],
    ["Apple Computer, Inc.", "iPhone", "date", true],
    ["Apple Computer, Inc.", "MacIntel", "date", true],
    ["Apple Computer, Inc.", "Linux x86_64", "date", false],
    ["", "", "email", false],
  ] as const) {
    const { document, dataset } = page(type);
    lookForCalendar(document, { vendor, platform });
    assert.deepEqual(dataset, shown ? {} : { calendar: "none" }, `${vendor}, ${platform}, ${type}`);
  }
});
