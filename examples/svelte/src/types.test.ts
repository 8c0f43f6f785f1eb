// What Svelte's checks of markup know of the element, and what they refuse.

import type {} from "elicitform/jsx/svelte";
import type { SvelteHTMLElements } from "svelte/elements";

type Element = SvelteHTMLElements["elicitation-form"];

export const props: Element[] = [
  { "frame-url": "/elicitform/index.html", theme: "dark", maxHeight: 600, class: "form", "onelicitform-settled": ({ detail }) => console.log(detail.action) },
  // @ts-expect-error There is no such theme.
  { theme: "pink" },
  // @ts-expect-error The event has no such detail.
  { "onelicitform-settled": ({ detail }) => console.log(detail.answers) },
];
