// Short notices beside a button that was pressed, in live regions.

const TOLD_TIME = 6000;

const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/** Shows a notice for some seconds. */
export function tell(region: HTMLElement, text: string): void {
  region.textContent = text;
  clearTimeout(timers.get(region));
  timers.set(region, setTimeout(() => (region.textContent = ""), TOLD_TIME));
}

/** Copies a text, and says done. Where that fails, otherwise is called, which lets the person copy it and returns what to say. */
export async function copy(text: string, region: HTMLElement, done: string, otherwise: () => string): Promise<void> {
  let told = done;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The person does not allow it, or the page is not secure.
    told = otherwise();
  }
  tell(region, told);
}
