// elicitform/element: importing this module registers <elicitation-form>.

import { ElicitationFormElement } from "./element.js";

export * from "./element.js";

// A page may load this module twice, in two bundles. A server lacks custom elements.
if (globalThis.customElements && !customElements.get("elicitation-form")) {
  customElements.define("elicitation-form", ElicitationFormElement);
}
