import assert from "node:assert/strict";
import { test } from "node:test";
import { clickCounts, keyContinues, keyCounts, movedUnder, type Press, staysOn } from "./pressrules.js";

test("N21 a click counts when it began on the same, drawn button", async (t) => {
  const on = (control: string | undefined, wasDrawn = true): Press<string> => ({ control, wasDrawn });
  const cases: [what: string, clicks: number, pointer: string | undefined, press: Press<string> | undefined, counts: boolean][] = [
    ["a press and a click", 1, "mouse", on("send"), true],
    ["a tap", 1, "touch", on("send"), true],
    ["a browser that does not say what clicks", 1, undefined, on("send"), true],
    ["the second click of a double click", 2, "mouse", on("send"), false],
    ["the third", 3, "mouse", on("send"), false],
    ["a press on another button", 1, "touch", on("continue"), false],
    ["a press on no button", 1, "touch", on(undefined), false],
    ["a press before the button was drawn", 1, "touch", on("send", false), false],
    ["the same where the browser does not say what clicks", 1, undefined, on("continue"), false],
    ["a key, whatever was pressed before", 0, "", on("continue"), true],
    ["a script or speech input", 1, "", on("continue"), true],
    ["assistive technology that clicks like a mouse", 1, "mouse", undefined, true],
  ];
  for (const [what, clicks, pointer, press, counts] of cases) {
    await t.test(what, () => assert.equal(clickCounts("send", clicks, pointer, press), counts));
  }
});

test("N21 a press stays on its button while the pointer is where the button was", () => {
  const box = { x: 10, y: 100, width: 80, height: 44 };
  const at = { x: 50, y: 120 };
  const stays = (x: number, y: number): boolean => staysOn(box, at, { x: 850, y: 620 }, { x, y });
  assert.equal(stays(850, 620), true, "it has not moved on the screen, wherever the button is now");
  assert.equal(stays(860, 640), true, "it has moved within the button");
  assert.equal(stays(850, 670), false, "it has left the button");
  assert.equal(stays(780, 620), false);
});

test("N21 a key that is held, or was pressed elsewhere, presses no button", async (t) => {
  const enter = { type: "keydown", key: "Enter", repeat: false, ctrlKey: false, metaKey: false };
  const [space, up, held, ctrl] = [{ key: " " }, { type: "keyup" }, { repeat: true }, { ctrlKey: true }];
  const cases: [what: string, change: Partial<typeof enter>, on: "control" | "text" | "other", here: boolean, counts: boolean][] = [
    ["Enter on a button", {}, "control", false, true],
    ["Enter held from another button", held, "control", false, false],
    ["Enter held on the same button", held, "control", true, false],
    ["the space bar let go", { ...up, ...space }, "control", true, true],
    ["the space bar let go that was pressed elsewhere", { ...up, ...space }, "control", false, false],
    ["Enter let go on another button does nothing anyway", up, "control", false, true],
    ["Enter in a line", {}, "other", false, true],
    ["Enter held in a line", held, "other", false, false],
    ["the space bar held in a line", { ...held, ...space }, "other", false, true],
    ["Enter held in a text", held, "text", false, true],
    ["Ctrl and Enter held in a text", { ...held, ...ctrl }, "text", false, false],
    ["Cmd and Enter held in a text", { ...held, metaKey: true }, "text", false, false],
    ["Ctrl and Enter in a text", ctrl, "text", false, true],
  ];
  for (const [what, change, on, here, counts] of cases) {
    await t.test(what, () => assert.equal(keyCounts({ ...enter, ...change }, on, true, here), counts));
  }
  assert.equal(keyCounts(enter, "control", false, false), false, "Enter on a button that was not drawn yet");
});

test("F11 Enter continues with Ctrl or Cmd, and not while an input method composes", () => {
  const enter = { key: "Enter", ctrlKey: false, metaKey: false, isComposing: false };
  assert.equal(keyContinues(enter), false);
  assert.equal(keyContinues({ ...enter, ctrlKey: true }), true);
  assert.equal(keyContinues({ ...enter, metaKey: true }), true);
  assert.equal(keyContinues({ ...enter, ctrlKey: true, isComposing: true }), false);
  assert.equal(keyContinues({ ...enter, key: "a", ctrlKey: true }), false);
});

test("D4 a frame that moves under a pointer that stays is noticed, and a pointer that moves is not", () => {
  const place = (at: number, screen: [number, number], client: [number, number]) =>
    ({ at, screen: { x: screen[0], y: screen[1] }, client: { x: client[0], y: client[1] } });
  const then = place(1000, [500, 400], [50, 40]);
  for (const [what, now, mouse, moved] of [
    ["a second click at the same place", place(1100, [500, 400], [50, 40]), true, false],
    ["the pointer goes on to a button", place(1100, [520, 500], [70, 140]), true, false],
    ["the frame has gone up", place(1100, [500, 400], [50, 140]), true, true],
    ["the frame has gone aside", place(1100, [501, 401], [151, 41]), true, true],
    ["a mouse that has stayed for long", place(9000, [500, 400], [50, 140]), true, true],
    ["a finger that comes back after a while", place(9000, [500, 400], [50, 140]), false, false],
    ["a double tap", place(1100, [502, 399], [52, 139]), false, true],
    ["the frame has gone up and the pointer after it", place(1100, [500, 300], [50, 40]), true, false],
    ["a page that is zoomed", place(1100, [503, 400], [52, 40]), true, false],
  ] as const) {
    assert.equal(movedUnder(then, now, mouse), moved, what);
  }
});
