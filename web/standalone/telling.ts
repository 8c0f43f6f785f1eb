// Short notices beside what was pressed, in regions that screen readers follow.

const TOLD_TIME = 6000;

const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/** Says something for a while. */
export function tell(region: HTMLElement, text: string): void {
  region.textContent = text;
  clearTimeout(timers.get(region));
  timers.set(region, setTimeout(() => (region.textContent = ""), TOLD_TIME));
}

/** Copies a text, or does otherwise what lets the person copy it; both say what was done. */
export async function copy(text: string, region: HTMLElement, done: string, otherwise: () => string): Promise<void> {
  let told = done;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Not allowed, or no secure page.
    told = otherwise();
  }
  tell(region, told);
}
