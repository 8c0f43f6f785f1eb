import type { Entry } from "./entry.js";
import { isObject, own, parseObject } from "./json.js";
import { schemaText } from "./question.js";
import type { DraftStorage } from "./types.js";

// Unfinished answers, as opaque objects of the frame, in a storage of the host
// page. Storages refuse for many reasons, and none of them is the person's:
// whatever fails is as if nothing were kept.

const MOST_CHARACTERS = 64 * 1024;

/** Takes what was kept for a request over into it. */
export function loadDraft(storage: DraftStorage, entry: Entry): void {
  tryTo(() => {
    const kept = parseObject(storage.getItem(nameOf(entry)) ?? "");
    const answers = own(kept, "draft");
    if (own(kept, "form") === formOf(entry) && isObject(answers)) {
      entry.draft = answers;
    }
  });
}

/** Keeps what the frame sent, or nothing when that is no object or too large. */
export function keepDraft(storage: DraftStorage, entry: Entry, answers: unknown): void {
  const text = JSON.stringify({ form: formOf(entry), draft: answers });
  const keep = isObject(answers) && text.length <= MOST_CHARACTERS;
  entry.draft = keep ? answers : undefined;
  tryTo(() => {
    if (keep) {
      storage.setItem(nameOf(entry), text);
    } else {
      storage.removeItem(nameOf(entry));
    }
  });
}

function nameOf({ options, question }: Entry): string {
  const key = options.draftKey ?? question.parts.map(({ params }) => own(parseObject(params ?? ""), "message")).join("\n");
  return `elicitform:${options.server.id}:${key}`;
}

// The schemas: an answer must not turn up under another question.
function formOf({ question }: Entry): string {
  return JSON.stringify(question.parts.map((part) => [part.key, schemaText(part)]));
}

function tryTo(access: () => void): void {
  try {
    access();
  } catch {
    // Full, or not allowed.
  }
}
