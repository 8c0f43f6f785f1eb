import assert from "node:assert/strict";
import { test } from "node:test";
import { eventReader, type ServerEvent } from "./events.js";

const read = (...pieces: string[]): ServerEvent[] => {
  const events: ServerEvent[] = [];
  const take = eventReader((event) => events.push(event), assert.fail);
  pieces.forEach(take);
  return events;
};

const STREAM = "\uFEFF: hello\n\nid: 7\nevent: state\ndata: {\"a\":\ndata:1}\n\ndata\n\n: beat\n\nretry: 5\nother: x\ndata: last\n\ndata: cut off";
const EVENTS = [
  { id: "7", type: "state", data: '{"a":\n1}' },
  { id: "7", type: "message", data: "" },
  { id: "7", type: "message", data: "last" },
];

test("a stream is read by the standard, with each end of a line", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    assert.deepEqual(read(STREAM.replaceAll("\n", end)), EVENTS, JSON.stringify(end));
  }
});

test("it makes no difference where the stream is cut into pieces", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = STREAM.replaceAll("\n", end);
    assert.deepEqual(read(...text), EVENTS, "character by character");
    for (let i = 0; i <= text.length; i++) {
      assert.deepEqual(read(text.slice(0, i), text.slice(i)), EVENTS, `${JSON.stringify(end)} at ${i}`);
    }
  }
});

test("an event that is too large is left out and reported once; the events around it are read", () => {
  const events: string[] = [];
  let tooLarge = 0;
  const take = eventReader(({ data }) => events.push(data), () => tooLarge++, 20);
  const long = "x".repeat(21);
  for (const text of ["data: a\n\n", `data: ${long}\n\n`, "data: b\n\n", `data: 0123456789\ndata: 0123456789\nid: 1\n\n`, `${long}`, "\n", "\n", `: ${long}\n\ndata: c\n\n`]) {
    [...text].forEach(take);
  }
  assert.deepEqual([events, tooLarge], [["a", "b", "c"], 4]);
  // Neither comments nor the fields before its data count for an event.
  const comments = eventReader(({ data }) => events.push(data), assert.fail, 20);
  [": 0123456789\n", "retry: 0123456789\n", ": 0123456789\n", "data: d\n\n"].forEach(comments);
  assert.equal(events.at(-1), "d");
});

test("a large event in small pieces takes a time that grows with it, not with its square", () => {
  const timeOf = (characters: number): number => {
    const pieces = Array.from({ length: characters / 100 }, () => "x".repeat(100));
    const times = [1, 2, 3, 4, 5].map(() => {
      let read = 0;
      const from = process.cpuUsage();
      ["data: ", ...pieces, "\n\n"].forEach(eventReader(({ data }) => (read = data.length), assert.fail));
      assert.equal(read, characters);
      return process.cpuUsage(from).user;
    });
    return Math.min(...times);
  };
  timeOf(200_000);
  const [small, large] = [timeOf(200_000), timeOf(3_200_000)];
  // 16 times as large: a square would make it 256 times as long.
  assert.ok(large < 100 * Math.max(small, 1000), `${small} and ${large} µs`);
});
