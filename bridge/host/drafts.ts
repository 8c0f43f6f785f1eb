import { digest } from "../message/digest.js";
import { attempt, isObject, type JsonObject, own, parseObject } from "../message/json.js";
import { memberText } from "../message/params.js";
import type { Call } from "./round.js";
import type { DraftStorage } from "./types.js";

// Drafts are objects that only the frame understands. The host keeps those of an open request in memory, for a frame
// that loads again, and in the storage of the page, if any. A storage that throws counts as none.

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

/** Gives a call the draft that was kept for it. */
export function loadDraft(drafts: Drafts, call: Call): void {
  tryTo(drafts, (storage) => {
    const kept = read(storage, nameOf(call));
    const answers = own(kept, "draft");
    if (own(kept, "form") === formOf(call) && isObject(answers)) {
      call.draft = answers;
    }
  });
}

/** Keeps a draft that the frame has sent. One that is no object or too large removes the draft that was kept. */
export function keepDraft(drafts: Drafts, call: Call, answers: unknown): void {
  const keep = drafts !== false && isObject(answers) && JSON.stringify(answers).length <= MOST_CHARACTERS;
  call.draft = keep ? answers : undefined;
  tryTo(drafts, (storage) => {
    if (keep) {
      storage.setItem(nameOf(call), JSON.stringify({ form: formOf(call), at: Date.now(), draft: answers }));
    } else {
      storage.removeItem(nameOf(call));
    }
  });
}

// The draft under a name. It is removed when it is too old or has no time, and when its time lies
// in the future: the clock was put back, and the draft would stay for ever.
function read(storage: DraftStorage, name: string): JsonObject | undefined {
  const kept = parseObject(storage.getItem(name));
  if (Math.abs(Date.now() - Number(own(kept, "at"))) < LIFETIME) {
    return kept;
  }
  storage.removeItem(name);
  return undefined;
}

// The name has the host's name of the server in full, so that two servers never share a draft, and a digest of the server's text.
// As JSON text, no two lists of messages are the same, and halves of characters stay what they are.
function nameOf({ options, round }: Call): string {
  const key = options.draftKey ?? JSON.stringify(round.map(({ value }) => own(value, "message")));
  return `${PREFIX}${options.server.id}:${digest(key)}`;
}

// The schemas and the messages are part of it: an answer must not turn up under another question, also where the host
// names both alike.
function formOf({ round }: Call): string {
  const forms = round.map((request) => [request.key, memberText(request, "requestedSchema"), own(request.value, "message")]);
  return digest(JSON.stringify(forms));
}

function tryTo(drafts: Drafts, access: (storage: DraftStorage) => void): void {
  // The storage may be full, or not allowed.
  attempt(() => drafts && access(drafts));
}
