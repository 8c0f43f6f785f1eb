import assert from "node:assert/strict";
import { test } from "node:test";
import { memberOf, members } from "./jsontext.js";

test("finds the value of a member in every form that JSON allows", async (t) => {
  const cases: [what: string, text: string, want: string | undefined][] = [
    ["no member", "{}", undefined],
    ["a string", '{"a":1,"x":"y"}', '"y"'],
    ["a string with quotes and braces", String.raw`{"x":"}\"{\\","b":2}`, String.raw`"}\"{\\"`],
    ["an object", '{"x":{"x":{"y":[1,{"z":"]"}]}},"b":2}', '{"x":{"y":[1,{"z":"]"}]}}'],
    ["an array", ' { "x" : [ [ ] , "]" ] } ', '[ [ ] , "]" ]'],
    ["a number at the end", '{"x":-1.5e+10}', "-1.5e+10"],
    ["a literal before space", '{"x":true\n}', "true"],
    ["the last of two", '{"x":1,"x":2}', "2"],
    ["an escaped name", String.raw`{"\u0078":3}`, "3"],
    ["only at the top", '{"a":{"x":1}}', undefined],
    ["only as a name", '{"a":"x"}', undefined],
    ["B11 a prototype name", '{"__proto__":{"x":1}}', undefined],
  ];
  for (const [what, text, want] of cases) {
    await t.test(what, () => assert.equal(memberOf(text, "x"), want));
  }
});

test("lists members in the order of the text, repeated ones too", () => {
  const names = members('{"10":1,"9":2,"a":3,"9":4}').map((member) => member.name);
  assert.deepEqual(names, ["10", "9", "a", "9"]);
});

test("lists the items of an array on demand", () => {
  const source = ' [ 1 ,[2,3],{"a":[4]}, "]" ] ';
  const items = members(source, true);
  assert.deepEqual(items.map(({ name, value }) => [name, value]), [["", "1"], ["", "[2,3]"], ["", '{"a":[4]}'], ["", '"]"']]);
  assert.deepEqual(items.map(({ start, end }) => source.slice(start, end).trim()), items.map(({ value }) => value));
  assert.deepEqual(members("[ ]", true), []);
  assert.deepEqual(members(source), []);
});

test("B6 deep nesting and long strings do not overflow the stack", () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  assert.equal(memberOf(`{"a":${deep},"x":1}`, "x"), "1");
  const long = String.raw`\"`.repeat(60_000);
  assert.equal(memberOf(`{"a":"${long}","x":1}`, "x"), "1");
});
