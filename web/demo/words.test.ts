import assert from "node:assert/strict";
import { test } from "node:test";
import { answerText, closest } from "./words.js";

test("other content than text is named", () => {
  const content = [{ type: "text" as const, text: "Booked." }, { type: "image" as const, data: "", mimeType: "image/svg+xml" }];
  assert.equal(answerText({ content }), "Booked.\n(image)");
});

test("a text finds the entry that shares the most words with it", () => {
  const entries = ["Book a table", "Book for three", "Store an API key"].map((words) => ({ words }));
  const found = (text: string): string | undefined => closest(text, entries)?.words;
  assert.equal(found("book a TABLE, please"), "Book a table");
  assert.equal(found("Seats to book for three people"), "Book for three");
  assert.equal(found("store"), "Store an API key");
  assert.equal(found("What is a key?"), undefined);
});
