type Properties<Name extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[Name], "innerHTML" | "outerHTML">>;

/** Makes an element with these properties and this content. A text never becomes markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties<Name> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...content);
  return node;
}

/** Makes a button that calls `onPress`. */
export function button(text: string, onPress: () => void, properties: Properties<"button"> = {}): HTMLButtonElement {
  const node = element("button", { type: "button", ...properties }, text);
  node.addEventListener("click", onPress);
  return node;
}
