// The element with the focus stays in the page for a moment after its step. Screen readers hear later what happens in the
// page. Orca then asks for the element that had the focus before. If that element is missing, Orca believes that it has
// always been on the new heading: it says nothing, and the arrow keys go on working as in a text field.

// How long a screen reader may take. Nobody waits for it.
const LEAVING_MS = 500;

// Removes the leaving step. Nothing else may hold it, so that it leaves the memory as soon as another takes its place.
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reports whether a node that is about to be replaced stays for that time, because it is a step with the focus in it. Of
 * the step only the focused element and its ancestors stay: no ids, no answers, nothing to see, to press or to tab to. A
 * text field in which Enter was pressed goes at once, and its ancestors are enough then: Firefox would report that the
 * caret of a field that stays has moved, and Orca would go back to it.
 */
export function leaves(step: Node, page: Document): boolean {
  const focused = page.activeElement;
  if (!(step instanceof HTMLElement) || !step.classList.contains("step") || !(focused instanceof HTMLElement) || !step.contains(focused)) {
    return false;
  }
  // A button keeps its text, in which a class may mark the words of the server.
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
  timer = setTimeout(() => step.remove(), LEAVING_MS);
  return true;
}
