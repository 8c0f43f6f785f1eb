import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear } from "../message/test/hostilesheets.js";
import { unquote } from "../message/stylesheet.js";
import { type FontSource, fontSources, withoutImports } from "./fontsource.js";

const describe = ({ source, origin }: FontSource): string =>
  typeof source !== "string" ? `bytes ${[...source].join(" ")}` : origin === undefined ? source : `${source} of ${origin}`;

test("sources of a font", () => {
  for (const [src, want] of [
    ["", []],
    [`url("data:font/woff2;base64,AQID") format("woff2")`, ["bytes 1 2 3"]],
    [`url("data:application/x-font-ttf;charset=utf-8;base64,AQID")`, ["bytes 1 2 3"]],
    [`url("data:;base64,AQID")`, ["bytes 1 2 3"]],
    [`url(data:font/woff;base64,AQID)`, ["bytes 1 2 3"]],
    [`local("Chat Sans"), url("https://chat.example/a,b(1).woff2") format("woff2") tech(variations)`, [`local("Chat Sans")`, `url("https://chat.example/a,b(1).woff2") of https://chat.example`]],
    [`url("https://chat.example/\\"a.woff2")`, [`url("https://chat.example/%22a.woff2") of https://chat.example`]],
    // Sources that the frame cannot load are left out.
    [`url("chat.woff2"), url("javascript:alert(1)"), url("blob:null/1"), url("data:font/woff2,plain"), url("data:font/woff2;base64,!")`, []],
    [`url("file:///etc/passwd"), local("A")`, [`local("A")`]],
    [Array(50).fill(`local("A")`).join(), Array(8).fill(`local("A")`)],
  ] as const) {
    assert.deepEqual(fontSources(src).map(describe), want, src);
  }
});

test("names and addresses lose their quotes", () => {
  for (const [written, want] of [
    [`"Chat Sans"`, "Chat Sans"],
    ["Chat Sans", "Chat Sans"],
    [`'Chat "Sans"'`, `Chat "Sans"`],
    [`"a\\"b\\\\c"`, `a"b\\c`],
  ] as const) {
    assert.equal(unquote(written), want);
  }
});

test("rules that import are cut out", () => {
  const face = `@font-face{font-family:"A";src:local("A")}`;
  for (const css of [
    `@import url("https://fonts.example/css?family=A;B&x");${face}`,
    `@import 'a;b.css' layer(x) screen;\n${face}`,
    `@IMPORT url(a.css);${face}`,
  ]) {
    assert.equal(withoutImports(css).trim(), face, css);
  }
  assert.equal(withoutImports(face), face);
  assert.equal(withoutImports(`@import "endless`), "");
  const text = `p{content:"@import \\"x;"}/* @import "b" */${face}`;
  assert.equal(withoutImports(text), text);
});

test("the frame reads style sheets in linear time", async () => {
  await assertLinear(withoutImports);
  await assertLinear(fontSources);
});
