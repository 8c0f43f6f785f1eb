// Whether a person sees all of the form at once is known where it is laid out: the page around the frame may scroll, clip the
// frame or give it less room than it needs. Both documents are another origin to each other, so only an observer can tell.

// A part of the document that is lower and narrower than this is no text, in pixels: the sides of boxes are rounded.
const UNSEEN = 1;
// The shares in view at which the browser tells of a change. The steps get finer towards the whole: what is out of view has at
// most doubled when the browser has not told of it.
const STEPS = [0, ...Array.from({ length: 16 }, (_, i) => 1 - 2 ** -(i + 1)), 1];

/**
 * Returns a function that reports whether the whole document is in view, without scrolling anywhere; false while that is unknown.
 * `appears` is called when any of it comes into view.
 */
export function watchView(page: Document, appears: () => void): () => boolean {
  let whole = false;
  let any = false;
  const look = (entries: IntersectionObserverEntry[]): void => {
    const last = entries.at(-1);
    for (const { isIntersecting } of entries) {
      if (isIntersecting && !any) {
        appears();
      }
      any = isIntersecting;
    }
    if (last) {
      const { boundingClientRect: box, intersectionRect: seen } = last;
      whole = box.height > 0 && box.height - seen.height <= UNSEEN && box.width - seen.width <= UNSEEN;
    }
  };
  const observer = new IntersectionObserver(look, { threshold: STEPS });
  observer.observe(page.documentElement);
  return () => {
    look(observer.takeRecords());
    return whole && !page.hidden;
  };
}
