import assert from "node:assert/strict";
import { test } from "node:test";
import { answerText } from "./words.js";

test("other content than text is named", () => {
  const content = [{ type: "text" as const, text: "Booked." }, { type: "image" as const, data: "", mimeType: "image/svg+xml" }];
  assert.equal(answerText({ content }), "Booked.\n(image)");
});
