import type { Located, Path } from "../located.js";

/** A problem makes a request fail somewhere, a warning is about trouble for a person or a client, and a note is good to know. */
export const SEVERITIES = ["problem", "warning", "note"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A revision of the protocol that has elicitation. */
export type Revision = "2025-06-18" | "2025-11-25" | "2026-07-28";

/** All these revisions, the oldest first. */
export const revisions: readonly Revision[] = ["2025-06-18", "2025-11-25", "2026-07-28"];
/** The revision without URL mode and multiple choice, and the revisions with both. */
export const OLDEST = revisions.slice(0, 1);
export const NEWER = revisions.slice(1);

interface About {
  /** The revisions whose schema rejects the request for this reason. */
  rejectedBy?: readonly Revision[];
  /** The revisions that do not define this part, although their schema accepts it. */
  unknownTo?: readonly Revision[];
}

/** About members that no revision accepts. */
export const REJECTED: About = { rejectedBy: revisions };
/** About members that no revision knows. */
export const UNKNOWN: About = { unknownTo: revisions };

/** One piece of advice about one place in a request. */
export interface Advice extends About {
  /** The name of its entry in docs/authors, with the reason, a bad request and a good one. */
  code: string;
  severity: Severity;
  path: Path;
  text: string;
  clients?: Map<Deed, Set<string>>;
}

/** The treatment of a part of a request by a client. */
export type Deed = "rejects the request" | "removes it";

/** The verdict of a revision or a client on a request. */
export interface Verdict {
  name: string;
  /** "part": the request is accepted, but parts of it are ignored. "never": such a request cannot be sent there. */
  takes: "whole" | "part" | "no" | "never";
  why: string;
}

/** A request that gets advice. */
export interface Subject {
  params: Located;
  /** The revisions in which params can be sent in this way, such as in a round. */
  revisions: readonly Revision[];
}

/** A place, if there is one. */
export type Maybe = Located | undefined | false;
type Computed<Of, Value> = Value | ((of: Of, at: Located) => Value);

/** Advice on requests, properties or texts: its name, its severity, the places with the fault if there are any, and the text. */
export type Row<Of> = readonly [
  code: string,
  severity: Computed<Of, Severity>,
  places: (of: Of) => Maybe | readonly Maybe[],
  text: Computed<Of, string>,
  about?: Computed<Of, About>,
];

/** Applies the rows of a table to a subject. */
export function* adviceFrom<Of>(rows: readonly Row<Of>[], of: Of): Generator<Advice, undefined> {
  for (const [code, severity, places, text, about] of rows) {
    for (const at of [places(of)].flat()) {
      if (at) {
        const compute = <Value>(value: Computed<Of, Value>): Value => (value instanceof Function ? value(of, at) : value);
        yield { code, severity: compute(severity), path: at.path, text: compute(text), ...compute(about) };
      }
    }
  }
}

/** Returns the items whose key an earlier item has. */
export function repeated<One>(list: readonly One[], key: (one: One) => string): One[] {
  const keys = new Set<string>();
  return list.filter((one) => keys.size === keys.add(key(one)).size);
}

/** Lists the first three different names, and the number of the rest. */
export function some(names: readonly string[]): string {
  const all = [...new Set(names)];
  return all.slice(0, 3).join(", ") + (all.length > 3 ? ` and ${all.length - 3} more` : "");
}
