// A press belongs to the control on which it began, if that had been drawn before. Nobody decides by accident when a
// button appears under a finger that is moving down, and no press is lost when the control moves away. After one request
// has replaced another, presses decide nothing for a while, and nothing is sent until a person can have read the request.

import { byId } from "../byid.js";
import { Pause, PAUSE_MS, Reading } from "./pause.js";
import {
  clickCounts, keyContinues, keyCounts, MIN_DRAWN_PX, movedUnder, type Point, type PointerPosition, type Press, staysOn,
} from "./pressrules.js";

const CONTROLS = "button, a[href], summary";
const PRESSABLE = `${CONTROLS}, label, [role="option"], td[tabindex]`;
// "data-action" is public: see docs/testing.md.
const actions = (...names: string[]): string => names.map((name) => `[data-action="${name}"]`).join();
const CONSENTS = actions("send", "confirm", "open", "done", "resend");
const DECISIONS = `${CONSENTS},${actions("decline", "cancel", "close")}`;
// The main button of a step without a form, unless it declines or allows a tool call. Ctrl+Enter presses it when a person can have
// seen it.
const MAIN_BUTTON = `.app .actions > button.primary:not([data-action="decline"], [data-option])`;
// How long a live region stays empty before it repeats a sentence.
const SILENCE_MS = 60;

interface ElementPress extends Press<Element> {
  at: number;
  held?: { on: HTMLElement; box: DOMRect; point: Point; screen: Point };
}

/** The texts for a press that was meant for another request, and for one before the request can have been read. */
export interface PressWords {
  anotherRequest: string;
  readFirst: string;
}

/** Stops clicks and keys that do not count, before any other listener. A key or a click that continues submits its form. */
export class PressGuard {
  readonly #view: Window & typeof globalThis;
  readonly #page: Document;
  readonly #openRequest: () => object | undefined;
  readonly #words: () => PressWords;
  readonly #pause = new Pause();
  readonly #reading = new Reading();
  readonly #appearedAt = new WeakMap<Node, number>();
  readonly #note: HTMLElement;
  #press: ElementPress | undefined;
  #keyPressedOn: EventTarget | null | undefined;
  #pointer: PointerPosition | undefined;

  constructor(view: Window & typeof globalThis, openRequest: () => object | undefined, words: () => PressWords) {
    this.#view = view;
    this.#page = view.document;
    this.#openRequest = openRequest;
    this.#words = words;
    this.#note = this.#page.createElement("p");
    this.#note.className = "another";
    this.#watchScreens();
    this.#watchAttention();
    this.#watchPointer();
    this.#stopEvents();
    this.#submitForms();
  }

  /** Takes a report of the page around the frame: whether that page has the focus, or another window. */
  pageFocus(hasFocus: boolean): void {
    if (hasFocus) {
      this.#reading.returns("unfocused", this.#now());
    } else if (!this.#page.hasFocus()) {
      this.#reading.leaves("unfocused");
    }
  }

  appears(): void {
    this.#reading.begins(this.#now());
  }

