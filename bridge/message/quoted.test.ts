import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { quoted } from "./quoted.js";

interface Case {
  name: string;
  text: string;
  double: string;
  single?: string;
}

test("a name inside a sentence of the shell cannot end a quotation: the program's cases", async (t) => {
  const cases = JSON.parse(readFileSync("internal/safetext/testdata/quoted.json", "utf8")) as Case[];
  assert.ok(cases.length >= 20);
  for (const { name, text, double, single = double } of cases) {
    await t.test(name, () => {
      assert.equal(quoted(text), double);
      assert.equal(quoted(text, true), single);
    });
  }
});
