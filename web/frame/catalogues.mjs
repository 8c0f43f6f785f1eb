// Reads the program's catalogues (internal/wording) for the shell, which says
// some of their sentences before the program has loaded.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

// What the shell calls a sentence, and its key in the catalogues.
const KEYS = {
  loading: "Loading", requestFrom: "ShellHeading", messageFrom: "MessageFrom", decline: "Decline", cancel: "Cancel",
  declined: "Declined", cancelled: "Cancelled", withdrawn: "Withdrawn", expired: "Expired", elsewhere: "Elsewhere",
  position: "RequestPosition", deadline: "Deadline", showAll: "ShowAll", showLess: "ShowLess", sent: "Sent", confirmed: "Confirmed",
};

/** The sentences of these keys in each language, by its primary subtag. It throws when one is missing. */
export function commonWords(root) {
  const folder = path.join(root, "internal", "wording");
  const languages = {};
  for (const file of readdirSync(folder)) {
    const language = /^catalog_([a-z]{2})(_[a-z]+)?\.go$/.exec(file)?.[1];
    if (language) {
      const lines = readFileSync(path.join(folder, file), "utf8").matchAll(/^\t(\w+): +(".*"),$/gm);
      const texts = new Map(Array.from(lines, ([, key, text]) => [key, JSON.parse(text)]));
      languages[language] = Object.fromEntries(Object.entries(KEYS).map(([word, key]) => [word, found(texts, key, file)]));
    }
  }
  return languages;
}

function found(texts, key, file) {
  const text = texts.get(key);
  if (!text) {
    throw new Error(`${file} has no ${key}`);
  }
  return text;
}
