// How long the program waits at most for the shell to be painted.
const PAINT_TIMEOUT_MS = 250;

/**
 * Resolves when the document has been painted and the page has made room for all of it. A frame that is not rendered
 * paints nothing: then the promise resolves after PAINT_TIMEOUT_MS.
 */
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
