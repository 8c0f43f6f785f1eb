/**
 * Returns the colour of the text at an element, and the backgrounds behind it up to a picture, the nearest first. A gradient counts as
 * the colour between its first and its last one.
 */
export function coloursBehind(element: Element): string[] {
  const colours = [getComputedStyle(element).color];
  for (let node = parentOf(element); node; node = parentOf(node)) {
    const { backgroundImage, backgroundSize, backgroundColor } = getComputedStyle(node);
    if (backgroundImage !== "none") {
      // The innermost functions of a gradient are its colours, and lengths. A picture has an address in quotation marks. With a size of
      // its own, a gradient may be only a line.
      const stops = backgroundImage.match(/"|\b(?!calc)\w+\([^()]+\)/g);
      if (!stops || stops.includes('"') || /\d/.test(backgroundSize)) {
        break;
      }
      colours.push(`color-mix(in srgb,${stops[0]},${stops.at(-1)})`);
    }
    colours.push(backgroundColor);
  }
  return colours;
}

/** Returns the element in which an element is drawn, also across the border of a shadow tree. */
export function parentOf(node: Element): Element | undefined {
  return node.assignedSlot ?? node.parentElement ?? (node.getRootNode() as Partial<ShadowRoot>).host;
}
