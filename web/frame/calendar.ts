/**
 * Tells the style sheet if the browser has no calendar, as WebKitGTK: what should be
 * one is then an empty text input, which nobody needs to see.
 */
export function lookForCalendar(page: Document): void {
  const input = page.createElement("input");
  input.type = "date";
  if (input.type !== "date") {
    page.documentElement.dataset["calendar"] = "none";
  }
}
