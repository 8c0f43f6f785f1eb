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
  const has = page("date");
  lookForCalendar(has.document);
  assert.deepEqual(has.dataset, {});
  const none = page("email");
  lookForCalendar(none.document);
  assert.deepEqual(none.dataset, { calendar: "none" });
});
