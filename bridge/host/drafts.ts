import { isObject, type JsonObject, own, parseObject } from "../message/json.js";
import { memberText } from "../message/params.js";
import { digest } from "./digest.js";
import type { Call } from "./call.js";
import type { DraftStorage } from "./types.js";

// Unfinished answers, as opaque objects of the frame, in a storage of the host
// page. Storages refuse for many reasons, and none of them is the person's:
// whatever fails is as if nothing were kept.

const MOST_CHARACTERS = 64 * 1024;
// Seven days, in milliseconds.
const LIFETIME = 604_800_000;
const PREFIX = "elicitform:";
// How many names are looked at when a host starts.
const MOST_SWEPT = 1000;

/** Where drafts are kept, if anywhere. */
type Drafts = DraftStorage | false | undefined;

/** Removes the drafts that are too old, as far as the storage tells its names. */
export function sweepDrafts(drafts: Drafts): void {
  tryTo(drafts, (storage) => {
    for (const name of Object.keys(storage).slice(0, MOST_SWEPT)) {
      if (name.startsWith(PREFIX)) {
        read(storage, name);
      }
    }
  });
}

/** Takes what was kept for a request over into it. */
export function loadDraft(drafts: Drafts, call: Call): void {
  tryTo(drafts, (storage) => {
    // It was kept under the server's own words once.
    storage.removeItem(nameOf(call, String));
    const kept = read(storage, nameOf(call));
    const answers = own(kept, "draft");
    if (own(kept, "form") === formOf(call) && isObject(answers)) {
      call.draft = answers;
    }
  });
}

/** Keeps what the frame sent, or nothing when that is no object or too large. */
export function keepDraft(drafts: Drafts, call: Call, answers: unknown): void {
  tryTo(drafts, (storage) => {
    const text = JSON.stringify({ form: formOf(call), at: Date.now(), draft: answers });
    const keep = isObject(answers) && text.length <= MOST_CHARACTERS;
    call.draft = keep ? answers : undefined;
    if (keep) {
      storage.setItem(nameOf(call), text);
    } else {
      storage.removeItem(nameOf(call));
    }
  });
}

// What is kept under a name. What is too old goes, and so does what comes from
// the future, which a clock that was put back would keep for ever, or has no
// time at all, as it once was.
function read(storage: DraftStorage, name: string): JsonObject | undefined {
  const kept = parseObject(storage.getItem(name));
  if (Math.abs(Date.now() - Number(own(kept, "at"))) < LIFETIME) {
    return kept;
  }
  storage.removeItem(name);
  return undefined;
}

// The server's words are not written down as a name. The host's name for it is:
// it keeps servers apart that make two texts with one digest.
function nameOf({ options, question }: Call, written: (key: string) => string = digest): string {
  const key = options.draftKey ?? question.parts.map(({ value }) => own(value, "message")).join("\n");
  return `${PREFIX}${options.server.id}:${written(key)}`;
}

// The schemas: an answer must not turn up under another question.
function formOf({ question }: Call): string {
  return digest(JSON.stringify(question.parts.map((part) => [part.key, memberText(part, "requestedSchema")])));
}

function tryTo(drafts: Drafts, access: (storage: DraftStorage) => void): void {
  try {
    if (drafts) {
      access(drafts);
    }
  } catch {
    // Full, or not allowed.
  }
}
