import { listOf, own, textOf } from "../message/json.js";

// The receipt of a round is a line in the place of the frame, in the frame's words. Opened, it shows the
// answers, which the page keeps nowhere else. The page brings its style: receipt.css, or one of its own. Its texts are untrusted: a
// foreign document may have replaced the frame's.
const MAX_CHARACTERS = 200;
const MAX_ANSWERS = 50;
const CLASS = "elicitform-receipt";
// Stacked combining marks in a server's text do not paint over the page.
const CLIP = "overflow:clip;overflow-clip-margin:4px";

/** Renders the frame's receipt of a round that ended in the way `how`. Returns the element that takes the focus. */
export function renderReceipt(receipt: unknown, how: string, container: HTMLElement): HTMLElement | undefined {
  const textIn = (text: unknown): string => (textOf(text) ?? "").slice(0, MAX_CHARACTERS);
  const make = (name: string, members: object, ...inside: HTMLElement[]): HTMLElement => {
    const element = Object.assign(container.ownerDocument.createElement(name), { dir: "auto" }, members);
    element.append(...inside);
    return element;
  };
  const line = textIn(own(receipt, how));
  if (!line) {
    return undefined;
  }
  // The frame may have listed answers that the host then refused: they were not sent.
  const answers = how === "answered" || how === "person" ? listOf(own(receipt, "answers")).slice(0, MAX_ANSWERS) : [];
  const opens = answers.length > 0;
  const head = make(opens ? "summary" : "span", { textContent: line, tabIndex: opens ? 0 : -1 });
  const rows = answers.flatMap((answer) => ["dt", "dd"].map((name, i) => make(name, { textContent: textIn(listOf(answer)[i]) })));
  const list = opens ? [make("dl", { dir: "" }, ...rows)] : [];
  const lang = textIn(own(receipt, "lang"));
  container.append(make(opens ? "details" : "p", { className: CLASS, part: "receipt", lang, style: CLIP }, head, ...list));
  return head;
}

export function eraseReceipt(container: HTMLElement): void {
  container.querySelector(`:scope>.${CLASS}`)?.remove();
}
