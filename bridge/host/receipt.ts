import { listOf, own, textOf } from "../message/json.js";

// The receipt of a round is a line in the place of the frame, in the frame's words. Opened, it shows the
// answers, which are nowhere else by then. Another document may have taken the place of the frame's.
const LONGEST = 200;
const MOST = 50;
const CLASS = "elicitform-receipt";
// Marks that are piled up on a letter of the server paint over nothing of the page.
const CLIP = "overflow:clip;overflow-clip-margin:4px";

/** Leaves what the frame has said of a round that ended in that way. Returns what of it takes the focus. */
export function leave(said: unknown, how: string, container: HTMLElement): HTMLElement | undefined {
  const textIn = (text: unknown): string => (textOf(text) ?? "").slice(0, LONGEST);
  const make = (name: string, more: object, ...inside: HTMLElement[]): HTMLElement => {
    const element = Object.assign(container.ownerDocument.createElement(name), { dir: "auto" }, more);
    element.append(...inside);
    return element;
  };
  const line = textIn(own(said, how));
  if (!line) {
    return undefined;
  }
  // What was told of answers that the host has refused is not sent.
  const answers = how === "answered" || how === "person" ? listOf(own(said, "answers")).slice(0, MOST) : [];
  const opens = answers.length > 0;
  const head = make(opens ? "summary" : "span", { textContent: line, tabIndex: opens ? 0 : -1 });
  const rows = answers.flatMap((answer) => ["dt", "dd"].map((name, i) => make(name, { textContent: textIn(listOf(answer)[i]) })));
  const list = opens ? [make("dl", { dir: "" }, ...rows)] : [];
  const lang = textIn(own(said, "lang"));
  container.append(make(opens ? "details" : "p", { className: CLASS, part: "receipt", lang, style: CLIP }, head, ...list));
  return head;
}

/** Takes the receipt out of a container, where the next form is about to be shown. */
export function erase(container: HTMLElement): void {
  container.querySelector(`:scope>.${CLASS}`)?.remove();
}
