// All advice on what was pasted, and which revisions and clients accept it.

import { names, nearest, type Path } from "../located.js";
import { isBareSchema, type Readable } from "../reading.js";
import { adviseOnAddress } from "./address.js";
import { type Advice, adviceOf, type Adviser, type Deed, note, problem, type Revision, revisions, type Severity, some, type Subject, type Verdict } from "./advice.js";
import { adviseOnBounds } from "./bounds.js";
import type { Treatment } from "./clients.js";
import { GO_SDK, refusalsOfGoSdk } from "./gosdk.js";
import { adviseOnKinds } from "./kinds.js";
import { adviseOnProperties } from "./property.js";
import { adviseOnRequest } from "./request.js";
import { adviseOnRoot } from "./root.js";
import { adviseOnSecrets } from "./secrets.js";
import { adviseOnTexts } from "./texts.js";

const ADVISERS: readonly Adviser[] = [
  adviseOnRequest, adviseOnRoot, adviseOnProperties, adviseOnKinds, adviseOnBounds, adviseOnTexts, adviseOnSecrets, adviseOnAddress,
];

/** The advice on a text. */
export interface Advised {
  /** Ordered by severity, and then by place in the text. */
  advice: Advice[];
  verdicts: Verdict[];
}

/** Gives the advice on what was pasted. Before the clients have loaded it says nothing of what they do. */
export function advise(reading: Readable, clients?: (subject: Subject) => Treatment[]): Advised {
  const advice: Advice[] = [...onWhole(reading)];
  const treated: Treatment[] = [];
  for (const { params } of reading.asked) {
    const subject: Subject = { params, revisions: revisionsOf(reading) };
    const own = ADVISERS.flatMap((adviser) => [...adviser(subject)]).flatMap((one) => within(one, subject.revisions));
    const treatments: Treatment[] = [...(clients?.(subject) ?? []), { client: GO_SDK, refused: refusalsOfGoSdk(subject), removed: [] }];
    treatments.forEach((treatment) => addTreatment(own, treatment));
    treated.push(...treatments);
    advice.push(...(isBareSchema(reading) ? aboutSchema(own) : own));
  }
  return {
    advice: advice.toSorted((a, b) => RANK[a.severity] - RANK[b.severity] || nearest(reading.root, a.path).start - nearest(reading.root, b.path).start),
    verdicts: [...revisions.map((revision) => verdictOf(revision, reading, advice)), ...clientVerdicts(treated)],
  };
}

const RANK: { readonly [severity in Severity]: number } = { problem: 0, warning: 1, note: 2 };

function revisionsOf(reading: Readable): readonly Revision[] {
  return reading.kind === "round" ? ["2026-07-28"] : reading.kind === "required" ? ["2025-11-25"] : revisions;
}

function* onWhole(reading: Readable): Iterable<Advice> {
  if (reading.kind === "required" && reading.asked.length === 0) {
    yield problem(reading.root, "List the pages to open in data.elicitations: without them the client has nothing to show.");
  }
  if (reading.kind === "round" && reading.asked.length === 0) {
    yield note(reading.root, "Nothing here asks a person: a client answers these requests itself.");
  }
  if (reading.kind === "round" && reading.state === undefined) {
    yield note(reading.root, "Add a requestState if your server has to know where it was: the client sends it back as it came.");
  }
}

// Leaves out the revisions that have no such message. A note that is only about
// those is left out as a whole.
function within(advice: Advice, spoken: readonly Revision[]): Advice[] {
  const { refusedBy = [], unknownTo = [] } = advice;
  const only = (list: readonly Revision[]): Revision[] => list.filter((revision) => spoken.includes(revision));
  const about = { refusedBy: only(refusedBy), unknownTo: only(unknownTo) };
  const moot = refusedBy.length + unknownTo.length > 0 && about.refusedBy.length + about.unknownTo.length === 0;
  return moot && advice.severity === "note" ? [] : [{ ...advice, ...about }];
}

