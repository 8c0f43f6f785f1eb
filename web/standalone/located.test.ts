import assert from "node:assert/strict";
import { test } from "node:test";
import { locate, member, names, nearest, number, pointer, text, tidy, valueAt } from "./located.js";

test("reads every kind of value with its place", () => {
  const source = ' {"a" : [1, -2.5e3 ,"x\\"]}", null,true],"b":{ "c":{} , "d":[ ] } }';
  const root = locate(source);
  assert.equal(root.text, source.trim());
  const at = (...path: string[]): string => {
    const { start, end } = nearest(root, pointer(...path));
    return source.slice(start, end);
  };
  assert.equal(at(), source.trim());
  assert.equal(at("a", "1"), "-2.5e3");
  assert.equal(at("a", "2"), '"x\\"]}"');
  assert.equal(at("b", "d"), '"d":[ ]');
  assert.equal(at("b", "missing", "x"), '"b":{ "c":{} , "d":[ ] }');
  assert.equal(number(valueAt(root, "/a/1")), -2500);
  assert.equal(text(valueAt(root, "/a/0")), undefined);
});

test("keeps the order of names, repeated names and __proto__", () => {
  const root = locate('{"10":1,"9":2,"__proto__":{"x":3},"9":4,"\\u0061":5}');
  assert.ok(root.kind === "object");
  assert.deepEqual(root.members.map(({ name }) => name), ["10", "9", "__proto__", "9", "a"]);
  assert.equal(number(member(root, "9")), 4);
  assert.equal(number(valueAt(root, "/__proto__/x")), 3);
  assert.deepEqual(nearest(root, "/__proto__/x/y").path, "/__proto__/x");
});

test("does not read values that are nested too deeply, and goes on behind them", () => {
  const deep = '{"a":'.repeat(5000) + '"]}"' + "}".repeat(5000);
  const root = locate(`[${deep},[${deep}],7]`);
  assert.ok(root.kind === "array");
  assert.deepEqual(root.members.at(-1)?.value, { kind: "scalar", text: "7", start: deep.length * 2 + 5, end: deep.length * 2 + 6, path: "/2", value: 7 });
});

test("writes JSON pointers", () => {
  assert.equal(pointer(), "");
  assert.equal(pointer("a/b", "~", "0", ""), "/a~1b/~0/0/");
  assert.deepEqual(names("/a~1b/~0/0/"), ["a/b", "~", "0", ""]);
});

test("formats JSON without changing values", () => {
  const source = '{"10":1.0,"9":9007199254740993,"9":{},"e":[],"__proto__":{"a":[1,2],"b":[{"c":"\\u00e9"}]},"long":["' + "x".repeat(120) + '"]}';
  const laid = tidy(source);
  assert.equal(
    laid,
    `{
  "10": 1.0,
  "9": 9007199254740993,
  "9": {},
  "e": [],
  "__proto__": {
    "a": [1, 2],
    "b": [
      { "c": "\\u00e9" }
    ]
  },
  "long": [
    "${"x".repeat(120)}"
  ]
}`,
  );
  assert.equal(tidy(laid), laid);
  assert.equal(tidy(" 7 "), "7");
});
