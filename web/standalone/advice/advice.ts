// What an author of a server should know about a request, beside the form itself.

import type { Located, Path } from "../located.js";

/** How much it matters: it fails somewhere, somebody stumbles, or it is good to know. */
export type Severity = "problem" | "warning" | "note";

/** A revision of the protocol that knows elicitation. */
export type Revision = "2025-06-18" | "2025-11-25" | "2026-07-28";

/** All of them, oldest first. */
export const revisions: readonly Revision[] = ["2025-06-18", "2025-11-25", "2026-07-28"];

/** One piece of advice: where, what is there, and what to do. */
export interface Advice {
  severity: Severity;
  /** Where, from the root of what was pasted. */
  path: Path;
  /** What to do, and why. */
  text: string;
  /** The revisions whose schema refuses the request for it. */
  refusedBy?: readonly Revision[];
  /** The revisions that do not have it, although their schema lets it pass. */
  unknownTo?: readonly Revision[];
  /** What official clients do about it. */
  clients?: Deed[];
}

/** What a client does about a part of a request. */
export interface Deed {
  client: string;
  does: "refuses the request" | "removes it";
}

/** What one consumer makes of a request. */
export interface Verdict {
  /** A revision of the specification, or a client with its version. */
  name: string;
  /** "part": it is taken, but not with all that it says. "never": there it cannot be sent at all. */
  takes: "whole" | "part" | "no" | "never";
  /** In a few words, why not whole. */
  why: string;
}

/** The params of one request, as an adviser gets them. */
export interface Subject {
  params: Located;
  path: Path;
  /** The revisions that have the shape that the params came in. */
  revisions: readonly Revision[];
}

/** A rule, or several that belong together. */
export type Adviser = (subject: Subject) => Iterable<Advice>;
