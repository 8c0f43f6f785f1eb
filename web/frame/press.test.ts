import assert from "node:assert/strict";
import { test } from "node:test";
import { clickCounts, type Key, keyContinues, keyCounts, type Press, staysOn } from "./press.js";

test("N21 a click counts when it began on the same, drawn button", async (t) => {
  const on = (control: string | undefined, drawn = true): Press<string> => ({ control, drawn });
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
  const key: Key<string> = { up: false, enter: true, repeat: false, command: false, target: "send", kind: "control", drawn: true };
  const cases: [what: string, change: Partial<Key<string>>, pressedOn: string | undefined, counts: boolean][] = [
    ["Enter on a button", {}, undefined, true],
    ["Enter on a button that was not drawn yet", { drawn: false }, undefined, false],
    ["Enter held from another button", { repeat: true }, "continue", false],
    ["Enter held on the same button", { repeat: true }, "send", false],
    ["the space bar let go", { up: true, enter: false }, "send", true],
    ["the space bar let go on another button", { up: true, enter: false }, "continue", false],
    ["the space bar let go that was pressed outside", { up: true, enter: false }, undefined, false],
    ["Enter let go on another button does nothing anyway", { up: true }, "continue", true],
    ["Enter in a line", { kind: "line" }, undefined, true],
    ["Enter held in a line", { kind: "line", repeat: true }, "send", false],
    ["the space bar held in a line", { kind: "line", repeat: true, enter: false }, "send", true],
    ["Enter held in a text", { kind: "lines", repeat: true }, "send", true],
    ["Ctrl and Enter held in a text", { kind: "lines", repeat: true, command: true }, "send", false],
    ["Ctrl and Enter in a text", { kind: "lines", command: true }, undefined, true],
    ["the space bar held on a heading", { kind: "other", repeat: true, enter: false }, "continue", true],
    ["Enter held on a heading", { kind: "other", repeat: true }, "continue", false],
  ];
  for (const [what, change, pressedOn, counts] of cases) {
    await t.test(what, () => assert.equal(keyCounts({ ...key, ...change }, pressedOn), counts));
  }
});

test("F11 Enter continues with Ctrl or Cmd, and not while an input method composes", () => {
  const enter = { key: "Enter", ctrlKey: false, metaKey: false, isComposing: false };
  assert.equal(keyContinues(enter), false);
  assert.equal(keyContinues({ ...enter, ctrlKey: true }), true);
  assert.equal(keyContinues({ ...enter, metaKey: true }), true);
  assert.equal(keyContinues({ ...enter, ctrlKey: true, isComposing: true }), false);
  assert.equal(keyContinues({ ...enter, key: "a", ctrlKey: true }), false);
});
