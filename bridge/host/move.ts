/** Moves an element to the end of another one. Returns true when a document in it has to load again: only moveBefore keeps it. */
export function move(element: Element, target: Element): boolean {
  if (element.isConnected) {
    try {
      (target as Element & { moveBefore(node: Node, before: Node | null): void }).moveBefore(element, null);
      return false;
    } catch {
      // The browser has no moveBefore, or the target is in no page or in another one.
    }
  }
  target.append(element);
  return true;
}
