// elicitform/jsx/vue: <elicitation-form> in the templates of Vue, by
// `import type {} from "elicitform/jsx/vue"`.

import type { EmitFn, HTMLAttributes, PublicProps } from "vue";
import type { ElicitationFormAttributes, ElicitationFormElement, ElicitationFormEvents, ElicitationFormProperties } from "../host/element.js";

type Listeners = { [E in keyof ElicitationFormEvents as `on${Capitalize<E>}`]?: ((event: ElicitationFormEvents[E]) => void) | undefined };

declare module "vue" {
  interface GlobalComponents {
    "elicitation-form": new () => ElicitationFormElement & {
      /** For the checks of templates only; the element has no such member. */
      $props: HTMLAttributes & ElicitationFormAttributes & ElicitationFormProperties & Listeners & PublicProps;
      /** For the checks of templates only; the element has no such member. */
      $emit: EmitFn<{ [E in keyof ElicitationFormEvents]: (event: ElicitationFormEvents[E]) => void }>;
    };
  }
}
