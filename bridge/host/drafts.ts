import { digest } from "../message/digest.js";
import { attempt, isObject, type JsonObject, own, parseObject } from "../message/json.js";
import { memberText } from "../message/params.js";
import type { Call } from "./round.js";
import type { DraftStorage } from "./types.js";

// Drafts are objects that only the frame understands. The host keeps the draft of an open request in memory, for a frame
// that loads again, and in the page's storage. A storage that throws is ignored.

// Seven days, in milliseconds.
const LIFETIME = 604_800_000;
const PREFIX = "elicitform:";
// The number of names in the storage that a new host examines.
const MAX_SWEPT_NAMES = 1000;

type Drafts = DraftStorage | false | undefined;

/** Removes old drafts. A storage that does not list its names keeps them. */
export function sweepDrafts(drafts: Drafts): void {
  tryTo(drafts, (storage) => {
    for (const name of Object.keys(storage).slice(0, MAX_SWEPT_NAMES)) {
      if (name.startsWith(PREFIX)) {
        read(storage, name);
      }
    }
  });
}

export function loadDraft(drafts: Drafts, call: Call): void {
  tryTo(drafts, (storage) => {
    const entry = read(storage, nameOf(call));
    const answers = own(entry, "draft");
    if (own(entry, "form") === formOf(call) && isObject(answers)) {
      call.draft = answers;
    }
  });
}

/** Saves a draft in the storage. Without a draft, the saved one is removed. */
export function saveDraft(drafts: Drafts, call: Call, draft: object | undefined): void {
  tryTo(drafts, (storage) => {
    if (draft) {
      storage.setItem(nameOf(call), JSON.stringify({ form: formOf(call), at: Date.now(), draft }));
    } else {
      storage.removeItem(nameOf(call));
    }
  });
}

// Reads a draft, but removes one that is too old or lacks a time. A time in the future counts as too old, because a
// draft would never expire after somebody set the clock back.
function read(storage: DraftStorage, name: string): JsonObject | undefined {
  const entry = parseObject(storage.getItem(name));
  if (Math.abs(Date.now() - Number(own(entry, "at"))) < LIFETIME) {
    return entry;
  }
  storage.removeItem(name);
  return undefined;
}

// The name contains the server's id in full, so that two servers never share a draft, and a digest of the messages. The digest
// is of JSON text, in which different lists of messages differ, and halves of surrogate pairs are preserved.
function nameOf({ options, round }: Call): string {
  const key = options.draftKey ?? JSON.stringify(round.map(({ value }) => own(value, "message")));
  return `${PREFIX}${options.server.id}:${digest(key)}`;
}

// Identifies the questions by schemas and messages: an answer must not appear under another question, even if the host gives
// both the same draftKey.
function formOf({ round }: Call): string {
  const forms = round.map((request) => [request.key, memberText(request, "requestedSchema"), own(request.value, "message")]);
  return digest(JSON.stringify(forms));
}

function tryTo(drafts: Drafts, access: (storage: DraftStorage) => void): void {
  // The storage may be full, or not allowed.
  attempt(() => drafts && access(drafts));
}
