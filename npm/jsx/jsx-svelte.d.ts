// elicitform/jsx/svelte: <elicitation-form> in the markup of Svelte, by
// `import type {} from "elicitform/jsx/svelte"`.

import type { HTMLAttributes } from "svelte/elements";
import type {
  ElicitationFormAttributes, ElicitationFormElement, ElicitationFormEvents, ElicitationFormProperties,
} from "../../bridge/host/element.js";

type Listeners = { [E in keyof ElicitationFormEvents as `on${E}`]?: ((event: ElicitationFormEvents[E]) => void) | undefined };

declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "elicitation-form": HTMLAttributes<ElicitationFormElement> & ElicitationFormAttributes & ElicitationFormProperties & Listeners;
  }
}
