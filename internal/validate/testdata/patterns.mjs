// Records the verdicts of this JavaScript engine in patterns.json. Run by hand
// after a pattern or subject was added: node internal/validate/testdata/patterns.mjs
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("patterns.json", import.meta.url);

function compile(pattern) {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Not in this grammar.
    }
  }
  return null;
}

const rows = JSON.parse(readFileSync(file, "utf8")).map(({ pattern, checkable, subjects }) => {
  const expression = compile(pattern);
  return JSON.stringify({
    pattern,
    checkable,
    subjects: subjects.map(({ text }) => ({ text, match: expression ? expression.test(text) : null })),
  });
});
writeFileSync(file, `[\n ${rows.join(",\n ")}\n]\n`);
