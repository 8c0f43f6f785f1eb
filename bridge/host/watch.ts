/** How long a node may be out of the page and still count as there, in milliseconds: a chat that draws itself anew puts it back. */
export const ABSENCE = 1000;

export type Watch = ReturnType<typeof onRemoval>;

/** Calls back when a node has been taken out of the page, or when an ancestor with the node in it has been out for {@link ABSENCE}. */
export function onRemoval(node: Node, removed: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    // A node that was moved is part of the page again by now, but perhaps in another tree.
    if (node.isConnected) {
      clearTimeout(timer);
      timer = undefined;
      observe();
    } else if (node.parentNode) {
      // It went with what it is in.
      timer ??= setTimeout(late, ABSENCE);
    } else {
      removed();
    }
  };
  // It may be back in a tree that nobody has observed.
  const late = (): void => {
    timer = undefined;
    (node.isConnected ? look : removed)();
  };
  const observer = new MutationObserver(look);
  // An observer sees nothing of the trees around a shadow tree: each of them is observed.
  const observe = (): void => {
    for (let root: Node | undefined = node.getRootNode(); root; root = (root as Partial<ShadowRoot>).host?.getRootNode()) {
      observer.observe(root, { childList: true, subtree: true });
    }
  };
  observe();
  return {
    /** The node is out of the page, and may still come back. */
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
