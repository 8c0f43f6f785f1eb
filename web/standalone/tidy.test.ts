import assert from "node:assert/strict";
import { test } from "node:test";
import { tidy } from "./tidy.js";

test("lays JSON out without changing what it says", () => {
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
