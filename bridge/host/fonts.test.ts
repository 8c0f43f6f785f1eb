import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { assertLinear } from "../message/test/hostilesheets.js";
import { embedFonts } from "./fonts.js";

const files: { [path: string]: { type: string; body: string | Buffer } } = {
  "/a.woff2": { type: "font/woff2", body: Buffer.from([1, 2, 3]) },
  "/fonts/b.ttf": { type: "font/ttf", body: Buffer.from([4]) },
  "/fonts/sheet.css": { type: "text/css", body: `@font-face { font-family: "B"; src: url(b.ttf) format("truetype"); font-weight: 700 }` },
  "/large.woff2": { type: "font/woff2", body: Buffer.alloc(3 * 1024 * 1024) },
};

const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url!);
  const file = files[request.url!];
  response.writeHead(file ? 200 : 404, { "content-type": file?.type ?? "text/plain" }).end(file?.body);
});
// Without keep-alive: a connection that the server closes while a test is busy would fail the next test.
server.keepAliveTimeout = 0;
let base = "";
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
});
after(() => server.close());

const data = (base64: string): string => `url("data:application/octet-stream;base64,${base64}")`;

test("the first file that loads is put into its rule", async () => {
  const css = `body { color: red } @font-face { font-family: "A"; src: local("A"), url("gone.woff2"), url('a.woff2') format("woff2"), url(/fonts/b.ttf); font-weight: 400 700; }`;
  const made = await embedFonts(css, { base });
  assert.equal(made, `@font-face { font-family: "A"; font-weight: 400 700; src: local("A"), ${data("AQID")} }`);
});

test("rules of imported sheets are relative to those", async () => {
  const made = await embedFonts(`@import url("fonts/sheet.css"); @import "gone.css";`, { base });
  assert.match(made, /font-weight: 700/);
  assert.ok(made.includes(data("BA==")), made);
});

test("what cannot be had is left out", async () => {
  for (const css of ["", "p{}", `@font-face { font-family: "A" }`, `@font-face{font-family:"A";src:url(gone.woff2)}`, `@font-face{font-family:"A";src:url(large.woff2)}`,
    `@font-face{font-family:"A";src:url(javascript:alert(1))}`, `/* @font-face{font-family:"A";src:url(a.woff2)} */`, `@font-face{font-family:"A";src:url(`]) {
    assert.equal(await embedFonts(css, { base }), "", css);
  }
});

test("comments, strings and broken rules hide nothing and show nothing", async () => {
  const want = `@font-face { font-family: "};{"; src: ${data("AQID")} }`;
  for (const css of [
    `/* { */ @font-face/**/{ font-family: "};{"; /* src: url(no.woff2); */ src /**/ : url( "a.woff2" ) /* ) */ }`,
    `@media all { @FONT-FACE { SRC:URL(a.woff2);font-family: "};{" } }`,
    `@font-face { src: url(no.woff2) @font-face { font-family: "};{"; src: url('a.woff2') }`,
  ]) {
    assert.equal((await embedFonts(css, { base })).trim(), want, css);
  }
  for (const css of [`p { content: "@font-face{src:url(a.woff2)}" }`, `@font-face{src:url("a.woff2"}`, `@font-face;{src:url(a.woff2)}`]) {
    assert.equal(await embedFonts(css, { base }), "", css);
  }
});

test("embedFonts reads style sheets in linear time", async () => {
  // No address is relative to a data: address, so nothing is fetched.
  await assertLinear((css) => embedFonts(css, { base: "data:," }));
});

test("there is an end to rules and bytes", async () => {
  const face = `@font-face{font-family:"A";src:url(a.woff2)}`;
  assert.equal((await embedFonts(face.repeat(40), { base })).match(/@font-face/g)?.length, 16);
  requests.length = 0;
  await embedFonts(`@import "gone.css";`.repeat(40), { base });
  assert.equal(requests.length, 4);
});

test("it can be broken off", async () => {
  const controller = new AbortController();
  const made = embedFonts(`@font-face{font-family:"A";src:url(a.woff2)}`, { base, signal: controller.signal });
  controller.abort(new Error("enough"));
  await assert.rejects(made, /enough/);
});
