// elicitform/element: importing this module registers <elicitation-form>.

import { ElicitationFormElement } from "./element.js";

export * from "./element.js";

// A page may have loaded this module twice, in two bundles. On a server there are no custom elements.
if (globalThis.customElements && !customElements.get("elicitation-form")) {
  customElements.define("elicitation-form", ElicitationFormElement);
}
