// What the official TypeScript clients do with a request, found out with their own schemas: what they
// reject never reaches a chat, and members that they do not name are removed. The schemas are large: this
// module is loaded after the page.

import "../../jitless.js";
import { specTypeSchemas } from "@modelcontextprotocol/client";
import { ElicitRequestFormParamsSchema, ElicitRequestURLParamsSchema } from "@modelcontextprotocol/sdk/types.js";

import { contents, type Located, nearest, type Path, pointer } from "../located.js";
import { type Revision, revisions, type Subject } from "./advice.js";
import { isPage } from "./schema.js";

/** What one client does to a request. */
export interface Treatment {
  client: string;
  /** The places for which its schema rejects the request; empty when it accepts the request. */
  rejected: Path[];
  /** The places that it removes from a request that it accepts. */
  removed: Path[];
  /** It does not speak the revision, so the request is never sent to it. */
  foreign?: true;
}

/** The names and versions of the clients, as the advice shows them. */
export const V1 = "TypeScript client 1.32.2";
export const V2 = "TypeScript client 2.4.0";

/** The part of Standard Schema that both clients' schemas have. */
interface Schema {
  "~standard": { validate(value: unknown): unknown };
}

type Validated = { value: unknown } | { issues: { path?: readonly unknown[] }[] };

const clients: readonly { client: string; form: Schema; url: Schema; speaks: readonly Revision[] }[] = [
  { client: V1, form: ElicitRequestFormParamsSchema, url: ElicitRequestURLParamsSchema, speaks: revisions.slice(0, 2) },
  { client: V2, form: specTypeSchemas.ElicitRequestFormParams, url: specTypeSchemas.ElicitRequestURLParams, speaks: revisions },
];

/** What each client does to the request. */
export function treatments(subject: Subject): Treatment[] {
  return clients.map(({ client, form, url, speaks }) => {
    if (!subject.revisions.some((revision) => speaks.includes(revision))) {
      return { client, rejected: [], removed: [], foreign: true };
    }
    const schema = isPage(subject.params) ? url : form;
    // Neither client's schema is asynchronous.
    const taken = schema["~standard"].validate(asSent(subject)) as Validated;
    if ("issues" in taken) {
      // A schema also reports members that are missing: the nearest value that is there can be shown.
      const paths = taken.issues.map(({ path = [] }) => nearest(subject.params, pointer(...path.map(String))).path);
      return { client, rejected: [...new Set(paths)], removed: [] };
    }
    return { client, rejected: [], removed: removed(subject.params, taken.value) };
  });
}

// In a round of revision 2026-07-28 a page has no elicitationId. The client's schema
// for that is not public; it differs from the public one only in the id.
function asSent({ params, revisions }: Subject): unknown {
  const sent: unknown = JSON.parse(params.text);
  const isRound = revisions.every((revision) => revision === "2026-07-28");
  return isRound && isPage(params) ? { elicitationId: "", ...(sent as object) } : sent;
}

// A schema changes the kind of no value.
function removed(before: Located, after: unknown): Path[] {
  return contents(before).flatMap(({ name, value }) => {
    return Object.hasOwn(after as object, name) ? removed(value, (after as { [name: string]: unknown })[name]) : [value.path];
  });
}
