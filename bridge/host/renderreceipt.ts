/**
 * The receipts of ended requests, as a transcript shows them: without a frame and without the program.
 *
 * @module elicitform/receipt
 */

import style from "./receipt.css";
import { eraseReceipt, readReceipt, RECEIPT_CLASS } from "./receipt.js";
import type { Receipt } from "./types.js";

export type { Receipt } from "./types.js";

// The frame's texts are shorter.
const MAX_CHARACTERS = 200;
// Stacked combining marks in a server's text do not paint over the page.
const CLIP = "overflow:clip;overflow-clip-margin:4px";

/** The look of a receipt. */
export interface ReceiptOptions {
  /**
   * The theme of the page, which gives the receipt its colours.
   *
   * @defaultValue the receipt has the text colour of the page around it
   */
  theme?: "light" | "dark" | undefined;
}

/**
 * Draws a receipt in an element, in place of an earlier receipt there: a line, which opens where there are answers. It is for
 * reading only, and every text in it is plain text. Its style gives way to every rule of the page for the class
 * `elicitform-receipt`.
 *
 * @returns The element that can take the focus. A value without a title draws nothing, and returns undefined.
 *
 * @example
 * ```ts
 * renderReceipt(message, JSON.parse(stored), { theme: "dark" });
 * ```
 */
export function renderReceipt(element: HTMLElement, receipt: Receipt, { theme }: ReceiptOptions = {}): HTMLElement | undefined {
  const make = (name: string, members: object, ...inside: HTMLElement[]): HTMLElement => {
    const made = Object.assign(element.ownerDocument.createElement(name), { dir: "auto" }, members);
    made.append(...inside);
    return made;
  };
  eraseReceipt(element);
  const read = readReceipt(receipt);
  if (!read) {
    return undefined;
  }
  const line = (textContent: string): object => ({ textContent: textContent.slice(0, MAX_CHARACTERS) });
  const { title, answers, language: lang } = read;
  const opens = answers.length > 0;
  const head = make(opens ? "summary" : "span", { ...line(title), tabIndex: opens ? 0 : -1 });
  const rows = answers.flatMap(([label, value]) => [make("dt", line(label)), make("dd", line(value))]);
  const list = opens ? [make("dl", { dir: "" }, ...rows)] : [];
  // The two columns follow the direction of the page; each text has a direction of its own.
  const members = { className: RECEIPT_CLASS, part: "receipt", lang, style: CLIP, ...(opens && { dir: "" }) };
  const drawn = make(opens ? "details" : "p", members, head, ...list);
  if (theme) {
    drawn.dataset["theme"] = theme;
  }
  element.append(drawn);
  adoptStyle(element);
  return head;
}

const sheets = new WeakMap<Node, CSSStyleSheet>();

// Gives the document or shadow tree around an element the style of receipts, once. No policy of the page forbids such a style sheet.
function adoptStyle(element: HTMLElement): void {
  const root = element.getRootNode() as Document | ShadowRoot;
  const Sheet = element.ownerDocument.defaultView?.CSSStyleSheet;
  if (Sheet && root.adoptedStyleSheets && !sheets.has(root)) {
    const sheet = new Sheet();
    sheet.replaceSync(style);
    sheets.set(root, sheet);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
}
