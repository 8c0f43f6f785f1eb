import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogueParts, languageOf } from "./language.js";

test("P22 a catalogue serves every locale of its language", () => {
  const tags = ["de", "pt-BR", "pt-PT", "zh-CN", "he"];
  const cases: [unknown, string | undefined][] = [
    ["de", "de"], ["de-AT", "de"], ["DE_ch", "de"], ["pt", "pt-BR"], ["pt-PT", "pt-PT"], ["pt_pt", "pt-PT"], ["zh-Hant-TW", "zh-CN"], ["iw", "he"], ["iw-IL", "he"],
    ["en", undefined], ["deutsch", undefined], ["d", undefined], ["", undefined], [undefined, undefined], [null, undefined], [{}, undefined],
  ];
  for (const [locale, tag] of cases) {
    assert.equal(languageOf(locale, tags), tag, String(locale));
  }
});

test("only a file beside the document is taken for a catalogue", () => {
  const hash = "0123456789abcdef";
  const file = `words.${hash}.bin`;
  const names = [
    `${file}#de:0-5`, `${file}#pt-BR:6-9`, file, "words.en.json", `../${file}#fr:1-2`, `${file}?x#fr:1-2`, `https://evil.example/${file}#fr:1-2`,
    `${file}#fr:1-`, `${file}#fr:-1-2`, `${file}#fr:1-2#3`, 1, null,
  ];
  assert.deepEqual(catalogueParts(names), { de: names[0], "pt-BR": names[1] });
});
