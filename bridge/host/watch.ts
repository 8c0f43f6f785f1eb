/** Calls back when a node has left the page. Returns a function that ends the watch. */
export function onRemoval(node: Node, removed: () => void): () => void {
  const observer = new MutationObserver(() => {
    // A node that was only moved is part of the page again by now, but perhaps in
    // another tree.
    if (node.isConnected) {
      observe();
    } else {
      removed();
    }
  });
  // An observer sees nothing of the trees around a shadow tree: each of them is observed.
  const observe = (): void => {
    for (let root: Node | undefined = node.getRootNode(); root; root = (root as Partial<ShadowRoot>).host?.getRootNode()) {
      observer.observe(root, { childList: true, subtree: true });
    }
  };
  observe();
  return () => observer.disconnect();
}
