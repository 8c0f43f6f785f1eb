// Collects the advice on a pasted text, and the verdicts of revisions and clients.

import { names, nearest, type Path } from "../located.js";
import { isBareSchema, type Readable } from "../reading.js";
import { ADDRESS, PAGE, readAddress } from "./address.js";
import {
  type Advice, adviceFrom, type Deed, REJECTED, type Revision, revisions, type Row, SEVERITIES, some, type Subject, type Verdict,
} from "./advice.js";
import type { Treatment } from "./clients.js";
import { GO_SDK, rejectionsOfGoSdk } from "./gosdk.js";
import { adviceOnProperty } from "./property.js";
import { FORM, PARAMS, readRoot, ROOT } from "./request.js";
import { isPage, properties } from "./schema.js";
import { TEXT, TEXTS, texts } from "./texts.js";

/** The advice on a text, and the verdicts. */
export interface Advised {
  /** Ordered by severity, and then by place in the text. */
  advice: Advice[];
  verdicts: Verdict[];
}

/** Gives the advice on a pasted text. Before the clients have loaded, the advice does not mention them. */
export function advise(reading: Readable, clients?: (subject: Subject) => Treatment[]): Advised {
  const advice: Advice[] = [...adviceFrom(WHOLE, reading)];
  const allTreatments: Treatment[] = [];
  for (const { params } of reading.asked) {
    const subject: Subject = { params, revisions: revisionsOf(reading) };
    const own = [...adviceOn(subject)].flatMap((one) => within(one, subject.revisions));
    const treatments: Treatment[] = [...(clients?.(subject) ?? []), { client: GO_SDK, rejected: rejectionsOfGoSdk(subject), removed: [] }];
    treatments.forEach((treatment) => addTreatment(own, treatment));
    allTreatments.push(...treatments);
    advice.push(...(isBareSchema(reading) ? aboutSchema(own) : own));
  }
  const rank = ({ severity }: Advice): number => SEVERITIES.indexOf(severity);
  const place = ({ path }: Advice): number => nearest(reading.root, path).start;
  const paths = (about: "rejectedBy" | "unknownTo", revision: Revision): Path[] =>
    advice.filter((one) => one[about]?.includes(revision)).map(({ path }) => path);
  const why = reading.kind === "round" ? "rounds came with 2026-07-28" : "the error is of 2025-11-25";
  const ofRevisions = revisions.map((revision) => {
    const never = revisionsOf(reading).includes(revision) ? undefined : why;
    return verdict(`MCP ${revision}`, paths("rejectedBy", revision), paths("unknownTo", revision), never);
  });
  const ofClients = [...new Set(allTreatments.map(({ client }) => client))].map((name) => {
    const treatments = allTreatments.filter(({ client }) => client === name);
    const never = treatments.some(({ foreign }) => foreign) ? "does not speak 2026-07-28" : undefined;
    return verdict(name, treatments.flatMap(({ rejected }) => rejected), treatments.flatMap(({ removed }) => removed), never);
  });
  return { advice: advice.toSorted((a, b) => rank(a) - rank(b) || place(a) - place(b)), verdicts: [...ofRevisions, ...ofClients] };
}

function revisionsOf(reading: Readable): readonly Revision[] {
  return reading.kind === "round" ? ["2026-07-28"] : reading.kind === "required" ? ["2025-11-25"] : revisions;
}

const WHOLE: readonly Row<Readable>[] = [
  ["no-pages", "problem", ({ kind, asked, root }) => kind === "required" && asked.length === 0 && root,
    "List the pages to open in data.elicitations: without them the client has nothing to show."],
  ["nothing-to-ask", "note", ({ kind, asked, root }) => kind === "round" && asked.length === 0 && root,
    "Nothing here asks a person: a client answers these requests itself."],
  ["no-request-state", "note", (reading) => reading.kind === "round" && reading.state === undefined && reading.root,
    "Add a requestState if your server has to know where it was: the client sends it back as it came."],
];

