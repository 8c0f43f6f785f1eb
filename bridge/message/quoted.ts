// Quotes a server's text inside a sentence of the frame's shell. The program has the same rules (internal/safetext/quoted.go) and cases.

import { safeText } from "./safetext.js";

const MAX_SHOWN = 80;
const MAX_READ = 200;

// The quotation marks of all languages, and characters that pass for one.
const DOUBLE = '"\\xa8\\xab\\xbb\\u02ba\\u02dd\\u02ee\\u02f6\\u05f4\\u201c-\\u201f\\u2033\\u2034\\u2036\\u2037\\u2057\\u226a' +
  "\\u226b\\u275d\\u275e\\u2760\\u27ea\\u27eb" +
  "\\u2e42\\u3003\\u300a-\\u300f\\u301d-\\u301f\\ufe41-\\ufe44\\uff02\\uff62\\uff63\\u{1f676}-\\u{1f678}";
const SINGLE = "'`\\xb4\\u02b9\\u02bb-\\u02bd\\u02c8\\u02cb\\u0374\\u0384\\u055a\\u05f3\\u07f4\\u07f5\\u1fbd\\u1fbf\\u1fef\\u1ffd\\u1ffe" +
  "\\u2018-\\u201b\\u2032\\u2035\\u2039\\u203a\\u275b\\u275c\\u275f\\u276e\\u276f\\ua78c\\uff07\\uff40";

/**
 * Returns the text on one line, at most 80 characters long, and without quotation marks, which could end the quotation. `single` means
 * that the language quotes with ‘…’.
 */
export function quoted(text: string, single = false): string {
  const line = safeText(text, MAX_READ).replace(/\s+/g, " ").trim();
  const neutral = single ? "·" : "'";
  const letter = `(?![${DOUBLE}${SINGLE}])\\p{L}`;
  const before = `(?<=${letter}\\p{M}*)`;
  const [start, end] = single ? ["(?<=\\p{Script=Latin})", "\\p{Script=Latin}"] : [before, letter];
  const neutralised = line
    .replace(/(?<=\p{Script=Hebrew})["\u05f4\u201d](?=\p{Script=Hebrew})/gu, "\ue000")
    .replace(new RegExp(`${start}([${SINGLE}])(?=${end})`, "gu"), single ? "\ue001" : "\ue001$1")
    .replace(new RegExp(`(\ue001)?[${DOUBLE}${SINGLE}]`, "gu"), (mark, inWord?: string) => (inWord ? mark.slice(1) : neutral))
    .replace(/\ue000/g, "\u05f4")
    .replace(/\ue001/g, "'")
    // Two single marks in a row pass for a double one, also with a joiner or an accent between them.
    .replace(/(['·,<>])((?:[\p{Cf}\p{M}]*\1)+)/gu, (_, mark: string, more: string) => mark + more.replaceAll(mark, ""));
  if ([...neutralised].length <= MAX_SHOWN) {
    return neutralised;
  }
  let shown = "";
  let room = MAX_SHOWN - 1;
  for (const { segment } of new Intl.Segmenter().segment(neutralised)) {
    room -= [...segment].length;
    if (room < 0) {
      break;
    }
    shown += segment;
  }
  return shown.replace(/[ …]+$/, "") + "…";
}
