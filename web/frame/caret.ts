// The page's caret, which nobody sees, follows the focus to the error summary. A screen
// reader reads on from it with the arrow keys: Firefox and Chromium leave it at a field
// further down, and the key after "There is a problem" would read that field.

// How long the caret waits, in milliseconds: Orca says nothing of what takes the focus
// when the caret has come there first.
const HEARD = 300;

/** Has the caret follow the focus to the error summary, when a screen reader has heard of the focus. */
export function caretFollows(page: Document): void {
  // Scripts dispatch events whose members are anything: the page says where the focus is.
  page.addEventListener("focusin", () => {
    const summary = page.activeElement;
    if (summary?.matches(".summary")) {
      setTimeout(() => {
        if (page.activeElement === summary) {
          page.getSelection()?.collapse(summary, 0);
        }
      }, HEARD);
    }
  });
}
