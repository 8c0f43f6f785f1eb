// elicitform/element: importing this module registers <elicitation-form>.

import { registerElement } from "./element.js";

export * from "./element.js";

registerElement();
