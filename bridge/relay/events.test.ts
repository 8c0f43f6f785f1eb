import assert from "node:assert/strict";
import { test } from "node:test";
import { eventReader, type ServerEvent } from "./events.js";

const read = (...pieces: string[]): ServerEvent[] => {
  const events: ServerEvent[] = [];
  const take = eventReader((event) => events.push(event));
  pieces.forEach(take);
  return events;
};

const STREAM = "\uFEFF: hello\n\nid: 7\nevent: state\ndata: {\"a\":\ndata:1}\n\ndata\n\n: beat\n\nretry: 5\nother: x\ndata: last\n\ndata: cut off";
const EVENTS = [
  { id: "7", type: "state", data: '{"a":\n1}' },
  { id: "7", type: "message", data: "" },
  { id: "7", type: "message", data: "last" },
];

test("a stream is read as the standard says, with each end of a line", () => {
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
