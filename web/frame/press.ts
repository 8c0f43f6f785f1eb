// A press belongs to the control on which it began, if that had been drawn before. So nobody decides by accident, when a
// button appears under a finger that is already on its way. And no press is lost, when the control moves away from under
// the finger and the browser sends the click elsewhere. After one request has replaced another, presses decide nothing for a
// while, and nothing is sent until a person can have read the request.

import { byId } from "../byid.js";
import { Pause, PAUSE, Reading } from "./pause.js";

/** Where a press began. */
export interface Press<Control> {
  /** The button or link that was pressed; undefined when it was neither. */
  control: Control | undefined;
  /** Whether that control was drawn before the press began. */
  drawn: boolean;
}

/**
 * Whether a click on a control has an effect. `clicks` is the event's detail: 2 for the second click of a double click, 0
 * without a pointer. `pointer` is its pointerType: "" for keys, assistive technology and scripts, undefined in some browsers.
 */
export function clickCounts<Control>(
  control: Control, clicks: number, pointer: string | undefined, press: Press<Control> | undefined,
): boolean {
  if (clicks > 1) {
    // The person meant what the first click hit, which may be gone.
    return false;
  }
  // Some assistive technology makes clicks like those of a pointer, without a press before.
  return clicks === 0 || pointer === "" || press === undefined || (press.control === control && press.drawn);
}

/** A point, or a box with such a corner. */
interface Point {
  x: number;
  y: number;
}

/** Whether the pointer is still where the control was pressed, by its place on the screen: control and frame may have moved since. */
export function staysOn(
  box: Point & { width: number; height: number }, pressedAt: Point, screenThen: Point, screenNow: Point,
): boolean {
  const x = pressedAt.x + screenNow.x - screenThen.x - box.x;
  const y = pressedAt.y + screenNow.y - screenThen.y - box.y;
  return x >= 0 && y >= 0 && x <= box.width && y <= box.height;
}

/** Where a pointer is: on the screen, and in the frame. */
export interface Place {
  at: number;
  screen: Point;
  client: Point;
}

/**
 * Whether the frame has moved under a pointer that has stayed where it was, as when a message above the form is put in
 * between two clicks. `stays` says whether the pointer tells of each movement, as a mouse does and a finger does not.
 */
export function movedUnder(then: Place, now: Place, stays: boolean): boolean {
  const far = (a: Point, b: Point, limit: number): boolean => Math.abs(a.x - b.x) > limit || Math.abs(a.y - b.y) > limit;
  const frame = ({ screen, client }: Place): Point => ({ x: screen.x - client.x, y: screen.y - client.y });
  // Where the page is zoomed, the pixels of the screen and of the frame differ a little.
  return (stays || now.at - then.at < PAUSE) && !far(then.screen, now.screen, LEAST_DRAWN / 2) && far(frame(then), frame(now), LEAST_DRAWN);
}

/**
 * Whether a keydown or keyup of Enter or the space bar has an effect, by what it is `on`: a button or link, a text area, or
 * anything else. `drawn` says whether a control was drawn before, and `wentDownHere`, for a keyup, whether the key went down on it.
 */
export function keyCounts(
  { type, key, repeat, ctrlKey, metaKey }: Pick<KeyboardEvent, "type" | "key" | "repeat" | "ctrlKey" | "metaKey">,
  on: "control" | "text" | "other", drawn: boolean, wentDownHere: boolean,
): boolean {
  const enter = key === "Enter";
  if (type === "keyup") {
    return on !== "control" || enter || wentDownHere;
  }
  if (repeat) {
    // A held key goes on writing and scrolling, but presses nothing again.
    return on === "text" ? !ctrlKey && !metaKey : on !== "control" && !enter;
  }
  return on !== "control" || drawn;
}

/** Whether a key continues: Enter with Ctrl or Cmd, but not while an input method composes, because Enter belongs to it then. */
export function keyContinues(key: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "isComposing">): boolean {
  return key.key === "Enter" && (key.ctrlKey || key.metaKey) && !key.isComposing;
}

const CONTROLS = "button, a[href], summary";
// The elements on which a click has an effect.
const PRESSABLE = `${CONTROLS}, label, [role="option"], td[tabindex]`;
// "data-action" is public: see docs/testing.md.
const actions = (...names: string[]): string => names.map((name) => `[data-action="${name}"]`).join();
// The controls that send something or say yes, and all that end a request.
const CONSENTS = actions("send", "confirm", "open", "done", "resend");
const DECISIONS = `${CONSENTS},${actions("decline", "cancel", "close")}`;
// How long a region is empty before it says the same again, in milliseconds.
const SILENCE = 60;
// How many pixels of a control must be in view: with fewer a person cannot aim at it.
const LEAST_DRAWN = 8;

/**
 * Stops clicks and keys that do not count, before any other listener of the document gets them. After all other
 * listeners, a key or a click that continues submits its form: the program need not be asked at every key. `words` are the
 * texts for a press that was meant for another request, and for one that came before the request can have been read.
 * What is returned is to be told whether the page around the frame has the focus, and that the frame has come into view.
 */
