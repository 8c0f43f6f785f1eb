/** Reports whether the form must draw a calendar: WebKit opens none on Linux, although it knows inputs for dates and showPicker(). */
export function drawsCalendar(
  page: Document,
  { vendor, platform }: { readonly vendor: string; readonly platform: string } = navigator,
): boolean {
  const input = page.createElement("input");
  input.type = "date";
  return input.type !== "date" || (vendor.startsWith("Apple") && platform.startsWith("Linux"));
}
