/** What the form draws itself, because the browser has none that people can use. */
export interface OwnControls {
  readonly calendar: boolean;
  readonly times: boolean;
}

/**
 * What the form has to draw itself. WebKit opens no calendar on Linux, where it knows
 * inputs for dates, has their method showPicker(), and does not say that it opens nothing.
 * And where it is used with a pointer, WebKit shows a time in an empty input for times,
 * in grey, which looks like an answer.
 */
export function ownControls(
  page: Document,
  { vendor, platform, maxTouchPoints }: { readonly vendor: string; readonly platform: string; readonly maxTouchPoints: number } = navigator,
): OwnControls {
  const input = page.createElement("input");
  input.type = "date";
  const webKit = vendor.startsWith("Apple");
  return { calendar: input.type !== "date" || (webKit && platform.startsWith("Linux")), times: webKit && maxTouchPoints === 0 };
}
