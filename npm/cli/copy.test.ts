import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { copyFrame } from "./copy.js";

const made: string[] = [];

afterEach(() => made.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

function folderOf(files: { [name: string]: string } = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), "elicitform copy "));
  made.push(folder);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

const document = (hash: string): string => `<meta name="elicitform-wasm" content="elicitform.${hash}.wasm">`;
const frame = (hash: string): { [name: string]: string } => ({
  "index.html": document(hash), [`boot.${hash}.js`]: hash.repeat(100), [`elicitform.${hash}.wasm`]: hash.repeat(100), [`words.${hash}.bin`]: hash,
});
const OLD = "0123456789abcdef";
const NEW = "fedcba9876543210";

test("copies the frame into a folder that it makes", async () => {
  const to = path.join(folderOf(), "public", "elicit form");
  assert.deepEqual(await copyFrame(folderOf(frame(NEW)), to), { written: 4, removed: [] });
  assert.deepEqual(readdirSync(to).sort(), Object.keys(frame(NEW)).sort());
  assert.equal(readFileSync(path.join(to, "index.html"), "utf8"), document(NEW));
});

test("run again it writes nothing", async () => {
  const [from, to] = [folderOf(frame(NEW)), folderOf()];
  await copyFrame(from, to);
  const before = statSync(path.join(to, "index.html")).mtimeMs;
  assert.deepEqual(await copyFrame(from, to), { written: 0, removed: [] });
  assert.equal(statSync(path.join(to, "index.html")).mtimeMs, before);
});

test("the files of an older version go, and no others", async () => {
  const to = folderOf({ ...frame(OLD), "style.css": "mine", [`boot.${OLD}.map`]: "mine", [`logo.${OLD}.js`]: "mine" });
  mkdirSync(path.join(to, "pictures"));
  const { removed } = await copyFrame(folderOf(frame(NEW)), to);
  assert.deepEqual(removed.sort(), [`boot.${OLD}.js`, `elicitform.${OLD}.wasm`, `words.${OLD}.bin`]);
  assert.deepEqual(readdirSync(to).sort(), [...Object.keys(frame(NEW)), "style.css", `boot.${OLD}.map`, `logo.${OLD}.js`, "pictures"].sort());
  assert.equal(readFileSync(path.join(to, "index.html"), "utf8"), document(NEW));
});

test("compressed files are what the others unpack to, are written once, and go when nobody asks for them", async () => {
  const [from, to] = [folderOf(frame(NEW)), folderOf(frame(OLD))];
  const packed = ["index.html", `boot.${NEW}.js`, `elicitform.${NEW}.wasm`];
  writeFileSync(path.join(to, `boot.${NEW}.js.br`), "half a file");
  assert.deepEqual(await copyFrame(from, to, true), { written: 10, removed: [`boot.${OLD}.js`, `elicitform.${OLD}.wasm`, `words.${OLD}.bin`] });
  assert.deepEqual(readdirSync(to).sort(), [...packed.flatMap((name) => [name, `${name}.br`, `${name}.gz`]), `words.${NEW}.bin`].sort());
  for (const name of packed) {
    const content = readFileSync(path.join(from, name));
    assert.deepEqual(brotliDecompressSync(readFileSync(path.join(to, `${name}.br`))), content);
    assert.deepEqual(gunzipSync(readFileSync(path.join(to, `${name}.gz`))), content);
  }
  assert.deepEqual(await copyFrame(from, to, true), { written: 0, removed: [] });
  const { written, removed } = await copyFrame(from, to);
  assert.deepEqual([written, removed.sort()], [0, packed.flatMap((name) => [`${name}.br`, `${name}.gz`]).sort()]);
  assert.deepEqual(readdirSync(to).sort(), Object.keys(frame(NEW)).sort());
});

test("a folder with another page is not copied to, and stays as it is", async () => {
  const to = folderOf({ "index.html": "<title>My chat</title>", [`boot.${OLD}.js`]: "mine" });
  await assert.rejects(copyFrame(folderOf(frame(NEW)), to), /index\.html is not elicitform's/);
  assert.deepEqual(readdirSync(to).sort(), [`boot.${OLD}.js`, "index.html"]);
  assert.equal(readFileSync(path.join(to, "index.html"), "utf8"), "<title>My chat</title>");
});

test("a file where the folder should be is an error", async () => {
  const to = path.join(folderOf({ public: "a file" }), "public");
  await assert.rejects(copyFrame(folderOf(frame(NEW)), to), { code: "EEXIST" });
});