  #now(): number {
    return this.#view.performance.now();
  }

  #watchScreens(): void {
    const observer = new MutationObserver((changes) => {
      const now = this.#now();
      for (const { type, target, addedNodes } of changes) {
        for (const node of type === "childList" ? addedNodes : [target]) {
          this.#appearedAt.set(node, now);
        }
      }
      const screen = this.#page.querySelector("[data-request]");
      const scene = { mark: screen?.getAttribute("data-request") ?? "", shell: screen?.id === "shell", request: this.#openRequest() };
      const pauses = this.#pause.shows(scene, now);
      if (this.#reading.shows(scene, now)) {
        this.#note.remove();
        this.#view.requestAnimationFrame(() => {
          const painted = this.#now();
          this.#reading.begins(painted);
          if (pauses) {
            this.#pause.restart(painted);
          }
        });
      }
    });
    observer.observe(this.#page, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "data-request"] });
  }

  // Another tab or window in front may close at the first click of a double click, and the second one reaches the form.
  #watchAttention(): void {
    const look = (): void => {
      if (this.#page.hidden) {
        this.#reading.leaves("hidden");
      } else {
        this.#reading.returns("hidden", this.#now());
      }
    };
    look();
    this.#page.addEventListener("visibilitychange", look);
    this.#view.addEventListener("pageshow", () => this.appears());
    this.#view.addEventListener("focus", () => this.pageFocus(true));
  }

  #watchPointer(): void {
    const follow = (event: PointerEvent): void => void attempt(() => (this.#follow(event), true));
    this.#view.addEventListener("pointermove", follow, { capture: true, passive: true });
    this.#page.documentElement.addEventListener("pointerleave", ({ pointerType }) => {
      if (pointerType === "mouse") {
        this.#pointer = undefined;
      }
    });
  }

  #follow(event: PointerEvent): void {
    if (!event.isTrusted) {
      return;
    }
    const now = { at: event.timeStamp, screen: screenPoint(event), client: { x: event.clientX, y: event.clientY } };
    if (this.#pointer && movedUnder(this.#pointer, now, event.pointerType === "mouse")) {
      this.#reading.begins(now.at);
    }
    this.#pointer = now;
  }

  #stopEvents(): void {
    const pressed = (event: Event): boolean => this.#pressCounts(event);
    const clicked = (event: Event): boolean => this.#clickCounts(event);
    const keyed = (event: Event): boolean => this.#keyCounts(event);
    const guards: [type: string, counts: (event: Event) => boolean][] = [
      ["pointerdown", pressed], ["pointercancel", () => (this.#press = undefined, true)], ["click", clicked], ["auxclick", clicked],
      ["keydown", keyed], ["keyup", keyed], ["submit", (event) => !this.#isTooSoon(submitterOf(event), event.timeStamp)],
    ];
    for (const [type, counts] of guards) {
      const guard = (event: Event): void => {
        if (!attempt(() => counts(event))) {
          // A script's event may have members of its own under these names.
          this.#view.Event.prototype.preventDefault.call(event);
          this.#view.Event.prototype.stopImmediatePropagation.call(event);
        }
      };
      this.#view.addEventListener(type, guard, { capture: true });
    }
  }

  #submitForms(): void {
    const listen = (type: "keydown" | "click", act: (event: Event) => void): void =>
      this.#view.addEventListener(type, (event) => void attempt(() => (act(event), true)));
    listen("keydown", (event) => this.#continueByKey(event));
    // The browser would send nothing, and a form that it submits costs more: its autofill looks at every control, twice.
    listen("click", (event) => {
      const button = event.defaultPrevented ? undefined : controlOf(event);
      if (button instanceof this.#view.HTMLButtonElement && button.type === "submit") {
        this.#submit(event, button.form);
      }
    });
  }

  #continueByKey(event: Event): void {
    const target = targetOf?.call(event);
    if (!(event instanceof this.#view.KeyboardEvent && keyContinues(event) && target instanceof Element)) {
      return;
    }
    const form = target.closest("form");
    const main = form || controlOf(event) ? null : this.#page.querySelector<HTMLElement>(MAIN_BUTTON);
    if (main && this.#wasDrawn(main, event.timeStamp - PAUSE_MS)) {
      main.click();
    }
    this.#submit(event, form);
  }

  #submit(event: Event, form: HTMLFormElement | null): void {
    if (form) {
      event.preventDefault();
      form.dispatchEvent(new this.#view.Event("submit", { bubbles: true, cancelable: true }));
    }
  }

  // Reports whether a press was meant for another request, or comes before that can have been read, and tells the
  // person why nothing happens.
  #isTooSoon(control: Element | undefined, at: number): boolean {
    const isUnread = this.#reading.covers(at);
    const isForAnother = this.#pause.covers(at);
    if (!control?.matches(isForAnother ? DECISIONS : CONSENTS) || !(isForAnother || isUnread)) {
      return false;
    }
    const note = this.#note;
    note.textContent = isForAnother ? this.#words().anotherRequest : this.#words().readFirst;
    (control.closest(".actions") ?? control).after(note);
    const alert = byId("alert");
    alert.textContent = "";
    setTimeout(() => (alert.textContent = note.textContent), SILENCE_MS);
    return true;
  }

  #wasDrawn(control: Element, at: number): boolean {
    for (let node: Node | null = control; node; node = node.parentNode) {
      // Clocks are coarse: a node that appeared at the same moment may have come later.
      if ((this.#appearedAt.get(node) ?? -1) >= at) {
        return false;
      }
    }
    const box = control.getBoundingClientRect();
    const isInView = (from: number, to: number, end: number): boolean =>
      to > from && Math.min(to, end) - Math.max(from, 0) >= Math.min(to - from, MIN_DRAWN_PX);
    return isInView(box.left, box.right, this.#view.innerWidth) && isInView(box.top, box.bottom, this.#view.innerHeight);
  }

  #pressCounts(event: Event): boolean {
    const control = controlOf(event);
    const on = controlOf(event, PRESSABLE);
    const at = event.timeStamp;
    const press: ElementPress = (this.#press = { control, wasDrawn: control !== undefined && this.#wasDrawn(control, at), at });
    const wasDrawn = on === control ? press.wasDrawn : on !== undefined && this.#wasDrawn(on, at);
    if (event instanceof this.#view.PointerEvent) {
      this.#follow(event);
      if (wasDrawn && on instanceof this.#view.HTMLElement && event.isTrusted) {
        press.held = { on, box: on.getBoundingClientRect(), point: { x: event.clientX, y: event.clientY }, screen: screenPoint(event) };
      }
    }
    return true;
  }

  // Returns the pressed control if it has moved away from under a pointer that stayed. A link to another page needs the
  // browser's own click, which opens a window.
  #missedControl(event: MouseEvent): HTMLElement | undefined {
    const { held, at } = this.#press ?? {};
    const { target } = event;
    if (!held || !event.isTrusted || event.detail !== 1 || held.on.matches("a[target]")) {
      return undefined;
    }
    const isElsewhere = !(target instanceof this.#view.Node && held.on.contains(target));
    const isMissed = isElsewhere && this.#wasDrawn(held.on, at!) && staysOn(held.box, held.point, held.screen, screenPoint(event));
    return isMissed ? held.on : undefined;
  }

  #clickCounts(event: Event): boolean {
    if (!(event instanceof this.#view.MouseEvent)) {
      // A script has dispatched an event of another class under the name click.
      return false;
    }
    const control = controlOf(event);
    const { pointerType } = event as Partial<PointerEvent>;
    const press = this.#press;
    const missed = this.#missedControl(event);
    if (missed) {
      this.#press = undefined;
      if (!this.#isTooSoon(press?.control, press!.at)) {
        missed.click();
      }
      return false;
    }
    if (event.detail > 0 && pointerType !== "") {
      this.#press = undefined;
    }
    if (this.#isTooSoon(control, event.detail > 0 && press?.control === control && press ? press.at : event.timeStamp)) {
      return false;
    }
    // Browsers open no window for a click that a script makes, and do not say so.
    const counts =
      !control || ((event.isTrusted || !control.matches("a[target]")) && clickCounts(control, event.detail, pointerType, press));
    if (control && counts) {
      this.#note.remove();
    }
    return counts;
  }

  #keyCounts(event: Event): boolean {
    if (!(event instanceof this.#view.KeyboardEvent) || (event.key !== "Enter" && event.key !== " ")) {
      return true;
    }
    const { target } = event;
    const isUp = event.type === "keyup";
    const pressedOn = this.#keyPressedOn;
    if (isUp || !event.repeat) {
      this.#keyPressedOn = isUp ? undefined : target;
    }
    const control = controlOf(event);
    const pressed = control ?? (event.key === "Enter" ? submitterOf(event) : undefined);
    if (!isUp && !event.repeat && this.#isTooSoon(pressed, event.timeStamp)) {
      this.#keyPressedOn = undefined;
      return false;
    }
    const on = control ? "control" : target instanceof HTMLTextAreaElement ? "text" : "other";
    return keyCounts(event, on, control !== undefined && this.#wasDrawn(control, event.timeStamp), pressedOn === target);
  }
}

// Reads the real target: a script's event may have a member of its own under that name.
const targetOf = Object.getOwnPropertyDescriptor(globalThis.Event?.prototype ?? {}, "target")?.get;

function controlOf(event: Event, selector = CONTROLS): Element | undefined {
  const target = targetOf?.call(event);
  return target instanceof Element ? (target.closest(selector) ?? undefined) : undefined;
}

// The submit button of the form around the target: Enter presses it from some controls.
function submitterOf(event: Event): Element | undefined {
  const target = targetOf?.call(event);
  return target instanceof Element ? (target.closest("form")?.querySelector("[type=submit]") ?? undefined) : undefined;
}

const screenPoint = ({ screenX: x, screenY: y }: MouseEvent): Point => ({ x, y });

// Scripts can dispatch events that throw when they are read. Those do not count.
function attempt(act: () => boolean): boolean {
  try {
    return act();
  } catch {
    return false;
  }
}
