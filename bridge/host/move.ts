/** Appends an element to a target. Returns true if a document in it has to load again: only moveBefore preserves it. */
export function move(element: Element, target: Element | ShadowRoot): boolean {
  if (element.isConnected) {
    try {
      (target as typeof target & { moveBefore(node: Node, before: Node | null): void }).moveBefore(element, null);
      return false;
    } catch {
      // The browser lacks moveBefore, or the target is not in the same page.
    }
  }
  target.append(element);
  return true;
}
