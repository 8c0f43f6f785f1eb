import { PAUSE_MS } from "./pause.js";

/** Where a press began. */
export interface Press<Control> {
  control: Control | undefined;
  wasDrawn: boolean;
}

/** A point, or the corner of a box. */
export interface Point {
  x: number;
  y: number;
}

/** Where a pointer was at a time: on the screen, and in the frame. */
export interface PointerPosition {
  at: number;
  screen: Point;
  client: Point;
}

/** How many pixels of a control must be in view: with fewer a person cannot aim at it. */
export const MIN_DRAWN_PX = 8;

/** Reports whether a click has an effect. `pointer` is "" for keys, assistive technology and scripts, undefined in some browsers. */
export function clickCounts<Control>(
  control: Control, clicks: number, pointer: string | undefined, press: Press<Control> | undefined,
): boolean {
  if (clicks > 1) {
    // The person meant the control under the first click, which may have been removed.
    return false;
  }
  // Some assistive technology makes clicks like those of a pointer, without a press before.
  return clicks === 0 || pointer === "" || press === undefined || (press.control === control && press.wasDrawn);
}

/** Reports whether the pointer is still where it pressed the control. It compares screen positions, because the frame may have moved. */
export function staysOn(
  box: Point & { width: number; height: number }, pressedAt: Point, screenThen: Point, screenNow: Point,
): boolean {
  const x = pressedAt.x + screenNow.x - screenThen.x - box.x;
  const y = pressedAt.y + screenNow.y - screenThen.y - box.y;
  return x >= 0 && y >= 0 && x <= box.width && y <= box.height;
}

/** Reports whether the frame has moved under a pointer that stayed. `tracksMoves` is true for a mouse, and false for a finger. */
export function movedUnder(then: PointerPosition, now: PointerPosition, tracksMoves: boolean): boolean {
  const far = (a: Point, b: Point, limit: number): boolean => Math.abs(a.x - b.x) > limit || Math.abs(a.y - b.y) > limit;
  const frame = ({ screen, client }: PointerPosition): Point => ({ x: screen.x - client.x, y: screen.y - client.y });
  // In a zoomed page the pixels of the screen and of the frame differ a little.
  const stayed = (tracksMoves || now.at - then.at < PAUSE_MS) && !far(then.screen, now.screen, MIN_DRAWN_PX / 2);
  return stayed && far(frame(then), frame(now), MIN_DRAWN_PX);
}

/** Reports whether a keydown or keyup of Enter or the space bar has an effect. For a keyup, the key went down on the same target. */
export function keyCounts(
  { type, key, repeat, ctrlKey, metaKey }: Pick<KeyboardEvent, "type" | "key" | "repeat" | "ctrlKey" | "metaKey">,
  on: "control" | "text" | "other", wasDrawn: boolean, wentDownHere: boolean,
): boolean {
  const enter = key === "Enter";
  if (type === "keyup") {
    return on !== "control" || enter || wentDownHere;
  }
  if (repeat) {
    // A key that is held down goes on writing and scrolling, but presses no second button.
    return on === "text" ? !ctrlKey && !metaKey : on !== "control" && !enter;
  }
  return on !== "control" || wasDrawn;
}

/** Reports whether a key continues: Enter with Ctrl or Cmd. While an input method composes, Enter belongs to that. */
export function keyContinues(key: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "isComposing">): boolean {
  return key.key === "Enter" && (key.ctrlKey || key.metaKey) && !key.isComposing;
}
