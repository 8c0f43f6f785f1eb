// elicitform/jsx/react: <elicitation-form> in the JSX of React, by
// `import type {} from "elicitform/jsx/react"`. React 19 sets properties and listens to
// events of an element, but not if a server rendered it.

import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type {
  ElicitationFormAttributes, ElicitationFormElement, ElicitationFormEvents, ElicitationFormProperties,
} from "../../bridge/host/element.js";

type Listeners = { [E in keyof ElicitationFormEvents as `on${E}`]?: ((event: ElicitationFormEvents[E]) => void) | undefined };

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "elicitation-form": DetailedHTMLProps<HTMLAttributes<ElicitationFormElement>, ElicitationFormElement>
        & ElicitationFormAttributes & ElicitationFormProperties & Listeners;
    }
  }
}
