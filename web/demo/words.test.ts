import assert from "node:assert/strict";
import { test } from "node:test";
import { answerText, recordWords } from "./words.js";

test("content that is no text is named", () => {
  const content = [{ type: "text" as const, text: "Booked." }, { type: "image" as const, data: "", mimeType: "image/svg+xml" }];
  assert.equal(answerText({ content }), "Booked.\n(image)");
});

test("N28 a record is told without any answer", () => {
  const record = { id: 1, server: "Travel", schemaHash: undefined, shownAt: 0, settledAt: 1 };
  const answers: { property: string; state: "default" | "edited" | "left-out" }[] = [
    { property: "a", state: "edited" }, { property: "b", state: "edited" }, { property: "c", state: "default" }, { property: "d", state: "left-out" },
  ];
  assert.equal(recordWords({ ...record, action: "accept", answers }), "You answered Travel’s request: 2 given by you, 1 suggested by the server, 1 left out.");
  assert.equal(recordWords({ ...record, action: "accept", answers: [] }), "You answered Travel’s request.");
  assert.equal(recordWords({ ...record, key: "team", action: "decline", answers: [] }), "You declined Travel’s request “team”.");
  assert.equal(recordWords({ ...record, action: "cancel", answers: [] }), "You chose “Not now” for Travel’s request.");
});
