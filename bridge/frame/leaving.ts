// The element with the focus stays in the page for a moment when its step is gone. Screen readers are told later of what
// happens in the page. Orca then asks for the element that had the focus before. Where that is gone, Orca takes the new
// heading for the place where it has always been: it says nothing, and the arrow keys go on working as in a text field.

// How long a screen reader may take, in milliseconds. Nobody waits for it.
const KEPT = 500;

// Removes the step that is kept now. Nothing else may hold it, so that it is gone from memory as soon as another takes its place.
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Whether a node that is about to be replaced is kept where it is for that time, because it is a step with the focus in
 * it. Of the step only the focused element and its ancestors stay: no ids, no answers, nothing to see, to press or to tab
 * to. A text field in which Enter was pressed goes at once, and its ancestors are enough then: Firefox would say of a
 * field that stays that its caret has moved, and Orca would go back to it.
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
    // One by one: an element that is taken out with them and put back is another object for a screen reader.
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
  // A script's event may have a member of its own under that name.
  step.addEventListener("click", (event) => Event.prototype.preventDefault.call(event), true);
  clearTimeout(timer);
  timer = setTimeout(() => step.remove(), KEPT);
  return true;
}
