const PAINT_TIMEOUT_MS = 250;

/** Resolves when the document has been painted, or after PAINT_TIMEOUT_MS: a frame that is not rendered paints nothing. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    const painted = (): void => {
      if (document.documentElement.scrollHeight <= innerHeight) {
        resolve();
      }
    };
    const soon = (): void => void requestAnimationFrame(() => setTimeout(painted));
    addEventListener("resize", soon);
    soon();
    setTimeout(() => {
      removeEventListener("resize", soon);
      resolve();
    }, PAINT_TIMEOUT_MS);
  });
}
