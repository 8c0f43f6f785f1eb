/**
 * Returns the colour of the text at an element, and the backgrounds behind it up to a picture, the nearest first. A picture for which
 * `colourOf` returns a colour counts as that colour.
 */
export function coloursBehind(element: Element, colourOf?: (style: CSSStyleDeclaration) => string | undefined): string[] {
  const colours = [getComputedStyle(element).color];
  for (let node = parentOf(element); node; node = parentOf(node)) {
    const style = getComputedStyle(node);
    if (style.backgroundImage !== "none") {
      const colour = colourOf?.(style);
      if (!colour) {
        break;
      }
      colours.push(colour);
    }
    colours.push(style.backgroundColor);
  }
  return colours;
}

/** Returns the element in which an element is drawn, also across the border of a shadow tree. */
export function parentOf(node: Element): Element | undefined {
  return node.assignedSlot ?? node.parentElement ?? (node.getRootNode() as Partial<ShadowRoot>).host;
}