const SCHEMA = "/requestedSchema";

// When only a schema was pasted, the page has made the request around it: advice
// about that part is left out.
function aboutSchema(advice: readonly Advice[]): Advice[] {
  return advice.filter(({ path }) => path.startsWith(SCHEMA)).map((one) => ({ ...one, path: one.path.slice(SCHEMA.length) }));
}

// Adds what a client does to the advice about the same place, or as advice of its own.
function addTreatment(advice: Advice[], { client, refused, removed }: Treatment): void {
  for (const path of refused) {
    const deed: Deed = { client, does: "refuses the request" };
    const grave = advice.filter(({ severity }) => severity !== "note");
    const here = grave.filter((one) => one.path === path);
    const refusing = grave.filter(({ refusedBy = [] }) => refusedBy.length > 0);
    const beneath = refusing.filter((one) => `${one.path}/`.startsWith(`${path}/`));
    const property = propertyOf(path);
    const beside = refusing.filter((one) => property !== undefined && propertyOf(one.path) === property);
    const about = [here, beneath, beside].find(({ length }) => length > 0);
    about?.forEach((one) => (one.severity = "problem"));
    addDeed(advice, about, deed, adviceOf("problem", path, "Change this: official clients refuse the whole request for it, before anybody sees it."));
  }
  for (const path of removed) {
    const same = advice.filter((one) => one.path === path);
    addDeed(advice, same, { client, does: "removes it" }, adviceOf("warning", path, "Do not rely on this: official clients remove it before the chat sees it."));
  }
}

// Adds what a client does to the advice about it, or to other advice where there is none.
function addDeed(advice: Advice[], about: Advice[] = [], deed: Deed, otherwise: Advice): void {
  if (about.length === 0) {
    advice.push({ ...otherwise, clients: [deed] });
  }
  for (const one of about) {
    one.clients = [...(one.clients ?? []).filter(({ client, does }) => client !== deed.client || does !== deed.does), deed];
  }
}

/** The path to the property that a path leads into. A client may refuse it because of another member of it. */
function propertyOf(path: Path): Path | undefined {
  return /^.*?\/requestedSchema\/properties\/[^/]*/.exec(path)?.[0];
}

function verdictOf(revision: Revision, reading: Readable, advice: readonly Advice[]): Verdict {
  const name = `MCP ${revision}`;
  if (!revisionsOf(reading).includes(revision)) {
    return { name, takes: "never", why: reading.kind === "round" ? "rounds came with 2026-07-28" : "the error is of 2025-11-25" };
  }
  const refused = advice.filter(({ refusedBy }) => refusedBy?.includes(revision)).map(({ path }) => path);
  const unknown = advice.filter(({ unknownTo }) => unknownTo?.includes(revision)).map(({ path }) => path);
  return verdict(name, refused, unknown);
}

function clientVerdicts(treated: readonly Treatment[]): Verdict[] {
  return [...new Set(treated.map(({ client }) => client))].map((name) => {
    const treatments = treated.filter(({ client }) => client === name);
    if (treatments.some(({ foreign }) => foreign)) {
      return { name, takes: "never", why: "does not speak 2026-07-28" };
    }
    return verdict(name, treatments.flatMap(({ refused }) => refused), treatments.flatMap(({ removed }) => removed));
  });
}

function verdict(name: string, refused: readonly Path[], lost: readonly Path[]): Verdict {
  if (refused.length > 0) {
    return { name, takes: "no", why: `for ${some(refused.map((path) => names(propertyOf(path) ?? "").at(-1) ?? lastName(path)))}` };
  }
  return lost.length > 0 ? { name, takes: "part", why: `without ${some(lost.map(lastName))}` } : { name, takes: "whole", why: "" };
}

function lastName(path: Path): string {
  const name = names(path).findLast((part) => !/^\d+$/.test(part));
  return name === undefined || name === "params" || name === "elicitations" ? "what is missing" : name;
}
