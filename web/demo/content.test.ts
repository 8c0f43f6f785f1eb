import assert from "node:assert/strict";
import { test } from "node:test";
import { annotationWords, base64Size, beginning, bytes, recordWords } from "./content.js";

test("sizes are told as people read them", () => {
  const sizes: [number, string][] = [
    [0, "0 bytes"], [1, "1 byte"], [1023, "1023 bytes"], [1024, "1 KB"], [1536, "1.5 KB"], [48213, "47 KB"],
    [5 * 1024 ** 2, "5 MB"], [3 * 1024 ** 3, "3 GB"], [4096 * 1024 ** 3, "4096 GB"],
  ];
  for (const [count, words] of sizes) {
    assert.equal(bytes(count), words);
  }
});

test("only base64 is taken for base64", () => {
  for (const text of ["", "QQ==", "QUI=", "QUJD", "QUJDQQ=="]) {
    assert.equal(base64Size(text), Buffer.from(text, "base64").length, text);
  }
  for (const text of ["QQ", "QQ=", "Q===", "QU JD", "QU\nJ", "QUJD\"", undefined, 7]) {
    assert.equal(base64Size(text), undefined, String(text));
  }
});

test("annotations are told in words", () => {
  const cases: [{ [name: string]: unknown }, string[]][] = [
    [{}, []],
    [{ audience: ["user"], priority: 1 }, ["for you", "required"]],
    [{ audience: ["assistant"], priority: 0 }, ["for the model", "optional"]],
    [{ audience: ["assistant", "user"], priority: 0.5 }, ["for you and the model", "importance 0.5 of 1"]],
    [{ lastModified: "2027-01-12T15:00:58Z" }, ["last changed 12 January 2027 at 15:00 UTC"]],
  ];
  for (const [annotations, words] of cases) {
    assert.deepEqual(annotationWords(annotations), words);
  }
});

test("annotations that make no sense are left out", () => {
  for (const wrong of [null, "user", ["robot"], 7, {}, true]) {
    assert.deepEqual(annotationWords({ audience: wrong, priority: wrong === 7 ? 7 : "1", lastModified: wrong }), []);
  }
  assert.deepEqual(annotationWords({ priority: Number.NaN, lastModified: "soon" }), []);
});

test("a long text is announced by its beginning", () => {
  assert.equal(beginning(" a\n\nb ", 10), "a b");
  assert.equal(beginning("x".repeat(50), 10), `${"x".repeat(10)}…`);
  assert.equal(beginning("😀".repeat(50), 3), "😀😀😀…");
});

test("N28 a record is told without any answer", () => {
  const record = { id: 1, server: "Travel", schemaHash: undefined, shownAt: 0, settledAt: 1 };
  const answers: { property: string; state: "default" | "edited" | "left-out" }[] = [
    { property: "a", state: "edited" }, { property: "b", state: "edited" }, { property: "c", state: "default" }, { property: "d", state: "left-out" },
  ];
  assert.equal(recordWords({ ...record, action: "accept", answers }), "You answered Travel’s request: 2 given by you, 1 suggested by the server, 1 left out.");
  assert.equal(recordWords({ ...record, action: "accept", answers: [] }), "You answered Travel’s request.");
  assert.equal(recordWords({ ...record, key: "team", action: "decline", answers: [] }), "You declined Travel’s request “team”.");
  assert.equal(recordWords({ ...record, action: "cancel", answers: [] }), "You cancelled Travel’s request.");
});
