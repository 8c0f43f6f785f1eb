/** Marks each element of the class "fold" whose text is cut off, for the style sheet. That depends on the frame's width and the fonts. */
export function watchFolds(page: Document): void {
  const folds = page.getElementsByClassName("fold");
  const watched = new Set<Element>();
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      target.toggleAttribute("data-cut", target.scrollHeight > target.clientHeight + 1);
    }
  });
  new MutationObserver(() => {
    for (const element of watched) {
      if (!element.isConnected) {
        watched.delete(element);
        sizes.unobserve(element);
      }
    }
    for (const element of folds) {
      if (!watched.has(element)) {
        watched.add(element);
        sizes.observe(element);
      }
    }
  }).observe(page, { childList: true, subtree: true });
}