function* adviceOn(subject: Subject): Iterable<Advice> {
  const { params } = subject;
  if (params.kind !== "object") {
    yield { code: "params-type", severity: "problem", path: params.path, text: "Send an object as the params.", ...REJECTED };
    return;
  }
  const [asked, root, address] = isPage(params) ? [[], undefined, readAddress(subject)] : [properties(subject), readRoot(subject)];
  yield* adviceFrom([...PARAMS, ...(isPage(params) ? PAGE : FORM)], subject);
  yield* root ? adviceFrom(ROOT, root) : [];
  yield* address ? adviceFrom(ADDRESS, address) : [];
  for (const property of asked) {
    yield* adviceOnProperty(property);
    yield* adviceFrom(TEXTS, property);
  }
  for (const text of texts(subject, asked)) {
    yield* adviceFrom(TEXT, text);
  }
}

// A note that concerns only the left out revisions is left out as a whole.
function within(advice: Advice, spoken: readonly Revision[]): Advice[] {
  const { rejectedBy = [], unknownTo = [] } = advice;
  const only = (list: readonly Revision[]): Revision[] => list.filter((revision) => spoken.includes(revision));
  const about = { rejectedBy: only(rejectedBy), unknownTo: only(unknownTo) };
  const moot = rejectedBy.length + unknownTo.length > 0 && about.rejectedBy.length + about.unknownTo.length === 0;
  return moot && advice.severity === "note" ? [] : [{ ...advice, ...about }];
}

const SCHEMA = "/requestedSchema";

// The page has made the request around a pasted schema: advice on that part is left out.
function aboutSchema(advice: readonly Advice[]): Advice[] {
  return advice.filter(({ path }) => path.startsWith(SCHEMA)).map((one) => ({ ...one, path: one.path.slice(SCHEMA.length) }));
}

function addTreatment(advice: Advice[], { client, rejected, removed }: Treatment): void {
  const add = (does: Deed, about: readonly Advice[], own: Advice): void => {
    if (about.length === 0) {
      advice.push(own);
    }
    for (const one of about.length > 0 ? about : [own]) {
      one.clients ??= new Map();
      one.clients.set(does, new Set(one.clients.get(does)).add(client));
    }
  };
  for (const path of rejected) {
    const grave = advice.filter(({ severity }) => severity !== "note");
    const rejecting = grave.filter(({ rejectedBy = [] }) => rejectedBy.length > 0);
    const here = grave.filter((one) => one.path === path);
    const beneath = rejecting.filter((one) => `${one.path}/`.startsWith(`${path}/`));
    const property = propertyOf(path);
    const beside = rejecting.filter((one) => property !== undefined && propertyOf(one.path) === property);
    const about = [here, beneath, beside].find(({ length }) => length > 0) ?? [];
    about.forEach((one) => (one.severity = "problem"));
    const text = "Change this: official clients reject the whole request for it, before anybody sees it.";
    add("rejects the request", about, { code: "client-rejects", severity: "problem", path, text });
  }
  for (const path of removed) {
    const text = "Do not rely on this: official clients remove it before the chat sees it.";
    add("removes it", advice.filter((one) => one.path === path), { code: "client-removes", severity: "warning", path, text });
  }
}

/** Returns the path of the property around a path. A client may reject a property because of another member. */
function propertyOf(path: Path): Path | undefined {
  return /^.*?\/requestedSchema\/properties\/[^/]*/.exec(path)?.[0];
}

function verdict(name: string, rejected: readonly Path[], ignored: readonly Path[], never?: string): Verdict {
  if (never !== undefined) {
    return { name, takes: "never", why: never };
  }
  if (rejected.length > 0) {
    return { name, takes: "no", why: `for ${some(rejected.map((path) => names(propertyOf(path) ?? "").at(-1) ?? lastName(path)))}` };
  }
  return ignored.length > 0 ? { name, takes: "part", why: `without ${some(ignored.map(lastName))}` } : { name, takes: "whole", why: "" };
}

function lastName(path: Path): string {
  const name = names(path).findLast((part) => !/^\d+$/.test(part));
  return name === undefined || name === "params" || name === "elicitations" ? "what is missing" : name;
}
