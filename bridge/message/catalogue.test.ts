import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { gzipSync } from "node:zlib";
import { fetchCatalogue } from "./catalogue.js";

const FILE = "https://chat.example/frame/words.0123456789abcdef.bin";
const [GERMAN, FRENCH] = [gzipSync('{"No":"Nein"}'), gzipSync('{"No":"Non"}')];
const ALL = Buffer.concat([GERMAN, FRENCH]);
const FRENCH_PART = `${FILE}#fr:${GERMAN.length}-${ALL.length - 1}`;

/** Answers requests; the returned list has the range of each. */
function serve(answer: (range: string | undefined) => Response): (string | undefined)[] {
  const ranges: (string | undefined)[] = [];
  mock.method(globalThis, "fetch", async (_: string, { headers }: { headers: { range?: string } }) => {
    ranges.push(headers.range);
    return answer(headers.range);
  });
  return ranges;
}

afterEach(() => mock.restoreAll());

test("only the bytes of a language are fetched", async () => {
  const ranges = serve((range) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range!)!;
    return new Response(ALL.subarray(Number(first), Number(last) + 1), { status: 206 });
  });
  assert.equal(await fetchCatalogue(FRENCH_PART), '{"No":"Non"}');
  assert.equal(await fetchCatalogue(`${FILE}#es-419:0-${GERMAN.length - 1}`), '{"No":"Nein"}');
  assert.deepEqual(ranges, [`bytes=${GERMAN.length}-${ALL.length - 1}`, `bytes=0-${GERMAN.length - 1}`]);
});

test("a server may send the whole file", async () => {
  serve(() => new Response(ALL));
  assert.equal(await fetchCatalogue(FRENCH_PART), '{"No":"Non"}');
});

test("a browser that may not send a range to another origin fetches the whole file", async () => {
  const ranges = serve((range) => {
    if (range) {
      throw new TypeError("preflight");
    }
    return new Response(ALL);
  });
  assert.equal(await fetchCatalogue(FRENCH_PART), '{"No":"Non"}');
  assert.equal(ranges.length, 2);
});

test("a file by its address is a text, and is fetched as a whole", async () => {
  const ranges = serve(() => new Response('{"No":"Nie"}'));
  assert.equal(await fetchCatalogue("https://chat.example/i18n/pl.json"), '{"No":"Nie"}');
  assert.deepEqual(ranges, [undefined]);
});

test("what is no catalogue is bad, and costs no more than the limit", async () => {
  for (const body of ["<!doctype html>", GERMAN.subarray(0, 9), Buffer.concat([GERMAN, Buffer.from("more")])]) {
    serve(() => new Response(body, { status: 206 }));
    await assert.rejects(fetchCatalogue(FRENCH_PART), { message: "bad" });
  }
  serve(() => new Response(gzipSync("x".repeat(50_000_000)), { status: 206 }));
  assert.ok((await fetchCatalogue(FRENCH_PART)).length <= 262_144);
  serve(() => new Response("", { status: 404 }));
  await assert.rejects(fetchCatalogue(FRENCH_PART), { message: "status 404" });
});
