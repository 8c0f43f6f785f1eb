import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { checkAnswer } from "./answer.js";
import { readAnswer, single } from "../../bridge/host/round.js";
import { parseExact } from "../../bridge/message/exact.js";
import { Rules } from "../../bridge/rules/rules.js";

const sort = (found: readonly object[]): string[] => found.map((problem) => JSON.stringify(Object.entries(problem).sort())).sort();

// Only the Go relay checks patterns with Unicode properties.
const ONLY_IN_GO = /\\\\[pP]/;

test("what the form accepts is never refused, and both halves say the same of thousands of answers", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "elicitform-"));
  const file = path.join(folder, "answers.json");
  execFileSync("go", ["test", "-vet=off", "-count=1", "-run", "^TestNoFormStandsThatCannotBeSent$", "./relay"], { env: { ...process.env, ELICITFORM_GENERATED: file } });
  const cases = JSON.parse(readFileSync(file, "utf8"));
  rmSync(folder, { recursive: true });
  let [accepted, refused] = [0, 0];
  const differences: unknown[] = [];
  for (const { params, answer, problems, accepted: ofForm } of cases) {
    const found = checkAnswer({ server: { id: "s" }, requests: [{ params }] }, `[{"result":${answer}}]`).problems;
    accepted += ofForm ? 1 : 0;
    refused += found.length > 0 ? 1 : 0;
    if (ofForm) {
      const { value } = readAnswer(single(params), false, { result: { responses: [{ result: JSON.parse(answer) }] } });
      assert.ok(!(value instanceof Error), `the host refuses ${answer} to ${params}`);
    }
    const [here, there] = [sort(found), sort(problems)];
    const isEqual = here.join() === there.join();
    const isWeaker = ONLY_IN_GO.test(params) && here.every((problem) => there.includes(problem));
    if (!isEqual && !isWeaker) {
      differences.push({ params, answer, here, there, accepted: ofForm });
    }
  }
  assert.deepEqual(differences.slice(0, 10), [], `${differences.length} of ${cases.length} differ`);
  // See internal/safetext/test/rounds.
  const rounds = process.env["ALL_ROUNDS"] ? 1 : 0.25;
  assert.ok(accepted > 400 * rounds && refused > 4000 * rounds);
});

test("a round with more patterns than a form has room for is not held against any", () => {
  const schema = (from: number, n: number): string =>
    `{"type":"object","properties":{${Array.from({ length: n }, (_, i) => `"p${from + i}":{"type":"string","pattern":"^(?:[a-z]{1,${100 + from + i}}x){1,9}$"}`).join()}}}`;
  for (const [n, message] of [[2, ["not of the pattern"]], [40, []]] as const) {
    const requests = ["0", "1", "2"].map((key, i) => ({ key, params: `{"message":"m","requestedSchema":${schema(i * n, n)}}` }));
    const results = [{ action: "decline" }, { action: "cancel" }, { action: "accept", content: { [`p${2 * n}`]: "0" } }];
    const { problems } = checkAnswer({ server: { id: "s" }, requests }, JSON.stringify(results.map((result, i) => ({ key: String(i), result }))));
    assert.deepEqual(problems.map((problem) => problem.message), message, `${n} patterns in each request`);
  }
});

test("schemas that grow when they are written out, and patterns that backtrack, come to an end", () => {
  const names = (n: number, property: (i: number) => string): string => Array.from({ length: n }, (_, i) => `"p${i}":${property(i)}`).join();
  const levels = Array.from({ length: 8 }, (_, i) => `"d${i}":{"anyOf":[${Array.from({ length: 8 }, () => `{"$ref":"#/$defs/d${i + 1}"}`).join()}]}`).join();
  const hostile = [
    `{"type":"object","properties":{${names(100, () => `{"$ref":"#/$defs/d0"}`)}},"$defs":{${levels},"d8":{"type":"string"}}}`,
    `{"type":"object","properties":{${names(1000, () => `{"$ref":"#/$defs/d0"}`)}},"$defs":{"d0":{"$ref":"#/$defs/d0"}}}`,
    `{"type":"object","properties":{${names(300, (i) => `{"type":"string","pattern":"^(([a-z]{1,${10 + i}}){1,20}){1,9}$"}`)}}}`,
    `{"type":"object","properties":{${names(100, () => `{"type":"string","pattern":"^(a|a|aa)+$"}`)}}}`,
    `{"type":"object","properties":{${names(1000, () => `{"type":"number","multipleOf":1e-308,"minimum":-1e308}`)}}}`,
  ];
  for (const schema of hostile) {
    const content = `{${names(100, () => (schema.includes("number") ? "1e308" : `"${"a".repeat(2000)}!"`))}}`;
    const params = new Map([["requestedSchema", parseExact(schema)!]]);
    // With an engine that backtracks this would run for years.
    assert.ok(new Rules([params]).broken(params, content)!.length <= 100);
  }
});
