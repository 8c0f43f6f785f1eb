/** Returns the colour of the text at an element, and the backgrounds behind it up to a picture, the nearest first. */
export function coloursBehind(element: Element): string[] {
  const colours = [getComputedStyle(element).color];
  for (let node = parentOf(element); node && getComputedStyle(node).backgroundImage === "none"; node = parentOf(node)) {
    colours.push(getComputedStyle(node).backgroundColor);
  }
  return colours;
}

/** Returns the element in which an element is drawn, also across the border of a shadow tree. */
export function parentOf(node: Element): Element | undefined {
  return node.assignedSlot ?? node.parentElement ?? (node.getRootNode() as Partial<ShadowRoot>).host;
}
