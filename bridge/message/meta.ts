import { textOf } from "./json.js";
import type { RequestId } from "./jsonrpc.js";
import { members } from "./jsontext.js";

/** What the host tells the frame in the `_meta` of params, each note under its own name. */
export interface Notes {
  server: { id: string; name?: string | undefined; title?: string | undefined };
  focus?: boolean | undefined;
  /** Which of how many requests this is. */
  queue?: { position: number; total: number } | undefined;
  /** When the request expires, in milliseconds since 1970. */
  deadline?: number | undefined;
  /** The host page opens pages when the frame asks for it. */
  openLink?: boolean | undefined;
  /** The frame is to tell what is noteworthy about the request. */
  findings?: boolean | undefined;
  /** The host keeps unfinished answers, of which this is what it kept. */
  drafts?: boolean | undefined;
  draft?: object | undefined;
  /** For how many milliseconds the outcome is shown, 0 for not at all; true, and when it is missing: until it is closed. */
  showOutcome?: boolean | number | undefined;
  /** Whether one choice is sent from where it is made. */
  review?: "always" | "short" | undefined;
  /** The answer waits until every page of the round is finished. */
  hold?: boolean | undefined;
  /** When this is closed, an opened page is shown again. */
  waits?: boolean | undefined;
  /** The request whose opened page is shown again. */
  requestId?: RequestId | undefined;
  /** Why the params that the server sent are missing. */
  rejected?: string | undefined;
}

const OURS = "elicitform/";
// How many characters of what a server calls itself are told: a long name must not
// make the message too long.
const CLAIM_LIMIT = 8000;

/** Our members of `_meta`, without the braces; those that are missing, false or empty are left out. */
export function ourMeta(notes: Notes): string {
  const { id, name, title } = notes.server;
  return Object.entries({ ...notes, server: { id, name: textOf(name)?.slice(0, CLAIM_LIMIT), title: textOf(title)?.slice(0, CLAIM_LIMIT) } })
    .filter(([, value]) => value || value === 0)
    .map(([name, value]) => `"${OURS}${name}":${JSON.stringify(value)}`)
    .join(",");
}

/**
 * The server's `_meta` with ours added, and without what the server wrote under
 * our names: a server must not name itself.
 */
export function mergeMeta(theirs: string | undefined, ours: string): string {
  const kept = members(theirs ?? "")
    .filter(({ name }) => !name.startsWith(OURS))
    .map(({ start, end }) => theirs!.slice(start, end));
  return `{${[...kept, ours].filter(Boolean).join(",")}}`;
}
