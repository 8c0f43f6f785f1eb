// The element with the focus stays in the page for a moment after its step. Screen readers hear later what happens in the
// page. Orca then asks for the element that had the focus before. If that element is missing, Orca believes that it has
// always been on the new heading: it says nothing, and the arrow keys go on working as in a text field.

// How long a screen reader may take. Nobody waits for it.
const LEAVING_MS = 500;

// Removes the leaving step. Nothing else may hold it, so that it leaves the memory as soon as another takes its place.
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reports whether a node that is about to be replaced stays for that time: a step with the focus in it does. Only the
 * focused element and its ancestors stay, without ids and answers, invisible, and out of reach of pointer and Tab. A text
 * field in which Enter was pressed is removed at once; its ancestors are enough then. Firefox would report that the caret
 * of such a field has moved, and Orca would go back to it.
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
    // Siblings are removed one by one: an element that is removed and put back is a new object for a screen reader.
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
  // An event of a script may have its own member `preventDefault`.
  step.addEventListener("click", (event) => Event.prototype.preventDefault.call(event), true);
  clearTimeout(timer);
  timer = setTimeout(() => step.remove(), LEAVING_MS);
  return true;
}
