import assert from "node:assert/strict";
import { test } from "node:test";
import { describeExposure, isExposed } from "./exposed.js";

test("a document is exposed where its origin is that of one of its files, and never where it is opaque", () => {
  const page = "https://chat.example/frame/index.html?host=https://chat.example";
  const cdn = "https://cdn.example/frame/boot.js";
  for (const [origin, addresses, want] of [
    ["https://chat.example", [page, "https://chat.example/frame/boot.js"], true],
    ["https://chat.example", [page, cdn], true],
    ["https://cdn.example", ["about:srcdoc", cdn], true],
    ["https://chat.example", ["blob:https://chat.example/1-2", cdn], true],
    ["http://localhost:8080", ["http://localhost:8080/frame/", ""], true],
    ["capacitor://localhost", ["capacitor://localhost/frame/index.html"], true],
    ["file://", ["file:///srv/frame/index.html"], true],
    ["null", [page, cdn], false],
    ["null", ["about:srcdoc", "data:text/html,x", "file:///srv/frame/index.html"], false],
    ["https://sandbox.example", ["about:srcdoc", cdn], false],
    ["https://chat.example", ["https://chat.example:8443/frame/", "http://chat.example/frame/"], false],
  ] as const) {
    assert.equal(isExposed(origin, addresses), want, `${origin} ${addresses}`);
  }
});

test("the message for a developer names the missing attribute and header", () => {
  const text = describeExposure("https://chat.example");
  assert.match(text, /https:\/\/chat\.example/);
  assert.match(text, /attribute sandbox="allow-scripts [^"]*" without allow-same-origin/);
  assert.match(text, /Content-Security-Policy: sandbox allow-scripts .*; frame-ancestors/);
});