export function guardPresses(
  view: Window & typeof globalThis, openRequest: () => object | undefined, words: () => { anotherRequest: string; readFirst: string },
): { pageFocus(focused: boolean): void; appears(): void } {
  const page = view.document;
  const pause = new Pause();
  const reading = new Reading();
  // When each node was added or shown, on the clock of event.timeStamp.
  const born = new WeakMap<Node, number>();
  // The pressed control, the time, where the control and the pointer were in the frame, and where the pointer was on the screen.
  let press: (Press<Element> & { at: number; held?: { on: HTMLElement; box: DOMRect; point: Point; screen: Point } }) | undefined;
  let keyPressedOn: EventTarget | null | undefined;
  const note = page.createElement("p");
  note.className = "another";

  new MutationObserver((changes) => {
    const now = view.performance.now();
    for (const { type, target, addedNodes } of changes) {
      for (const node of type === "childList" ? addedNodes : [target]) {
        born.set(node, now);
      }
    }
    const screen = page.querySelector("[data-request]");
    const scene = { mark: screen?.getAttribute("data-request") ?? "", shell: screen?.id === "shell", request: openRequest() };
    const other = pause.shows(scene, now);
    if (reading.shows(scene, now)) {
      note.remove();
      view.requestAnimationFrame(() => {
        const painted = view.performance.now();
        reading.begins(painted);
        if (other) {
          pause.painted(painted);
        }
      });
    }
  }).observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "data-request"] });

  // Another tab or window in front may end with the first click of a double click, and the second one reaches the form.
  const seen = (): void => {
    if (page.hidden) {
      reading.leaves("hidden");
    } else {
      reading.returns("hidden", view.performance.now());
    }
  };
  const focused = (): void => reading.returns("unfocused", view.performance.now());
  seen();
  page.addEventListener("visibilitychange", seen);
  view.addEventListener("pageshow", () => reading.begins(view.performance.now()));
  view.addEventListener("focus", focused);

  // Where the pointer was last; undefined when it has left the frame.
  let last: Place | undefined;
  const follow = (event: PointerEvent): void => {
    if (!event.isTrusted) {
      return;
    }
    const now = { at: event.timeStamp, screen: onScreen(event), client: { x: event.clientX, y: event.clientY } };
    if (last && movedUnder(last, now, event.pointerType === "mouse")) {
      reading.begins(now.at);
    }
    last = now;
  };
  view.addEventListener("pointermove", (event) => attempt(() => (follow(event), true)), { capture: true, passive: true });
  page.documentElement.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType === "mouse") {
      last = undefined;
    }
  });

  // Whether a press on a control was meant for another request, or sends what cannot have been read. It also tells the
  // person why nothing happens.
  const tooSoon = (control: Element | undefined, at: number): boolean => {
    const unread = reading.covers(at);
    const other = pause.covers(at);
    if (!control?.matches(other ? DECISIONS : CONSENTS) || !(other || unread)) {
      return false;
    }
    note.textContent = other ? words().anotherRequest : words().readFirst;
    (control.closest(".actions") ?? control).after(note);
    const alert = byId("alert");
    alert.textContent = "";
    setTimeout(() => (alert.textContent = note.textContent), SILENCE);
    return true;
  };

  const wasDrawn = (control: Element, at: number): boolean => {
    for (let node: Node | null = control; node; node = node.parentNode) {
      // Clocks are coarse: a node that appeared at the same moment may have come later.
      if ((born.get(node) ?? -1) >= at) {
        return false;
      }
    }
    const box = control.getBoundingClientRect();
    const seen = (from: number, to: number, end: number): boolean =>
      to > from && Math.min(to, end) - Math.max(from, 0) >= Math.min(to - from, LEAST_DRAWN);
    return seen(box.left, box.right, view.innerWidth) && seen(box.top, box.bottom, view.innerHeight);
  };

  const pressed = (event: Event): boolean => {
    const control = controlOf(event);
    const on = controlOf(event, PRESSABLE);
    const at = event.timeStamp;
    press = { control, drawn: control !== undefined && wasDrawn(control, at), at };
    const drawn = on === control ? press.drawn : on !== undefined && wasDrawn(on, at);
    if (event instanceof view.PointerEvent) {
      follow(event);
    }
    if (drawn && on instanceof view.HTMLElement && event instanceof view.PointerEvent && event.isTrusted) {
      press.held = { on, box: on.getBoundingClientRect(), point: { x: event.clientX, y: event.clientY }, screen: onScreen(event) };
    }
    return true;
  };
  // The pressed control, if it has moved away from under a pointer that has stayed. A link to another page is
  // left out, because only the browser's own click opens a window.
  const missed = (event: MouseEvent): HTMLElement | undefined => {
    const { held, at } = press ?? {};
    const { target } = event;
    if (!held || !event.isTrusted || event.detail !== 1 || held.on.matches("a[target]")) {
      return undefined;
    }
    const elsewhere = !(target instanceof view.Node && held.on.contains(target));
    const stayed = elsewhere && wasDrawn(held.on, at!) && staysOn(held.box, held.point, held.screen, onScreen(event));
    return stayed ? held.on : undefined;
  };
  const cancelled = (): boolean => {
    press = undefined;
    return true;
  };
  const clicked = (event: Event): boolean => {
    if (!(event instanceof view.MouseEvent)) {
      // A script has dispatched an event that is named click, but is none.
      return false;
    }
    const control = controlOf(event);
    const { pointerType } = event as Partial<PointerEvent>;
    const began = press;
    const meant = missed(event);
    if (meant) {
      press = undefined;
      if (!tooSoon(began?.control, began!.at)) {
        meant.click();
      }
      return false;
    }
    if (event.detail > 0 && pointerType !== "") {
      // The press is over. Clicks of scripts and keys, in between, do not end it.
      press = undefined;
    }
    if (tooSoon(control, event.detail > 0 && began?.control === control && began ? began.at : event.timeStamp)) {
      return false;
    }
    // Browsers open no window for a click that a script makes, and do not say so.
    const counts =
      !control || ((event.isTrusted || !control.matches("a[target]")) && clickCounts(control, event.detail, pointerType, began));
    if (control && counts) {
      note.remove();
    }
    return counts;
  };
  const keyed = (event: Event): boolean => {
    if (!(event instanceof view.KeyboardEvent) || (event.key !== "Enter" && event.key !== " ")) {
      return true;
    }
    const { target } = event;
    const up = event.type === "keyup";
    const pressedOn = keyPressedOn;
    if (up || !event.repeat) {
      keyPressedOn = up ? undefined : target;
    }
    const control = controlOf(event);
    const presses = control ?? (event.key === "Enter" ? submitterOf(event) : undefined);
    if (!up && !event.repeat && tooSoon(presses, event.timeStamp)) {
      keyPressedOn = undefined;
      return false;
    }
    const on = control ? "control" : target instanceof HTMLTextAreaElement ? "text" : "other";
    return keyCounts(event, on, control !== undefined && wasDrawn(control, event.timeStamp), pressedOn === target);
  };

  const submitted = (event: Event): boolean => {
    return !tooSoon(submitterOf(event), event.timeStamp);
  };

  const guards: [type: string, counts: (event: Event) => boolean][] = [
    ["pointerdown", pressed], ["pointercancel", cancelled], ["click", clicked], ["auxclick", clicked],
    ["keydown", keyed], ["keyup", keyed], ["submit", submitted],
  ];
  for (const [type, counts] of guards) {
    const guard = (event: Event): void => {
      if (!attempt(() => counts(event))) {
        // A script's event may have members of its own under these names.
        view.Event.prototype.preventDefault.call(event);
        view.Event.prototype.stopImmediatePropagation.call(event);
      }
    };
    view.addEventListener(type, guard, { capture: true });
  }

  view.addEventListener("keydown", (event) => {
    attempt(() => {
      const target = targetOf?.call(event);
      if (event instanceof view.KeyboardEvent && keyContinues(event) && target instanceof Element) {
        submit(event, target.closest("form"));
      }
      return true;
    });
  });
  // Nothing is sent by the browser, and a form that it submits costs more: its autofill looks at every control, twice.
  view.addEventListener("click", (event) => {
    attempt(() => {
      const button = event.defaultPrevented ? undefined : controlOf(event);
      submit(event, button instanceof view.HTMLButtonElement && button.type === "submit" ? button.form : null);
      return true;
    });
  });
  const submit = (event: Event, form: HTMLFormElement | null): void => {
    if (form) {
      event.preventDefault();
      form.dispatchEvent(new view.Event("submit", { bubbles: true, cancelable: true }));
    }
  };

  return {
    pageFocus(has) {
      if (has) {
        focused();
      } else if (!page.hasFocus()) {
        reading.leaves("unfocused");
      }
    },
    appears: () => reading.begins(view.performance.now()),
  };
}

// Reads the real target: a script's event may have a member of its own under that name.
const targetOf = Object.getOwnPropertyDescriptor(globalThis.Event?.prototype ?? {}, "target")?.get;

function controlOf(event: Event, selector = CONTROLS): Element | undefined {
  const target = targetOf?.call(event);
  return target instanceof Element ? (target.closest(selector) ?? undefined) : undefined;
}

// The button that a form around the target is sent with: Enter presses it from some controls.
function submitterOf(event: Event): Element | undefined {
  const target = targetOf?.call(event);
  return target instanceof Element ? (target.closest("form")?.querySelector("[type=submit]") ?? undefined) : undefined;
}

const onScreen = ({ screenX: x, screenY: y }: MouseEvent): Point => ({ x, y });

// Scripts can dispatch events that throw when they are read. Those do not count.
function attempt(act: () => boolean): boolean {
  try {
    return act();
  } catch {
    return false;
  }
}
