import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogueFiles, languageOf } from "./language.js";

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
  const names = [`words.de.${hash}.json`, `words.pt-BR.${hash}.json`, "words.en.json", `../words.fr.${hash}.json`, `words.fr.${hash}.json?x`, `https://evil.example/words.fr.${hash}.json`, 1, null];
  assert.deepEqual(catalogueFiles(names), { de: names[0], "pt-BR": names[1] });
});
