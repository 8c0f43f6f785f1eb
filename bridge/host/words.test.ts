import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { FormHostEvent, FormHostOptions } from "./types.js";
import { Words } from "./words.js";

const FRAME = "https://chat.example/frame/index.html";
const partOf = (tag: string): string => `words.0123456789abcdef.bin#${tag}:0-9`;
const urlOf = (tag: string): string => `https://chat.example/frame/${partOf(tag)}`;
const HELLO = { words: Object.fromEntries(["de", "fr", "pt-BR"].map((tag) => [tag, partOf(tag)])) };

// The responses by address, and the requests.
let answers: { [url: string]: string | Promise<string> } = {};
let fetches: string[] = [];

beforeEach(() => {
  answers = {};
  fetches = [];
  mock.method(console, "error", () => {});
  mock.method(globalThis, "fetch", async (url: string, { cache }: RequestInit) => {
    fetches.push(cache === "default" ? url : `${url} ${cache}`);
    const answer = await answers[url];
    const body = url.includes("#") ? gzipSync(answer ?? "") : answer;
    return new Response(body ?? "", { status: answer === undefined ? 404 : 206 });
  });
  Object.assign(globalThis, { document: { baseURI: "https://chat.example/", documentElement: { lang: "" } } });
});
afterEach(() => mock.restoreAll());

// The words of a host whose document has sent its hello.
function start(options: Partial<FormHostOptions> = {}) {
  const sent: unknown[] = [];
  const events: FormHostEvent[] = [];
  const words = new Words(options as FormHostOptions, FRAME, (_, params) => sent.push(params), (event) => events.push(event));
  words.connected(HELLO);
  return { words, sent, events, reasons: () => events.map((event) => ("reason" in event ? `${"language" in event && event.language} ${event.reason}` : "")) };
}

test("hands over the words of the context's language once to each document", async () => {
  answers[urlOf("pt-BR")] = '{"No":"Não"}';
  const { words, sent, events } = start();
  await words.follow("pt-PT");
  await words.follow("pt");
  assert.deepEqual(sent, [{ language: "pt-BR", texts: { No: "Não" } }]);
  words.connected(HELLO);
  await words.follow("pt");
  assert.equal(sent.length, 2);
  assert.deepEqual([fetches, events], [[urlOf("pt-BR"), urlOf("pt-BR")], []]);
});

test("English and languages without words ask for nothing", async () => {
  const { words, sent } = start();
  for (const locale of ["en", "en-GB", "sv", "", "not a tag"]) {
    await words.follow(locale);
  }
  words.connected({ words: { de: `../${partOf("de")}`, fr: "words.bin?x#fr:0-9", "pt-BR": { pt: 1 } } });
  for (const locale of ["de", "fr", "pt"]) {
    await words.follow(locale);
  }
  assert.deepEqual([fetches, sent], [[], []]);
});

test("a form that is faster is told once", async () => {
  let arrive!: (text: string) => void;
  answers[urlOf("de")] = new Promise((resolve) => (arrive = resolve));
  const { words, sent, reasons } = start();
  const following = words.follow("de");
  assert.equal(words.pending, "de");
  words.shown();
  words.shown();
  arrive("{}");
  await following;
  words.shown();
  assert.deepEqual([reasons(), sent.length, words.pending], [["de late"], 1, undefined]);
});

test("what cannot be loaded is told, and asked for again past the cache when the language comes again", async () => {
  const { words, sent, reasons } = start();
  await words.follow("de");
  answers[urlOf("de")] = "<!doctype html>";
  await words.follow("de");
  answers[urlOf("de")] = `{"a":"${"x".repeat(65_536)}"}`;
  await words.follow("de");
  answers[urlOf("de")] = "{}";
  await words.follow("de");
  assert.deepEqual(reasons(), ["de status 404", "de bad", "de bad"]);
  assert.deepEqual(fetches, [urlOf("de"), `${urlOf("de")} reload`, `${urlOf("de")} reload`, `${urlOf("de")} reload`]);
  assert.equal(sent.length, 1);
});

test("what the program rejects is told, with its fault", async () => {
  answers[urlOf("fr")] = "{}";
  const { words, events } = start();
  await words.follow("fr");
  words.rejected({ language: "fr", why: "FormHeading is missing" });
  assert.deepEqual(events, [
    { type: "words-missing", language: "fr", reason: "bad", message: "no words for fr: FormHeading is missing" },
  ]);
  await words.follow("fr");
  assert.deepEqual(fetches, [urlOf("fr"), `${urlOf("fr")} reload`]);
});

test("anybody can add a language, as an object or by its address, also in place of ours", async () => {
  const cyclic: { [name: string]: any } = {};
  cyclic["a"] = cyclic;
  answers["https://cdn.example/cs.json"] = answers["https://chat.example/i18n/sk.json"] = "{}";
  const { words, sent, reasons } = start({
    words: { pl: { No: "Nie" }, de: { No: "Nö" }, cs: new URL("https://cdn.example/cs.json"), sk: "/i18n/sk.json", eo: cyclic, tr: { a: "x".repeat(65_536) } },
  });
  const following = words.follow("pl-PL");
  assert.equal(words.pending, undefined);
  await following;
  for (const locale of ["de-AT", "cs", "sk", "eo", "tr"]) {
    await words.follow(locale);
  }
  assert.deepEqual(sent, [
    { language: "pl", texts: { No: "Nie" } }, { language: "de", texts: { No: "Nö" } }, { language: "cs", texts: {} }, { language: "sk", texts: {} },
  ]);
  assert.deepEqual(reasons(), ["eo bad", "tr bad"]);
});

test("a host that is disposed of tells nothing more", async () => {
  const { words, events } = start();
  const following = words.follow("de");
  words.close();
  await following;
  assert.deepEqual(events, []);
});
