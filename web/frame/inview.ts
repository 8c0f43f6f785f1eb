// The page around the frame may scroll, clip or shrink it. With another origin there, only an observer knows whether all of the
// form is in view.

// How much of the document may be out of view: the sides of boxes are rounded, and a part of this size is not text.
const ROUNDING_PX = 1;
// The steps get finer towards the whole: between two reports the part out of view at most doubles.
const STEPS = [0, ...Array.from({ length: 16 }, (_, i) => 1 - 2 ** -(i + 1)), 1];

// A text that is longer than its box can be seen only in part.
const showsAll = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean =>
  scrollWidth - clientWidth <= ROUNDING_PX && scrollHeight - clientHeight <= ROUNDING_PX;

/**
 * Returns a function that reports whether the whole document is in view, with all typed text. `appears` is called when any of it
 * comes into view.
 */
export function watchView(page: Document, appears: () => void): () => boolean {
  let isWhole = false;
  let isAnyInView = false;
  const look = (entries: IntersectionObserverEntry[]): void => {
    const last = entries.at(-1);
    for (const { isIntersecting } of entries) {
      if (isIntersecting && !isAnyInView) {
        appears();
      }
      isAnyInView = isIntersecting;
    }
    if (last) {
      const { boundingClientRect: box, intersectionRect: shown } = last;
      isWhole = box.height > 0 && box.height - shown.height <= ROUNDING_PX && box.width - shown.width <= ROUNDING_PX;
    }
  };
  const observer = new IntersectionObserver(look, { threshold: STEPS });
  observer.observe(page.documentElement);
  return () => {
    look(observer.takeRecords());
    return isWhole && !page.hidden && [...page.querySelectorAll("main.app :is(input, textarea)")].every(showsAll);
  };
}
