import assert from "node:assert/strict";
import { test } from "node:test";
import { Line } from "./line.js";

const never = new AbortController().signal;

test("those who find no place wait in line", async () => {
  const line = new Line(2);
  const entered: number[] = [];
  const enter = (n: number) => line.enter(never).then(() => entered.push(n));
  await enter(1);
  assert.equal(line.full, false);
  await enter(2);
  assert.equal(line.full, true);
  const third = enter(3);
  const fourth = enter(4);
  await Promise.resolve();
  assert.deepEqual(entered, [1, 2]);
  line.leave();
  await third;
  assert.deepEqual(entered, [1, 2, 3]);
  line.leave();
  await fourth;
  line.leave();
  line.leave();
  assert.equal(line.full, false);
});

test("who gives up leaves the line", async () => {
  const line = new Line(1);
  await line.enter(never);
  const stopped = new AbortController();
  const second = line.enter(stopped.signal);
  const third = line.enter(never);
  stopped.abort(new Error("stopped"));
  await assert.rejects(second, /stopped/);
  line.leave();
  await third;
  await assert.rejects(line.enter(stopped.signal), /stopped/);
});
