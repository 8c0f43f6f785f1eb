// elicitform/jsx/vue: <elicitation-form> in the templates of Vue, by
// `import type {} from "elicitform/jsx/vue"`.

import type { EmitFn, HTMLAttributes, PublicProps } from "vue";
import type {
  ElicitationFormAttributes, ElicitationFormElement, ElicitationFormEvents, ElicitationFormProperties,
} from "../../bridge/host/element.js";

type Listeners = { [E in keyof ElicitationFormEvents as `on${Capitalize<E>}`]?: ((event: ElicitationFormEvents[E]) => void) | undefined };
// Templates use frame-url, which vue-tsc checks as frameUrl.
type Camel<Name extends string> = Name extends `${infer Start}-${infer End}` ? `${Start}${Capitalize<Camel<End>>}` : Name;
type Checked = { [Name in keyof ElicitationFormAttributes as Camel<Name>]: ElicitationFormAttributes[Name] };

declare module "vue" {
  interface GlobalComponents {
    "elicitation-form": new () => ElicitationFormElement & {
      /** Only for checks of templates; the element lacks this member. */
      $props: HTMLAttributes & ElicitationFormAttributes & Checked & ElicitationFormProperties & Listeners & PublicProps;
      /** Only for checks of templates; the element lacks this member. */
      $emit: EmitFn<{ [E in keyof ElicitationFormEvents]: (event: ElicitationFormEvents[E]) => void }>;
    };
  }
}
