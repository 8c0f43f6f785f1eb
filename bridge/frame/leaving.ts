// What had the focus stays in the page for a moment when its step is gone. A screen
// reader is told later of what happens in the page. Orca then asks what had the focus
// before; where that is no longer there, it takes the new heading for where it has been
// all the time: it says nothing, and the arrow keys go on working as in a text field.

// How long a screen reader may take, in milliseconds. Nobody waits for it.
const KEPT = 500;

// Removes the step that is kept now. Nothing else may hold it: it is gone from memory as
// soon as another takes its place.
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Whether a node that is about to be replaced is kept where it is for that time, because
 * it is a step with the focus in it. Nothing is left of the step but the focused element
 * and what is around it: no ids, no answers, nothing to see, to press or to tab to. A text
 * field that Enter was pressed in goes at once, and what is around it is enough then:
 * Firefox says of one that stays that its caret has moved, and Orca goes back to it.
 */
export function leaves(step: Node, page: Document): boolean {
  const focused = page.activeElement;
  if (!(step instanceof HTMLElement) || !step.classList.contains("step") || !(focused instanceof HTMLElement) || !step.contains(focused)) {
    return false;
  }
  // A button keeps its text, parts of which may be set off as the server's.
  focused.querySelectorAll("[class]").forEach((part) => part.removeAttribute("class"));
  for (let node = focused; ; node = node.parentElement!) {
    for (const name of ["class", "id", "aria-labelledby", "aria-describedby"]) {
      node.removeAttribute(name);
    }
    if (node === step) {
      break;
    }
    // One by one: what is taken out with them and put back is another object for a
    // screen reader.
    for (const sibling of [...node.parentElement!.childNodes]) {
      if (sibling !== node) {
        sibling.remove();
      }
    }
  }
  page.querySelector(".leaving")?.remove();
  step.className = "leaving";
  if (focused.matches(":read-write")) {
    focused.remove();
  }
  focused.tabIndex = -1;
  for (const type of ["click", "submit"]) {
    // A script's event may have a member of its own under that name.
    step.addEventListener(type, (event) => Event.prototype.preventDefault.call(event), true);
  }
  clearTimeout(timer);
  timer = setTimeout(() => step.remove(), KEPT);
  return true;
}
