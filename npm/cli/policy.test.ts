import assert from "node:assert/strict";
import { test } from "node:test";
import { names, namesEverybody } from "./policy.js";

test("a source names the addresses that browsers take for named", () => {
  const self = new URL("https://forms.example/frame/index.html");
  for (const [source, address, want] of [
    ["*", "https://a.example/", true],
    ["'self'", "https://forms.example/x", true],
    ["'SELF'", "https://forms.example/x", true],
    ["'self'", "https://a.example/", false],
    ["'none'", "https://forms.example/x", false],
    ["https:", "https://a.example/", true],
    ["http:", "https://a.example/", true],
    ["https:", "http://a.example/", false],
    ["a.example", "https://a.example/", true],
    ["A.example", "https://a.example/", true],
    ["a.example", "http://a.example/", false],
    ["a.example", "https://b.a.example/", false],
    ["*.a.example", "https://b.a.example/", true],
    ["*.a.example", "https://a.example/", false],
    ["*.a.example", "https://nota.example/", false],
    ["https://a.example:8443", "https://a.example:8443/", true],
    ["https://a.example", "https://a.example:8443/", false],
    ["https://a.example:*", "https://a.example:8443/", true],
    ["http://a.example:80", "https://a.example/", true],
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080/", true],
    ["http://[::1]:8080", "http://[::1]:8080/", true],
    ["https://forms.example/frame/", "https://forms.example/frame/a.js", true],
    ["https://forms.example/frame", "https://forms.example/frame/a.js", false],
    ["https://forms.example/frame/a.js", "https://forms.example/frame/a.js", true],
    ["https://forms.example/other/", "https://forms.example/frame/a.js", false],
    ["'nonce-abc'", "https://forms.example/frame/a.js", false],
  ] as const) {
    assert.equal(names([source], new URL(address), self), want, `${source} ${address}`);
  }
});

test("sources name everybody by all hosts, and by schemes that everybody's pages have", () => {
  for (const source of ["*", "http:", "https:", "WSS:", "https://*", "http://*:8080", "https://*:*", "*:*", "https://*/chat", "data:", "blob:"]) {
    assert.equal(namesEverybody(["'self'", source]), true, source);
  }
  for (const source of ["'none'", "'self'", "https://chat.example", "*.chat.example", "https://*.chat.example:*", "vscode-webview:", "capacitor://*", "app:", "null"]) {
    assert.equal(namesEverybody([source]), false, source);
  }
  assert.equal(namesEverybody([]), false);
});
