const NOTICE_MS = 6000;

const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/** Shows a notice for some seconds. */
export function notify(region: HTMLElement, text: string): void {
  region.textContent = text;
  clearTimeout(timers.get(region));
  timers.set(region, setTimeout(() => (region.textContent = ""), NOTICE_MS));
}

/** Copies a text, and shows the notice `done`. If that fails, `otherwise` lets the person copy the text, and returns another notice. */
export async function copy(text: string, region: HTMLElement, done: string, otherwise: () => string): Promise<void> {
  let notice = done;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The person does not allow it, or the page is not secure.
    notice = otherwise();
  }
  notify(region, notice);
}
