/**
 * Tells the style sheet if the browser has no calendar: nobody needs to see a button
 * that does nothing. WebKit has none on Linux, where it knows inputs for dates and does
 * not say that it opens nothing.
 */
export function lookForCalendar(page: Document, { vendor, platform }: { readonly vendor: string; readonly platform: string } = navigator): void {
  const input = page.createElement("input");
  input.type = "date";
  if (input.type !== "date" || (vendor.startsWith("Apple") && platform.startsWith("Linux"))) {
    page.documentElement.dataset["calendar"] = "none";
  }
}
