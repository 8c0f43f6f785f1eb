import type { DraftStorage } from "../../bridge/host/types.js";
import { digest } from "../../bridge/message/digest.js";
import { own, parseObject } from "../../bridge/message/json.js";
import type { RoundRef } from "./relay-store.js";
import type { OpenRound } from "./roundbody.js";

/** Unfinished answers that the devices of a session share. Give them to `createFormHost({ drafts })` and {@link connectRelay}. */
export interface RelayDrafts extends DraftStorage {
  /** @internal */
  readonly link: DraftLink;
}

/** The connection's access to the drafts. @internal */
export interface DraftLink {
  /** Tells of an open round, perhaps with a draft of another device. */
  opened(round: OpenRound, draft: string | undefined): void;
  ended(round: OpenRound): void;
  /** Sends a draft. `last` means that the page is about to unload. */
  send: ((round: RoundRef, draft: string, last: boolean) => void) | undefined;
  /** Sends the drafts that wait, for the last time. */
  flush(): void;
}

// A draft changes with every key press, but is sent at most once in this time.
const SEND_INTERVAL_MS = 1000;

/**
 * Makes a place for drafts that the devices of a session share. With a storage, such as `sessionStorage`, it keeps them there as well;
 * the newer draft counts.
 *
 * @example
 * ```ts
 * const drafts = relayDrafts(sessionStorage);
 * connectRelay("/relay", createFormHost({ container, drafts }), { token, drafts });
 * ```
 */
export function relayDrafts(local?: DraftStorage): RelayDrafts {
  // The keys of all three maps are the host's names of drafts.
  const drafts = new Map<string, string>();
  const rounds = new Map<string, RoundRef>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const unschedule = (name: string): void => {
    clearTimeout(timers.get(name));
    timers.delete(name);
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
      const name = draftName(id, server.id);
      rounds.set(name, { id, fp });
      if (draft !== undefined && timeOf(draft) > timeOf(drafts.get(name))) {
        drafts.set(name, draft);
      }
    },
    ended({ id, fp, server }) {
      const name = draftName(id, server.id);
      if (rounds.get(name)?.fp === fp) {
        unschedule(name);
        rounds.delete(name);
        drafts.delete(name);
      }
    },
    send: undefined,
    flush: () => [...timers.keys()].forEach((name) => send(name, true)),
  };

  return {
    link,
    getItem(name) {
      const stored = [drafts.get(name), local?.getItem(name)].filter((text) => typeof text === "string");
      return stored.sort((a, b) => timeOf(b) - timeOf(a))[0] ?? null;
    },
    setItem(name, draft) {
      drafts.set(name, draft);
      if (rounds.has(name) && !timers.has(name)) {
        timers.set(name, setTimeout(send, SEND_INTERVAL_MS, name, false));
      }
      local?.setItem(name, draft);
    },
    // The host also removes a draft when this device gives up. The relay keeps its copy for the other devices until the round ends.
    removeItem(name) {
      unschedule(name);
      drafts.delete(name);
      local?.removeItem(name);
    },
  };
}

function draftName(id: string, server: string): string {
  return `elicitform:${server}:${digest(id)}`;
}

function timeOf(draft: string | null | undefined): number {
  return Number(own(parseObject(draft), "at") ?? 0) || 0;
}
