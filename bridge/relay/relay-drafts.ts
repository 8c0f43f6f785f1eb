import type { DraftStorage } from "../host/types.js";
import { digest } from "../message/digest.js";
import { own, parseObject } from "../message/json.js";
import type { RoundRef } from "./relay-store.js";
import type { OpenRound } from "./round.js";

/**
 * Keeps unfinished answers in the relay, so that they are there on another device of the
 * session: give it to `createFormHost({ drafts })` and to {@link connectRelay}.
 */
export interface RelayDrafts extends DraftStorage {
  /** @internal */
  readonly link: DraftLink;
}

/**
 * What the connection does with the drafts.
 * @internal
 */
export interface DraftLink {
  /** A round is open, perhaps with a draft of another device. */
  opened(round: OpenRound, draft: string | undefined): void;
  ended(round: OpenRound): void;
  /** Sends a draft; when the device is about to go, for the last time. */
  send: ((round: RoundRef, draft: string, last: boolean) => void) | undefined;
  /** Sends what has not been sent yet. */
  flush(): void;
}

// A draft changes with every key, and is sent once a second at most.
const SEND_EVERY = 1000;

/**
 * Makes a place for drafts that is shared by the devices of a session. With a storage,
 * such as `sessionStorage`, they are kept there as well; the newer one counts.
 *
 * @example
 * ```ts
 * const drafts = relayDrafts(sessionStorage);
 * connectRelay("/relay", createFormHost({ container, drafts }), { token, drafts });
 * ```
 */
export function relayDrafts(local?: DraftStorage): RelayDrafts {
  // By the name that the host gives a draft.
  const drafts = new Map<string, string>();
  const rounds = new Map<string, RoundRef>();
  const unsent = new Map<string, ReturnType<typeof setTimeout>>();

  const unschedule = (name: string): void => {
    clearTimeout(unsent.get(name));
    unsent.delete(name);
  };
  const send = (name: string, last: boolean): void => {
    unschedule(name);
    const round = rounds.get(name);
    const draft = drafts.get(name);
    if (round && draft !== undefined) {
      link.send?.(round, draft, last);
    }
  };

  const link: DraftLink = {
    opened({ id, fp, server }, draft) {
      const name = nameOf(id, server.id);
      rounds.set(name, { id, fp });
      if (draft !== undefined && madeAt(draft) > madeAt(drafts.get(name))) {
        drafts.set(name, draft);
      }
    },
    ended({ id, fp, server }) {
      const name = nameOf(id, server.id);
      if (rounds.get(name)?.fp === fp) {
        unschedule(name);
        rounds.delete(name);
        drafts.delete(name);
      }
    },
    send: undefined,
    flush: () => [...unsent.keys()].forEach((name) => send(name, true)),
  };

  return {
    link,
    getItem(name) {
      const kept = [drafts.get(name), local?.getItem(name)].filter((text) => typeof text === "string");
      return kept.sort((a, b) => madeAt(b) - madeAt(a))[0] ?? null;
    },
    setItem(name, draft) {
      drafts.set(name, draft);
      if (rounds.has(name) && !unsent.has(name)) {
        unsent.set(name, setTimeout(send, SEND_EVERY, name, false));
      }
      local?.setItem(name, draft);
    },
    // The host removes a draft also when this device gives up, while another device may go
    // on. In the relay a draft ends with its round.
    removeItem(name) {
      unschedule(name);
      drafts.delete(name);
      local?.removeItem(name);
    },
  };
}

// The name under which a host keeps the draft of a round whose draftKey is its id.
function nameOf(id: string, server: string): string {
  return `elicitform:${server}:${digest(id)}`;
}

function madeAt(draft: string | null | undefined): number {
  return Number(own(parseObject(draft), "at") ?? 0) || 0;
}
