// What an author of a server should know about a request, beside the form itself.

import type { Located, Path } from "../located.js";

/** How much it matters: a request fails somewhere, a person or a client has trouble with it, or it is good to know. */
export const SEVERITIES = ["problem", "warning", "note"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A revision of the protocol that has elicitation. */
export type Revision = "2025-06-18" | "2025-11-25" | "2026-07-28";

/** All these revisions, the oldest first. */
export const revisions: readonly Revision[] = ["2025-06-18", "2025-11-25", "2026-07-28"];
/** The revision without URL mode and multiple choice, and those with both. */
export const OLDEST = revisions.slice(0, 1);
export const NEWER = revisions.slice(1);

/** The revisions that a piece of advice is about. */
interface About {
  /** The revisions whose schema rejects the request for it. */
  rejectedBy?: readonly Revision[];
  /** The revisions that do not know this, although their schema accepts it. */
  unknownTo?: readonly Revision[];
}

/** About members that no revision accepts. */
export const REJECTED: About = { rejectedBy: revisions };
/** About members that no revision knows. */
export const UNKNOWN: About = { unknownTo: revisions };

/** One piece of advice about one place in a request. */
export interface Advice extends About {
  /** The name under which docs/authors gives the reason, and a bad and a good request. */
  code: string;
  severity: Severity;
  /** The place, from the root of the pasted text. */
  path: Path;
  /** What to do, and why. */
  text: string;
  /** Which official clients do what about it. */
  clients?: Map<Deed, Set<string>>;
}

/** What a client does with a part of a request. */
export type Deed = "rejects the request" | "removes it";

/** Whether a revision or a client accepts a request. */
export interface Verdict {
  /** A revision of the specification, or a client with its version. */
  name: string;
  /** "part": the request is accepted, but some of it is ignored. "never": such a request cannot be sent there at all. */
  takes: "whole" | "part" | "no" | "never";
  /** Why it is not accepted as a whole, in a few words. */
  why: string;
}

/** One request of which advice is given. */
export interface Subject {
  params: Located;
  /** The revisions in which params can be sent in this way, such as in a round. */
  revisions: readonly Revision[];
}

/** A place, if there is one. */
export type Maybe = Located | undefined | false;
type Told<Of, Value> = Value | ((of: Of, at: Located) => Value);

/** Advice on requests, properties or texts: its name, how much it matters, the places that it is about if there are any, and what to do. */
export type Row<Of> = readonly [
  code: string,
  severity: Told<Of, Severity>,
  places: (of: Of) => Maybe | readonly Maybe[],
  text: Told<Of, string>,
  about?: Told<Of, About>,
];

/** The advice that the rows of a table give on a subject. */
export function* adviceFrom<Of>(rows: readonly Row<Of>[], of: Of): Generator<Advice, undefined> {
  for (const [code, severity, places, text, about] of rows) {
    for (const at of [places(of)].flat()) {
      if (at) {
        const told = <Value>(value: Told<Of, Value>): Value => (value instanceof Function ? value(of, at) : value);
        yield { code, severity: told(severity), path: at.path, text: told(text), ...told(about) };
      }
    }
  }
}

/** The items of a list whose key an earlier item has. */
export function repeated<One>(list: readonly One[], key: (one: One) => string): One[] {
  const seen = new Set<string>();
  return list.filter((one) => seen.size === seen.add(key(one)).size);
}

/** Lists the first few different names, and says how many are left. */
export function some(names: readonly string[]): string {
  const all = [...new Set(names)];
  return all.slice(0, 3).join(", ") + (all.length > 3 ? ` and ${all.length - 3} more` : "");
}
