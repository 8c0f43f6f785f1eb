/**
 * Whether the form has to draw a calendar itself. WebKit opens none on Linux, where it knows
 * inputs for dates, has their method showPicker(), and does not say that it opens nothing.
 */
export function drawsCalendar(
  page: Document,
  { vendor, platform }: { readonly vendor: string; readonly platform: string } = navigator,
): boolean {
  const input = page.createElement("input");
  input.type = "date";
  return input.type !== "date" || (vendor.startsWith("Apple") && platform.startsWith("Linux"));
}
