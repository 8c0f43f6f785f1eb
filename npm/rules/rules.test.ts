import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { type Catalogue, checkContent, type Form, readForm } from "./rules.js";

// Only the form checks patterns with Unicode properties.
const ONLY_IN_FORM = String.raw`\\p`;

interface Case {
  schema: string;
  rejected?: string;
  missing?: string[];
  fields: { name: string; kind: string; options?: [string, string][]; limits?: { [name: string]: string }; unchecked?: string[] }[];
  answers?: { content: string; locale: string; problems: { name: string; code: string; entry?: number; message: string }[] }[];
}

const folder = mkdtempSync(path.join(tmpdir(), "elicitform-"));
const file = path.join(folder, "rules.json");
const environment = { ...process.env, ELICITFORM_RULES: file };
execFileSync("go", ["test", "-vet=off", "-count=1", "-run", "^TestCasesOfTheRules$", "./internal/wording"], { env: environment });
const cases: Case[] = JSON.parse(readFileSync(file, "utf8"));
rmSync(folder, { recursive: true });

const WORDS = "internal/wording/words";
const languages: { [tag: string]: Catalogue } = Object.fromEntries(readdirSync(WORDS).filter((name) => name.endsWith(".json"))
  .map((name) => [path.basename(name, ".json"), JSON.parse(readFileSync(path.join(WORDS, name), "utf8"))]));

const LIMITS = [
  "minLength", "maxLength", "pattern", "minItems", "maxItems", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
] as const;

// Writes a form like the test in Go.
function summarize({ fields, missing, rejected }: Form): object {
  return {
    rejected, missing,
    fields: fields.map(({ name, kind, label, required, obstacle, options = [], unchecked, entry, ...field }) => ({
      name, kind, label, required, obstacle: obstacle ?? "", unchecked: [...unchecked],
      // The form draws these words for a yes or no without a name.
      options: options.map(({ value, label }) => [JSON.stringify(value), kind === "boolean" && /^(Yes|No)$/.test(label) ? "" : label]),
      limits: Object.fromEntries(LIMITS.flatMap((limit) => {
        const value = { ...field, ...entry }[limit];
        return value === undefined ? [] : [[limit, typeof value === "number" ? value : String(value)]];
      })),
    })),
  };
}

function summarizeCase({ fields, missing = [], rejected }: Case): object {
  return {
    rejected, missing,
    fields: fields.map(({ options = [], limits = {}, unchecked = [], ...field }) => ({
      obstacle: "", ...field, unchecked,
      options: options.map(([value, title]) => {
        const isUnique = title === "" || options.filter(([, other]) => other === title).length === 1;
        return [JSON.stringify(JSON.parse(value)), isUnique ? title : `${title} (${JSON.parse(value)})`];
      }),
      limits: Object.fromEntries(LIMITS.flatMap((limit) => {
        const value = limits[limit];
        return value === undefined ? [] : [[limit, limit === "pattern" ? value : Number(value)]];
      })),
    })),
  };
}

test("the fields are those of the form", () => {
  assert.ok(cases.length > 500);
  const differences = cases.filter(({ schema }) => !schema.includes(ONLY_IN_FORM)).flatMap((made) => {
    const form = readForm(made.schema);
    const isCompared = (_: object, i: number): boolean => made.fields[i]?.kind !== "";
    const here = summarize({ ...form, fields: form.fields.filter(isCompared) });
    const there = summarizeCase({ ...made, fields: made.fields.filter(isCompared) });
    try {
      assert.deepEqual(here, there);
      return [];
    } catch (error) {
      return [`${made.schema.slice(0, 500)}\n${(error as Error).message}`];
    }
  });
  assert.equal(differences.length, 0, `${differences.length} of ${cases.length} differ:\n${differences.slice(0, 8).join("\n\n")}`);
});

test("the problems and their sentences are those of the form, in ten languages", () => {
  const locales = new Set<string>();
  const differences: string[] = [];
  let all = 0;
  for (const { schema, answers = [] } of cases) {
    for (const { content, locale, problems } of answers) {
      all++;
      locales.add(locale);
      const found = checkContent(schema, content, { words: languages[locale], locale });
      try {
        assert.deepEqual(found, problems);
      } catch (error) {
        differences.push(`${schema.slice(0, 800)}\n${content} ${locale}\n${(error as Error).message}`);
      }
    }
  }
  assert.equal(locales.size, 10);
  assert.equal(differences.length, 0, `${differences.length} of ${all} differ:\n${differences.slice(0, 8).join("\n\n")}`);
});

