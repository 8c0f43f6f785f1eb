// elicitform/element: importing this module registers <elicitation-form>.

import { ElicitationFormElement } from "./element.js";

export * from "./element.js";

/** Registers the element, unless that is done: a page may load this module twice, in two bundles. A server lacks custom elements. */
export function registerElement(): void {
  if (globalThis.customElements && !customElements.get("elicitation-form")) {
    customElements.define("elicitation-form", ElicitationFormElement);
  }
}

registerElement();
