// What Vue's checks of templates know of the element, and what they refuse.

import type {} from "elicitform/jsx/vue";
import type { ElicitationFormEvents } from "elicitform/element";
import type { GlobalComponents } from "vue";

declare const form: InstanceType<GlobalComponents["elicitation-form"]>;
declare const settled: ElicitationFormEvents["elicitform-settled"];

export const props: (typeof form)["$props"][] = [
  { "frame-url": "/elicitform/index.html", theme: "dark", maxHeight: 600, class: "form", "onElicitform-settled": ({ detail }) => console.log(detail.action) },
  // What strictTemplates makes of frame-url and server-name.
  { frameUrl: "/elicitform/index.html", serverName: "Restaurant" },
  // @ts-expect-error An address is text.
  { frameUrl: 1 },
  // @ts-expect-error There is no such theme.
  { theme: "pink" },
  // @ts-expect-error The event has no such detail.
  { "onElicitform-settled": ({ detail }) => console.log(detail.answers) },
];
form.$emit("elicitform-settled", settled);
// @ts-expect-error There is no such event.
form.$emit("elicitform-answered", settled);
void form.elicit({ message: "?" });
