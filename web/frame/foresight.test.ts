import assert from "node:assert/strict";
import { test } from "node:test";
import { Foresight } from "./foresight.js";

const form = (...fields: unknown[]): unknown => ({ type: "object", properties: Object.fromEntries(fields.map((field, i) => [`f${i}`, field])) });
const height = (schema: unknown): number | undefined => new Foresight().of(schema);
const text = { type: "string", title: "Text" };

test("a form is higher the more there is to see in it", () => {
  const plain = height(form(text))!;
  for (const more of [
    form(text, text),
    form({ ...text, description: "What it is for." }),
    form({ type: "integer", minimum: 0 }),
    form({ type: "string", enum: ["a", "b"] }),
    form({ type: "array", items: { anyOf: [{ const: "a", title: "A" }, { const: "b", title: "B" }] } }),
    form({ type: "array", items: { enum: Array.from({ length: 1000 }, String) } }),
    form({ type: "string", maxLength: 20 }),
    form({ type: "string", maxLength: 1000 }),
    form({ type: "string", format: "date" }),
    form({ type: "string", default: "a" }),
  ]) {
    assert.ok(height(more)! > plain, JSON.stringify(more));
  }
  // null is no default. Many options are in a list that opens.
  assert.equal(height(form({ type: "string", default: null })), plain);
  assert.equal(height(form({ type: "string", enum: Array.from({ length: 1000 }, String) })), plain);
});

test("a form is higher where it has more room between the questions", () => {
  const several = form(text, { ...text, maxLength: 1000 }, { type: "string", format: "date" });
  assert.ok(new Foresight().of(several, true)! > new Foresight().of(several)!);
});

test("of a long form as much counts as is drawn without being asked", () => {
  const many = (n: number): number => height(form(...Array.from({ length: n }, () => text)))!;
  assert.ok(many(200) > many(199));
  assert.equal(many(1000), many(200));
});

test("what is no form has no height", () => {
  for (const schema of [undefined, null, "x", [], {}, { properties: [] }, { properties: null }]) {
    assert.equal(height(schema), undefined);
  }
  // Any member may be of a wrong type.
  assert.equal(height(form(null, "x", { enum: 5, description: 5, maxLength: "9", items: [] })), height(form(text, text, text)));
});

test("a form that was drawn says how high the same form is", () => {
  const foresight = new Foresight();
  const rough = foresight.of(form(text, text))!;
  foresight.learn(rough + 57);
  assert.equal(foresight.of(form(text, text)), rough + 57);
  foresight.learn(rough + 57);
  // What is measured later is the height of something else.
  foresight.learn(99_999);
  assert.equal(foresight.of(form(text, text)), rough + 57);
});

test("what is not drawn like a form does not spoil what is known", () => {
  const foresight = new Foresight();
  const rough = foresight.of(form(text))!;
  foresight.learn(1);
  assert.ok(foresight.of(form(text))! > rough / 2);
  foresight.learn(100_000);
  assert.ok(foresight.of(form(text))! <= rough * 2);
});
