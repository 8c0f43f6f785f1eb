/**
 * Whether the browser opens no calendar for dates, so that the form has to draw one. WebKit
 * has none on Linux, where it knows inputs for dates, shows a button in them, has their
 * method showPicker(), and does not say that it opens nothing.
 */
export function lacksCalendar(page: Document, { vendor, platform }: { readonly vendor: string; readonly platform: string } = navigator): boolean {
  const input = page.createElement("input");
  input.type = "date";
  return input.type !== "date" || (vendor.startsWith("Apple") && platform.startsWith("Linux"));
}
