// docs/authors has an entry for each advice: its text, the reason, a request that gets it, and
// a request that does not. UPDATE=1 writes the texts.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { read } from "../reading.js";
import type { Advice } from "./advice.js";
import { advise } from "./advise.js";
import { treatments } from "./clients.js";
import { adviceOfForm, withSecrets } from "./findings.js";

const DOCUMENTS = "docs/authors";
const SOURCES = "web/standalone/advice";

/** The page of the notes that cannot be avoided, because they are about what older clients do not know. */
const UNAVOIDABLE = "revisions.md";

interface Entry {
  page: string;
  code: string;
  quote: string;
  bad: string;
  good: string;
}

// In place of a request that is too long for a page stands an expression.
function written(language: string, text: string): string {
  return language === "js" ? JSON.stringify(new Function(`return ${text}`)()) : text;
}

// Returns the block of code of a section with this mark.
function block(section: string, mark: "bad" | "good"): string | undefined {
  const [, language, text] = new RegExp(`^\`\`\`(js|json) ${mark}\n([^]*?)\n\`\`\`$`, "m").exec(section) ?? [];
  return language === undefined || text === undefined ? undefined : written(language, text);
}

// Reads the entries of all pages. An entry without its own better request has that of its page.
function entries(): Entry[] {
  const pages = readdirSync(DOCUMENTS).filter((name) => name.endsWith(".md"));
  return pages.flatMap((page) => {
    const [head = "", ...sections] = readFileSync(`${DOCUMENTS}/${page}`, "utf8").split(/^## (?=`)/m);
    return sections.map((section) => {
      const [, code = "", quote = ""] = /^`([a-z-]+)`\n\n> (.*)\n/.exec(section) ?? [];
      const [bad, good] = [block(section, "bad"), block(section, "good") ?? block(head, "good")];
      assert.ok(code && bad && good, `${page} has an entry without a quotation, or without one of its requests: ${section.slice(0, 40)}`);
      return { page, code, quote, bad, good };
    });
  });
}

// Reads the codes of all advice from its tables.
function codes(): string[] {
  const sources = readdirSync(SOURCES).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const texts = sources.map((name) => readFileSync(`${SOURCES}/${name}`, "utf8"));
  return texts.flatMap((text) => [...text.matchAll(/^ {2}\["([a-z-]+)", |\bcode: "([a-z-]+)", severity/gm)].map(([, row, one]) => row ?? one ?? ""));
}

function adviceOn(text: string, code: string): Advice[] {
  const reading = read(text);
  assert.ok(reading.kind !== "problem", `${text} is no request`);
  const { advice } = advise(reading, treatments);
  if (code !== "secret-noticed") {
    return advice;
  }
  // The form notices the only property. Its own tests check the list of words.
  const property = Object.keys((JSON.parse(text) as { requestedSchema?: { properties: object } }).requestedSchema?.properties ?? {})[0];
  return withSecrets(advice, adviceOfForm(property === undefined ? [] : [{ code: "secret", property }], reading.asked, false).secrets);
}

const formatAdvice = ({ severity, text }: Advice): string => `${severity}: ${text}`;

test("N29 each advice has an entry for authors, and each entry is about an advice", () => {
  const all = codes();
  assert.ok(all.length > 90);
  assert.deepEqual(all.toSorted(), [...new Set(all)].toSorted(), "a code stands for two pieces of advice");
  assert.deepEqual(entries().map(({ code }) => code).toSorted(), all.toSorted());
});

test("N29 the first request of each entry gives its advice, in the words of the entry, and the second one gives none", async (t) => {
  const all = entries();
  const unavoidable = new Set(all.filter(({ page }) => page === UNAVOIDABLE).map(({ code }) => code));
  for (const { page, code, quote, bad, good } of all) {
    await t.test(`${page}#${code}`, () => {
      const actual = adviceOn(bad, code).find((one) => one.code === code);
      assert.ok(actual, `the request gives ${adviceOn(bad, code).map((one) => one.code).join(", ")}`);
      if (process.env["UPDATE"]) {
        const file = `${DOCUMENTS}/${page}`;
        writeFileSync(file, readFileSync(file, "utf8").replace(`## \`${code}\`\n\n> ${quote}\n`, () => `## \`${code}\`\n\n> ${formatAdvice(actual)}\n`));
      } else {
        assert.equal(quote, formatAdvice(actual));
      }
      const rest = adviceOn(good, code).filter((one) => one.code === code || !unavoidable.has(one.code));
      assert.deepEqual(rest.map((one) => `${one.code}: ${one.text}`), []);
    });
  }
});

test("N29 the first request of the pages for authors gives no advice", () => {
  const example = block(readFileSync(`${DOCUMENTS}/index.md`, "utf8"), "good");
  assert.deepEqual(adviceOn(example ?? "", ""), []);
});
