import assert from "node:assert/strict";
import { test } from "node:test";
import { Pause, PAUSE_MS, Reading, type Scene } from "./pause.js";

const A = {};
const B = {};
const shell = (mark: string, request?: object): Scene => ({ mark: mark && `shell ${mark}`, shell: true, request });
const program = (mark: string, request?: object): Scene => ({ mark, shell: false, request });

test("B50 a request that takes the place of another one is not decided for half a second", async (t) => {
  const cases: [what: string, scenes: [at: number, scene: Scene][], paused: boolean][] = [
    ["the first request", [[1000, program("1", A)]], false],
    ["the first after the loading screen", [[900, shell("")], [1000, shell("1", A)]], false],
    ["withdrawn and replaced at once", [[100, program("1", A)], [1000, program("2", B)]], true],
    ["withdrawn, shown as done, and replaced", [[100, program("1", A)], [900, program("1")], [1000, program("2", B)]], true],
    ["replaced after an empty frame of a moment", [[100, program("1", A)], [700, program("")], [1000, program("2", B)]], true],
    ["replaced after an empty frame", [[100, program("1", A)], [500, program("")], [1000, program("2", B)]], false],
    ["the same request on another step", [[100, program("1", A)], [1000, program("1", A)]], false],
    ["in the shell", [[100, shell("1", A)], [800, shell("")], [1000, shell("2", B)]], true],
    ["in the shell, after its outcome was read", [[100, shell("1", A)], [400, shell("")], [1000, shell("2", B)]], false],
    ["the program takes over", [[100, shell("1", A)], [1000, program("1", A)]], false],
    ["the program takes over after some empty frames", [[100, shell("1", A)], [950, program("")], [1000, program("1", A)]], false],
    ["the program takes over with another request", [[100, shell("1", A)], [1000, program("1", B)]], true],
    ["the shell takes over when the program has ended", [[100, program("2", A)], [1000, shell("2", A)]], false],
    ["the program has ended before it drew the next request", [[100, program("1", A)], [1000, shell("1", B)]], true],
    ["the one that an opened page belongs to comes back", [[100, program("1", A)], [600, program("2", B)], [1000, program("3")]], true],
  ];
  for (const [what, scenes, paused] of cases) {
    await t.test(what, () => {
      const pause = new Pause();
      const began = scenes.map(([at, scene]) => pause.shows(scene, at));
      assert.equal(began.at(-1), paused);
      for (const [at, covered] of [[900, paused], [1000, paused], [1000 + PAUSE_MS - 1, paused], [1000 + PAUSE_MS, false], [2000, false]] as const) {
        assert.equal(pause.covers(at), covered, `pressed at ${at}`);
      }
    });
  }
});

test("B50 the pause is counted from when the request was painted", () => {
  const pause = new Pause();
  pause.shows(program("1", A), 0);
  assert.equal(pause.shows(program("2", B), 1000), true);
  pause.restart(1400);
  assert.equal(pause.covers(1899), true);
  assert.equal(pause.covers(1900), false);
});

test("B50 a pause does not end with the program's taking over, and begins again with the next request", () => {
  const pause = new Pause();
  pause.shows(shell("1", A), 0);
  pause.shows(shell("2", B), 1000);
  assert.equal(pause.shows(program("1", B), 1100), false);
  assert.equal(pause.covers(1400), true);
  assert.equal(pause.shows(program("2", {}), 1300), true);
  assert.equal(pause.covers(1700), true);
});

test("D4 nothing is sent before a person can have read the screen", async (t) => {
  type Act = (reading: Reading) => void;
  const draw: Act = (reading) => void reading.shows(program("1", A), 1000);
  const before: Act = (reading) => void reading.shows(program("1", A), 0);
  const cases: [what: string, acts: Act[], paused: boolean][] = [
    ["the first request", [draw], true],
    ["a request that was drawn long before", [before], false],
    ["the program takes over from the shell", [(r) => void r.shows(shell("1", A), 0), draw], true],
    ["another one after the first", [before, (r) => void r.shows(program("2", B), 1000)], true],
    ["the same one on another step", [before, draw], false],
    ["nothing to decide", [(r) => void r.shows(program(""), 1000)], false],
    ["painted later than drawn", [before, (r) => r.begins(1000)], true],
    ["the page comes forward", [before, (r) => r.leaves("hidden"), (r) => r.returns("hidden", 1000)], true],
    ["the window has the focus again", [before, (r) => r.leaves("unfocused"), (r) => r.returns("unfocused", 1000)], true],
    ["the focus comes from the chat", [before, (r) => r.returns("unfocused", 1000)], false],
    ["both, one after the other", [before, (r) => r.leaves("unfocused"), (r) => r.leaves("hidden"), (r) => r.returns("hidden", 200), (r) => r.returns("unfocused", 1000)], true],
    ["an earlier beginning does not shorten it", [draw, (r) => r.begins(900)], true],
  ];
  for (const [what, acts, paused] of cases) {
    await t.test(what, () => {
      const reading = new Reading();
      acts.forEach((act) => act(reading));
      for (const [at, covered] of [[900, paused], [1000, paused], [1000 + PAUSE_MS - 1, paused], [1000 + PAUSE_MS, false], [2000, false]] as const) {
        assert.equal(reading.covers(at), covered, `pressed at ${at}`);
      }
    });
  }
});

test("D4 a press in a window that the person did not use is the beginning of the pause, and does not end it", () => {
  for (const why of ["hidden", "unfocused"] as const) {
    const reading = new Reading();
    reading.shows(program("1", A), 0);
    reading.leaves(why);
    assert.equal(reading.covers(1000), true);
    assert.equal(reading.covers(1000 + PAUSE_MS - 1), true);
    assert.equal(reading.covers(1000 + PAUSE_MS), false, "nobody waits for an event that never comes");
    reading.returns(why, 3000);
    assert.equal(reading.covers(3100), false, "the window has been used since");
  }
});
