/** Calls back when the node has left the page, and returns what stops that. */
export function onRemoval(node: Node, removed: () => void): () => void {
  const observer = new MutationObserver(() => {
    // What is only moved is back when the observer is told.
    if (!node.isConnected) {
      removed();
    }
  });
  // Observers do not see into shadow trees, so that each one around is observed.
  for (let root: Node | undefined = node.getRootNode(); root; root = root instanceof ShadowRoot ? root.host.getRootNode() : undefined) {
    observer.observe(root, { childList: true, subtree: true });
  }
  return () => observer.disconnect();
}
