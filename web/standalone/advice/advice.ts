// What an author of a server should know about a request, beside the form itself.

import type { Located, Path } from "../located.js";

/** How much it matters: a request fails somewhere, a person or a client has trouble with it, or it is good to know. */
export type Severity = "problem" | "warning" | "note";

/** A revision of the protocol that has elicitation. */
export type Revision = "2025-06-18" | "2025-11-25" | "2026-07-28";

/** All these revisions, the oldest first. */
export const revisions: readonly Revision[] = ["2025-06-18", "2025-11-25", "2026-07-28"];

/** One piece of advice about one place in a request. */
export interface Advice {
  severity: Severity;
  /** The place, from the root of the pasted text. */
  path: Path;
  /** What to do, and why. */
  text: string;
  /** The revisions whose schema refuses the request for it. */
  refusedBy?: readonly Revision[];
  /** The revisions that do not know this, although their schema accepts it. */
  unknownTo?: readonly Revision[];
  /** What official clients do about it. */
  clients?: Deed[];
}

/** What a client does with a part of a request. */
export interface Deed {
  client: string;
  does: "refuses the request" | "removes it";
}

/** Whether a revision or a client accepts a request. */
export interface Verdict {
  /** A revision of the specification, or a client with its version. */
  name: string;
  /** "part": the request is accepted, but some of it is ignored. "never": such a request cannot be sent there at all. */
  takes: "whole" | "part" | "no" | "never";
  /** Why it is not accepted as a whole, in a few words. */
  why: string;
}

/** One request, as an adviser gets it. */
export interface Subject {
  params: Located;
  /** The revisions in which params can be sent in this way, such as in a round. */
  revisions: readonly Revision[];
}

/** Looks at a request for one subject, and returns its advice. */
export type Adviser = (subject: Subject) => Iterable<Advice>;

/** The revisions that a piece of advice is about, and the clients. */
type About = Pick<Advice, "refusedBy" | "unknownTo" | "clients">;

/** A piece of advice about what is at a path. */
export function adviceOf(severity: Severity, path: Path, text: string, about: About = {}): Advice {
  return { severity, path, text, ...about };
}

const advising = (severity: Severity) => (at: Located, text: string, about?: About): Advice => adviceOf(severity, at.path, text, about);

/** Says that a request fails somewhere for a value in it. */
export const problem = advising("problem");
/** Says that a person or a client has trouble with a value. */
export const warning = advising("warning");
/** Says what is good to know about a value. */
export const note = advising("note");

/** Lists the first few different names, and says how many are left. */
export function some(names: readonly string[]): string {
  const all = [...new Set(names)];
  return all.slice(0, 3).join(", ") + (all.length > 3 ? ` and ${all.length - 3} more` : "");
}
