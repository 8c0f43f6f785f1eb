// Tells the host where in the frame the focus is. WebKit scrolls nothing outside of a
// sandboxed frame to what takes the focus, and no browser scrolls to a heading that is
// focused by a script. The host can bring an area of the frame into view.

/** An area as wide as the frame, in pixels from its top. */
export interface Area {
  top: number;
  height: number;
}

// What belongs to the element that has the focus, and is shown with it: the label and the
// error of a control, the question of an answer.
const AROUND = ".field, .answer, .asker, .done";
// What is higher may not fit in the window: then the element alone has to do.
const MOST_AROUND = 240;
// How much more of the frame is in view below, in pixels. There is nothing above: what was
// scrolled to the top of the window stays there.
const BELOW = 8;
// How long the page may take, in milliseconds, to lay the frame out that it shows, and to
// give it as much room as the new step needs.
const HIDDEN = 150;
const SETTLING = 500;

/** Whether the focus on a control is to be followed. last is what had it before, pressed whether a press is under way. */
export function follows<Control>(control: Control, last: Control | undefined, pressed: boolean): boolean {
  // What is pressed is in view, and must not move under the press. And the focus that only
  // comes back, with the window or the tab, has not moved.
  return !pressed && control !== last;
}

/** The area to be shown for an element: its box, or the box around it where that is low enough. */
export function areaOf(element: Area, around: Area): Area {
  const { top, height } = around.height > MOST_AROUND ? element : around;
  return { top, height: height + BELOW };
}

/**
 * Tells of each element that takes the focus, after the next layout, and once more when the
 * frame has got another height for it. Nothing is told while a button is being pressed.
 */
export function followFocus(page: Document, tell: (area: Area) => void): void {
  // Held weakly: Chromium says nothing when an element that has the focus is removed, and
  // the element holds the step that it was in.
  let last: WeakRef<Element> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Whether the page was laid out since the focus has moved, and until when the host may
  // still be making room for what it has moved to.
  let seen = false;
  let settling = 0;
  const pressed = (): boolean => page.querySelector(":active") !== null;

  // An observer is told the boxes when the page is laid out: to ask for them at once would
  // make the browser lay it out.
  const observer = new IntersectionObserver((entries) => {
    observer.disconnect();
    seen = true;
    const [element, around = element] = entries.map((entry) => entry.boundingClientRect);
    if (element && around && !pressed()) {
      tell(areaOf(element, around));
    }
    // A document that scrolls inside of its frame has a bar of buttons at its end, which
    // not every browser keeps free of what takes the focus.
    if (!pressed() && page.documentElement.classList.contains("limited")) {
      entries[0]?.target.scrollIntoView({ block: "nearest" });
    }
  });
  const partsOf = (element: Element): Element[] => [element, element.closest(AROUND) ?? element];
  const observe = (element: Element): void => {
    observer.disconnect();
    partsOf(element).forEach((part) => observer.observe(part));
  };
  // A frame that is out of view is not laid out, and its observers are told nothing.
  const look = (element: Element): void => {
    if (page.activeElement === element && !seen && !pressed()) {
      const [box, around] = partsOf(element).map((part) => part.getBoundingClientRect());
      tell(areaOf(box!, around!));
    }
  };

  // Scripts dispatch events whose members are anything: the page says where the focus is.
  page.addEventListener("focusin", () => {
    const target = page.activeElement ?? undefined;
    if (!target) {
      return;
    }
    const moved = follows(target, last?.deref(), pressed());
    last = new WeakRef(target);
    if (moved) {
      clearTimeout(timer);
      seen = false;
      settling = performance.now() + SETTLING;
      observe(target);
      timer = setTimeout(look, HIDDEN, target);
    }
  });
  page.addEventListener("focusout", () => {
    // It stays the active element when the whole window has lost the focus.
    if (page.activeElement !== last?.deref()) {
      last = undefined;
    }
  });
  // With more or less room the page around the frame has moved.
  page.defaultView?.addEventListener("resize", () => {
    const element = last?.deref();
    if (element && performance.now() < settling) {
      observe(element);
    }
  });
}

// How long the caret waits, in milliseconds: Orca says nothing of what takes the focus
// when the caret has come there first.
const HEARD = 300;

/**
 * Has the page's caret, which is not shown, follow the focus to the error summary, when a
 * screen reader has heard of the focus. The reader goes on from the caret with the arrow
 * keys: Firefox and Chromium leave it at a field further down, and the key after "There is
 * a problem" would read that field.
 */
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
