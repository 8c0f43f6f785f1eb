import { own, textOf } from "../message/json.js";
import type { Call, Results } from "./round.js";

// When the frame goes from a container, a line about the request stays there, in the frame's words.

// Another document may have taken the place of the frame's.
const LONGEST = 200;
const CLASS = "elicitform-receipt";

/** The receipt of a request that was shown in a container of its own and has ended in that way; words are those of the frame. */
export function receiptOf({ options: { container }, from }: Call, how: string, results: Results, words: unknown): Call["receipt"] {
  let word = how;
  if (Array.isArray(results)) {
    // Nothing was asked for, or nothing was answered: there are no answers that were sent.
    const some = JSON.stringify(results);
    word = some.includes('":{"') ? "accept" : some.includes("accept") ? "confirm" : results[0]!.action;
  }
  const text = textOf(own(words, word));
  return text && container
    ? () => {
        erase(container);
        container.append(
          Object.assign(container.ownerDocument.createElement("p"), {
            className: CLASS,
            part: "receipt",
            lang: textOf(own(words, "lang")),
            dir: "auto",
            // The name may be written in the other direction.
            textContent: `${text.slice(0, LONGEST)} · \u2068${from}\u2069`,
          }),
        );
      }
    : undefined;
}

/** Takes the receipt out of a container, where the next form is about to be shown. */
export function erase(container: HTMLElement): void {
  container.querySelector(`:scope>.${CLASS}`)?.remove();
}
