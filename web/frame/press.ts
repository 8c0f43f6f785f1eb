// What was drawn under a moving finger decides nothing: a click counts when it
// began on the button that it ended on, and that button was drawn by then.

/** Where a press began. */
export interface Press<Control> {
  /** The button or link under it, if there was one. */
  control: Control | undefined;
  /** Whether that was drawn when the press began. */
  drawn: boolean;
}

/**
 * Whether a click on a control does anything. clicks counts those of a double
 * click, 0 where no pointer made it; pointer is what made it, empty for a key,
 * assistive technology or a script, and undefined in browsers that do not say.
 */
export function clickCounts<Control>(control: Control, clicks: number, pointer: string | undefined, press: Press<Control> | undefined): boolean {
  if (clicks > 1) {
    // The second click of a double click was meant for what stood there before.
    return false;
  }
  // Some assistive technology clicks like a pointer, but presses nothing.
  return clicks === 0 || pointer === "" || press === undefined || (press.control === control && press.drawn);
}

/** What is known of Enter or the space bar being pressed or let go. */
export interface Key<Target> {
  up: boolean;
  enter: boolean;
  repeat: boolean;
  /** With Ctrl or Cmd, which continues also from a text of several lines. */
  command: boolean;
  target: Target;
  /** What the target is: pressed, written into in one line or several, or none of it. */
  kind: "control" | "line" | "lines" | "other";
  /** Whether the target was drawn when the key was pressed. */
  drawn: boolean;
}

/** Whether a key does anything, where it was pressed down on another element or is held down. */
export function keyCounts<Target>(key: Key<Target>, pressedOn: Target | undefined): boolean {
  if (key.up) {
    return key.kind !== "control" || key.enter || pressedOn === key.target;
  }
  if (key.repeat) {
    // Writing and scrolling go on while a key is held.
    return key.kind === "lines" ? !key.command : key.kind !== "control" && !key.enter;
  }
  return key.kind !== "control" || key.drawn;
}

const CONTROLS = "button, a[href], summary";
// Less than that of a control cannot be aimed at: the frame is too small, or hidden.
const LEAST_DRAWN = 8;

/** Keeps clicks and keys that count for nothing from everything else in the document. */
export function guardPresses(view: Window & typeof globalThis): void {
  const page = view.document;
  // When what was added or shown came to be, on the clock of events.
  const born = new WeakMap<Node, number>();
  let press: Press<Element> | undefined;
  let keyPressedOn: EventTarget | null | undefined;

  new MutationObserver((changes) => {
    const now = view.performance.now();
    for (const { target, addedNodes } of changes) {
      for (const node of addedNodes.length > 0 ? addedNodes : [target]) {
        born.set(node, now);
      }
    }
  }).observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] });

  const wasDrawn = (control: Element, at: number): boolean => {
    for (let node: Node | null = control; node; node = node.parentNode) {
      // Clocks are coarse: the same moment is too early, too.
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
    press = { control, drawn: control !== undefined && wasDrawn(control, event.timeStamp) };
    return true;
  };
  const cancelled = (): boolean => {
    press = undefined;
    return true;
  };
  const clicked = (event: Event): boolean => {
    if (!(event instanceof view.MouseEvent)) {
      // What is dispatched as a click without being one comes from nobody.
      return false;
    }
    const control = controlOf(event);
    const { pointerType } = event as Partial<PointerEvent>;
    const began = press;
    if (event.detail > 0 && pointerType !== "") {
      // A script may click while a pointer is down.
      press = undefined;
    }
    return !control || clickCounts(control, event.detail, pointerType, began);
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
    return keyCounts(
      {
        up, target,
        enter: event.key === "Enter",
        repeat: event.repeat,
        command: event.ctrlKey || event.metaKey,
        kind: control ? "control" : kindOf(target),
        drawn: control !== undefined && wasDrawn(control, event.timeStamp),
      },
      pressedOn,
    );
  };

  const guards: [type: string, counts: (event: Event) => boolean][] = [
    ["pointerdown", pressed], ["pointercancel", cancelled], ["click", clicked], ["auxclick", clicked], ["keydown", keyed], ["keyup", keyed],
  ];
  for (const [type, counts] of guards) {
    const guard = (event: Event): void => {
      if (!attempt(() => counts(event))) {
        // An event may carry something else under these names.
        view.Event.prototype.preventDefault.call(event);
        view.Event.prototype.stopImmediatePropagation.call(event);
      }
    };
    view.addEventListener(type, guard, { capture: true });
  }
}

// Where an event went, whatever it says of itself.
const targetOf = Object.getOwnPropertyDescriptor(globalThis.Event?.prototype ?? {}, "target")?.get;

function controlOf(event: Event): Element | undefined {
  const target = targetOf?.call(event);
  return target instanceof Element ? (target.closest(CONTROLS) ?? undefined) : undefined;
}

function kindOf(target: EventTarget | null): Key<unknown>["kind"] {
  if (target instanceof HTMLTextAreaElement) {
    return "lines";
  }
  return target instanceof HTMLInputElement ? "line" : "other";
}

// Anybody can dispatch events, also such as throw when they are read.
function attempt(act: () => boolean): boolean {
  try {
    return act();
  } catch {
    return false;
  }
}
