type Properties<Name extends keyof HTMLElementTagNameMap> = Partial<Omit<HTMLElementTagNameMap[Name], "innerHTML" | "outerHTML">>;

/** Makes an element with these properties and this content. Text stays text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties<Name> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
}

/** Makes a button that does nothing but call press. */
export function button(text: string, press: () => void, properties: Properties<"button"> = {}): HTMLButtonElement {
  const made = element("button", { type: "button", ...properties }, text);
  made.addEventListener("click", press);
  return made;
}
