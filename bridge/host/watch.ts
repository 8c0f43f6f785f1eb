/** Calls back when the node has left the page, and returns what stops that. */
export function onRemoval(node: Node, removed: () => void): () => void {
  const observer = new MutationObserver(() => {
    // What is only moved is back when the observer is told, but may have got
    // into another tree.
    if (node.isConnected) {
      observe();
    } else {
      removed();
    }
  });
  // Observers do not see into shadow trees, so that each one around is observed.
  const observe = (): void => {
    for (let root: Node | undefined = node.getRootNode(); root; root = (root as Partial<ShadowRoot>).host?.getRootNode()) {
      observer.observe(root, { childList: true, subtree: true });
    }
  };
  observe();
  return () => observer.disconnect();
}