test("a field has what a drawn form needs", () => {
  const schema = `{"type":"object","required":["10","terms"],"properties":{
    "9":{"type":"integer","title":"Guests\u202e","description":" For dinner ","minimum":1,"maximum":8,"default":2},
    "10":{"oneOf":[{"const":"in","title":"Inside"},{"const":"out","title":"Outside","description":"Only when it is dry"}],"default":"roof"},
    "terms":{"type":"boolean","const":true},
    "tags":{"type":"array","items":{"type":"string","maxLength":9,"format":"colour"},"minItems":1,"uniqueItems":true},
    "other":{"anyOf":[{"enum":["a","b"]},{"type":"string","minLength":2}]},
    "twice":{"oneOf":[{"const":1,"title":"One"},{"const":2,"title":"One"}]},
    "parts":{"type":"object"}}}`;
  assert.deepEqual(readForm(schema), {
    blocked: false, missing: [], unchecked: [],
    fields: [
      {
        name: "9", kind: "integer", label: "Guests", description: "For dinner", required: false, unchecked: [],
        minimum: 1, maximum: 8, default: 2,
      },
      {
        name: "10", kind: "choice", label: "10", required: true, unchecked: [],
        options: [{ value: "in", label: "Inside" }, { value: "out", label: "Outside", description: "Only when it is dry" }],
      },
      { name: "terms", kind: "boolean", label: "Terms", required: true, unchecked: [], options: [{ value: true, label: "Yes" }] },
      {
        name: "tags", kind: "list", label: "Tags", required: false, unchecked: ["format"], minItems: 1, uniqueItems: true,
        entry: { maxLength: 9, format: "colour" },
      },
      {
        name: "other", kind: "choice", label: "Other", required: false, unchecked: [], ownText: { minLength: 2 },
        options: [{ value: "a", label: "a" }, { value: "b", label: "b" }],
      },
      {
        name: "twice", kind: "choice", label: "Twice", required: false, unchecked: [],
        options: [{ value: 1, label: "One (1)" }, { value: 2, label: "One (2)" }],
      },
      { name: "parts", kind: "text", label: "Parts", required: false, unchecked: [], obstacle: "nested-object" },
    ],
  } satisfies Form);
  const { fields } = readForm({ properties: { a: { type: "boolean" } } }, { words: languages["de"] });
  assert.deepEqual(fields[0]?.options, [{ value: true, label: "Ja" }, { value: false, label: "Nein" }]);
});

test("a form that nobody can answer is blocked", () => {
  assert.equal(readForm({ required: ["a"], properties: { a: { type: "object" } } }).blocked, true);
  assert.deepEqual(readForm({ required: ["b"], properties: {} }).missing, ["b"]);
  assert.equal(readForm({ required: ["b"], properties: {} }).blocked, true);
  assert.deepEqual(checkContent({ required: ["b"], properties: {} }, {}), [{ name: "b", code: "empty" }]);
  for (const [schema, reason] of [
    ["{", "unreadable"], [{ a: 1n }, "unreadable"], [[], "not-a-form-schema"], [{ type: "array" }, "not-a-form-schema"],
    [{ $schema: "https://example.com/" }, "unknown-dialect"],
    [{ properties: Object.fromEntries(Array.from({ length: 301 }, (_, i) => [`p${i}`, {}])) }, "too-many-properties"],
    [{ properties: { a: { enum: Array.from({ length: 2001 }, (_, i) => i) } } }, "too-many-options"],
  ] as const) {
    assert.deepEqual(readForm(schema), { fields: [], blocked: true, missing: [], unchecked: [], rejected: reason });
    assert.deepEqual(checkContent(schema, {}), [{ name: "", code: "invalid" }]);
  }
});

test("content that no form gives has a problem", () => {
  const schema = { properties: { a: { type: "string" }, n: { type: "number" }, o: { type: "object" } } };
  for (const [content, problems] of [
    [null, [{ name: "", code: "invalid" }]], ["[]", [{ name: "", code: "invalid" }]], ["{", [{ name: "", code: "invalid" }]],
    [`{"a":"1","a":"2"}`, [{ name: "", code: "invalid" }]],
    [{ a: null, n: {} }, [{ name: "a", code: "invalid" }, { name: "n", code: "not-a-number" }]],
    [{ b: 1, a: 1 }, [{ name: "a", code: "invalid" }, { name: "b", code: "not-asked" }]],
    // An object would have lost the digits.
    [`{"n":9007199254740993}`, [{ name: "n", code: "number-too-big" }]],
    [{ o: { p: 1 } }, [{ name: "o", code: "invalid" }]], [{ a: "\ud83d" }, [{ name: "a", code: "invalid" }]],
  ] as const) {
    assert.deepEqual(checkContent(schema, content), problems);
  }
});

test("hostile schemas and contents come to an end", () => {
  const names = (n: number, property: (i: number) => string): string =>
    Array.from({ length: n }, (_, i) => `"p${i}":${property(i)}`).join();
  const levels = names(12, (i) => `{"anyOf":[${Array.from({ length: 8 }, () => `{"$ref":"#/$defs/p${(i + 1) % 12}"}`).join()}]}`);
  const long = "a".repeat(2000);
  for (const schema of [
    `{"properties":{${names(300, () => `{"type":"string","pattern":"^(a|a|aa)+$"}`)}}}`,
    `{"properties":{${names(100, (i) => `{"type":"string","pattern":"^((\\d{2}:\\d{2}){1,99}){1,${i + 2}}$"}`)}}}`,
    `{"properties":{${names(100, () => `{"$ref":"#/$defs/p0"}`)}},"$defs":{${levels}}}`,
    `{"properties":{${names(100, () => `{"type":"string"}`)}},"allOf":[{"$ref":"#/$defs/p0"}],"$defs":{${levels}}}`,
    `{"properties":{${names(100, () => `{"type":"string"}`)}},"not":{"$ref":"#"}}`,
    `{"properties":{${names(100, () => `{"type":"string"}`)}},"anyOf":[${
      Array.from({ length: 3000 }, () => `{"properties":{"p0":{"pattern":"^(a|a|aa)+$"}}}`).join()}]}`,
  ]) {
    assert.ok(Array.isArray(readForm(schema).fields));
    // With RegExp this would run for years.
    const content = `{${names(100, () => `"${long}!"`)},${names(4000, () => "1").replaceAll("p", "q")}}`;
    assert.ok(Array.isArray(checkContent(schema, content)));
  }
});
