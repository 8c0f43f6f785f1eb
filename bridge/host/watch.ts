/** How long a node may be out of the page and still count as present, in milliseconds: a chat that renders again puts it back. */
export const ABSENCE = 1000;

export type Watch = ReturnType<typeof onRemoval>;

/** Calls back when a node was removed from its parent, or when an ancestor with the node in it is out of the page for {@link ABSENCE}. */
export function onRemoval(node: Node, removed: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    // A node that was moved is in the page again by now, but perhaps in another tree.
    if (node.isConnected) {
      clearTimeout(timer);
      timer = undefined;
      observe();
    } else if (node.parentNode) {
      // An ancestor was removed.
      timer ??= setTimeout(lookAgain, ABSENCE);
    } else {
      removed();
    }
  };
  // The node may be back in a tree without an observer.
  const lookAgain = (): void => {
    timer = undefined;
    (node.isConnected ? look : removed)();
  };
  const observer = new MutationObserver(look);
  // An observer does not see the trees around a shadow tree, so each tree is observed.
  const observe = (): void => {
    for (let root: Node | undefined = node.getRootNode(); root; root = (root as Partial<ShadowRoot>).host?.getRootNode()) {
      observer.observe(root, { childList: true, subtree: true });
    }
  };
  observe();
  return {
    /** Whether the node is out of the page, and may come back. */
    get out(): boolean {
      return timer !== undefined;
    },
    end(): void {
      clearTimeout(timer);
      timer = undefined;
      observer.disconnect();
    },
  };
}
