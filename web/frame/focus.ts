// Reports to the host where the focus is, so that the host brings that area into view. WebKit scrolls nothing outside of a
// sandboxed frame to a focused element, and no browser to a heading that a script focuses.

/** An area as wide as the frame, in pixels from its top. */
export interface Area {
  top: number;
  height: number;
}

// The box around a focused control is shown as a whole, with its label and error.
const AROUND = ".field, .answer, .server, .done";
// A higher box may not fit in the window: then only the element is shown.
const MAX_AROUND_PX = 240;
// Only below the area does a margin come into view, so that an area at the top of the window stays.
const BELOW_PX = 8;
// How long the page may take to lay out the frame, and to give it the room that a new step needs.
const LAYOUT_MS = 150;
const RESIZE_MS = 500;

/** Reports whether the host learns of a focused control. `last` had the focus before; `pressed` says whether a press is under way. */
export function follows<Control>(control: Control, last: Control | undefined, pressed: boolean): boolean {
  // A pressed control is in view, and must not move under the press. Focus that comes back with the window has not moved.
  return !pressed && control !== last;
}

/** Returns the area to be shown for an element: the box around it if that is low enough, or its own box. */
export function areaOf(element: Area, around: Area): Area {
  const { top, height } = around.height > MAX_AROUND_PX ? element : around;
  return { top, height: height + BELOW_PX };
}

/**
 * Reports each element that takes the focus, after the next layout and after each new height of the frame, but not during a press.
 * The returned function is called when the frame will get another height because of the focused element.
 */
export function followFocus(page: Document, report: (area: Area) => void): () => void {
  const follower = new FocusFollower(page, report);
  // Scripts dispatch events whose members are anything: the page says where the focus is.
  page.addEventListener("focusin", () => follower.focusIn());
  page.addEventListener("focusout", () => follower.focusOut());
  page.defaultView?.addEventListener("resize", () => follower.resize());
  return () => follower.awaitRoom();
}

class FocusFollower {
  readonly #page: Document;
  readonly #report: (area: Area) => void;
  // An observer gets the boxes when the page is laid out. To read them at once would force a layout.
  readonly #observer = new IntersectionObserver((entries) => this.#takeEntries(entries));
  // Held weakly: Chromium says nothing when a focused element is removed, and the element would keep its step in memory.
  #last: WeakRef<Element> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLaidOut = false;
  // Until when the host may still be making room for the focused element.
  #resizesUntil = 0;
  // Whether the next height is for the focused element. On a slow processor it may come late.
  #awaitsRoom = false;

  constructor(page: Document, report: (area: Area) => void) {
    this.#page = page;
    this.#report = report;
  }

  focusIn(): void {
    const target = this.#page.activeElement ?? undefined;
    if (!target) {
      return;
    }
    const moved = follows(target, this.#last?.deref(), this.#isPressed);
    this.#last = new WeakRef(target);
    if (moved) {
      clearTimeout(this.#timer);
      this.#isLaidOut = false;
      this.#resizesUntil = performance.now() + RESIZE_MS;
      this.#observe(target);
      this.#timer = setTimeout(() => this.#look(target), LAYOUT_MS);
    }
  }

  focusOut(): void {
    // It stays the active element when the whole window has lost the focus.
    if (this.#page.activeElement !== this.#last?.deref()) {
      this.#last = undefined;
    }
  }

  awaitRoom(): void {
    this.#awaitsRoom = true;
  }

  // With more or less room the page around the frame has moved.
  resize(): void {
    const element = this.#last?.deref();
    if (element && (this.#awaitsRoom || performance.now() < this.#resizesUntil)) {
      this.#awaitsRoom = false;
      this.#observe(element);
    }
  }

  get #isPressed(): boolean {
    return this.#page.querySelector(":active") !== null;
  }

  #observe(element: Element): void {
    this.#observer.disconnect();
    partsOf(element).forEach((part) => this.#observer.observe(part));
  }

  #takeEntries(entries: IntersectionObserverEntry[]): void {
    this.#observer.disconnect();
    this.#isLaidOut = true;
    const [element, around = element] = entries.map((entry) => entry.boundingClientRect);
    if (element && around && !this.#isPressed) {
      this.#report(areaOf(element, around));
    }
    // A document that scrolls inside of its frame has a bar of buttons at its end, behind which some browsers leave the focus.
    if (!this.#isPressed && this.#page.documentElement.classList.contains("limited")) {
      entries[0]?.target.scrollIntoView({ block: "nearest" });
    }
  }

  // A frame that is out of view is not laid out, and its observers get nothing.
  #look(element: Element): void {
    if (this.#page.activeElement === element && !this.#isLaidOut && !this.#isPressed) {
      const [box, around] = partsOf(element).map((part) => part.getBoundingClientRect());
      this.#report(areaOf(box!, around!));
    }
  }
}

const partsOf = (element: Element): Element[] => [element, element.closest(AROUND) ?? element];

// How long the caret waits: Orca does not read a focused element that the caret has reached before.
const CARET_DELAY_MS = 300;

/**
 * Moves the page's invisible caret to the error summary once a screen reader has read that it has the focus, so that the
 * arrow keys go on from there. Firefox and Chromium leave it at a field further down.
 */
export function caretFollows(page: Document): void {
  page.addEventListener("focusin", () => {
    const summary = page.activeElement;
    if (summary?.matches(".summary")) {
      setTimeout(() => {
        if (page.activeElement === summary) {
          page.getSelection()?.collapse(summary, 0);
        }
      }, CARET_DELAY_MS);
    }
  });
}
