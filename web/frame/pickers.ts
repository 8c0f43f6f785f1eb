/**
 * Reports whether the form draws a calendar. For a mouse it does: Tab stops once at its button, but twice at Chromium's own date
 * input. Phones have a calendar for fingers; WebKit on Linux opens none, although it knows inputs for dates.
 */
export function drawsCalendar(
  page: Document,
  { vendor, platform }: { readonly vendor: string; readonly platform: string } = navigator,
  forFingers = matchMedia("(pointer: coarse)").matches,
): boolean {
  if (!forFingers) {
    return true; // A date input is expensive to make.
  }
  const input = page.createElement("input");
  input.type = "date";
  return input.type !== "date" || (vendor.startsWith("Apple") && platform.startsWith("Linux"));
}
