// Reads the catalogues (internal/wording/words) for the shell, which shows some of their sentences before the program has loaded.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const KEYS = {
  loading: "Loading", requestFrom: "ShellHeading", messageFrom: "MessageFrom", decline: "Decline", cancel: "Cancel",
  declined: "Declined", cancelled: "Cancelled", withdrawn: "Withdrawn", expired: "Expired", elsewhere: "Elsewhere",
  position: "RequestPosition", deadline: "Deadline", showAll: "ShowAll", showLess: "ShowLess",
};

/** Reads all catalogues, by the tags of their languages. */
export function catalogues(root) {
  const folder = path.join(root, "internal", "wording", "words");
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return Object.fromEntries(files.map((file) => [file.replace(".json", ""), JSON.parse(readFileSync(path.join(folder, file), "utf8"))]));
}

/** Returns the shared sentences in each language, by its tag. It throws when one is missing. */
export function commonWords(root) {
  return Object.fromEntries(Object.entries(catalogues(root)).map(([tag, texts]) => {
    const missing = Object.values(KEYS).find((key) => typeof texts[key] !== "string");
    if (missing) {
      throw new Error(`${tag}.json has no ${missing}`);
    }
    return [tag, Object.fromEntries(Object.entries(KEYS).map(([word, key]) => [word, texts[key]]))];
  }));
}
