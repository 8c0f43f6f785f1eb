// Tells the host where in the frame the focus is, so that the host brings that area into view. WebKit scrolls nothing outside
// of a sandboxed frame to an element that takes the focus, and no browser scrolls to a heading that a script focuses.

/** An area as wide as the frame, in pixels from its top. */
export interface Area {
  top: number;
  height: number;
}

// The box that is shown with the focused element in it: it has the label and the error of a control, or the question of an answer.
const AROUND = ".field, .answer, .server, .done";
// A box that is higher, in pixels, may not fit in the window: then only the element is shown.
const MOST_AROUND = 240;
// How much more of the frame is in view below the area, in pixels. Above it is nothing more, so that an area at the window's top stays.
const BELOW = 8;
// How long the page may take, in milliseconds, to lay out the frame, and to give it the room that a new step needs.
const HIDDEN = 150;
const SETTLING = 500;

/** Whether to tell the host of a focused control. `last` had the focus before, and `pressed` says whether a press is under way. */
export function follows<Control>(control: Control, last: Control | undefined, pressed: boolean): boolean {
  // A pressed control is in view, and must not move under the press. Focus that comes back with the window has not moved.
  return !pressed && control !== last;
}

/** The area to be shown for an element: its box, or the box around it where that is low enough. */
export function areaOf(element: Area, around: Area): Area {
  const { top, height } = around.height > MOST_AROUND ? element : around;
  return { top, height: height + BELOW };
}

/** Tells of each element that takes the focus, after the next layout and after each new height of the frame, but not during a press. */
export function followFocus(page: Document, tell: (area: Area) => void): void {
  // Held weakly: Chromium says nothing when a focused element is removed, and the element would keep its step in memory.
  let last: WeakRef<Element> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Whether the page was laid out since the focus has moved, and until when the host may still be making room for it.
  let seen = false;
  let settling = 0;
  const pressed = (): boolean => page.querySelector(":active") !== null;

  // An observer is told the boxes when the page is laid out. To read them at once would force a layout.
  const observer = new IntersectionObserver((entries) => {
    observer.disconnect();
    seen = true;
    const [element, around = element] = entries.map((entry) => entry.boundingClientRect);
    if (element && around && !pressed()) {
      tell(areaOf(element, around));
    }
    // A document that scrolls inside of its frame has a bar of buttons at its end, behind which some browsers leave the focus.
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

// How long the caret waits, in milliseconds: Orca says nothing of a focused element that the caret has reached before.
const HEARD = 300;

/**
 * Moves the page's caret, which is not shown, to the error summary when a screen reader has heard of the focus there. The
 * arrow keys of the reader go on from the caret. Firefox and Chromium leave it at a field further down, which the key after
 * "There is a problem" would read.
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
