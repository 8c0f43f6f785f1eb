// What the official TypeScript clients do with a request, found out with their own
// schemas: a request that they refuse never reaches a chat client, and members
// that their schemas do not name are removed on the way.
//
// The schemas are large. So this is a module of its own, loaded after the page.

import "../../jitless.js";
import { specTypeSchemas } from "@modelcontextprotocol/client";
import { ElicitRequestFormParamsSchema, ElicitRequestSchema, ElicitRequestURLParamsSchema } from "@modelcontextprotocol/sdk/types.js";

import { type Located, nearest, type Path, pointer } from "../located.js";
import type { Revision, Subject } from "./advice.js";
import { isForm } from "./schema.js";

/** What one client does to a request. */
export interface Treatment {
  client: string;
  /** The places for which its schema refuses the request; empty when it accepts the request. */
  refused: Path[];
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

const clients: readonly { client: string; request: Schema; form: Schema; url: Schema; speaks: readonly Revision[] }[] = [
  {
    client: V1,
    request: ElicitRequestSchema,
    form: ElicitRequestFormParamsSchema,
    url: ElicitRequestURLParamsSchema,
    speaks: ["2025-06-18", "2025-11-25"],
  },
  {
    client: V2,
    request: specTypeSchemas.ElicitRequest,
    form: specTypeSchemas.ElicitRequestFormParams,
    url: specTypeSchemas.ElicitRequestURLParams,
    speaks: ["2025-06-18", "2025-11-25", "2026-07-28"],
  },
];

/** What each client does to the request. */
export function treatments(subject: Subject): Treatment[] {
  return clients.map(({ client, request, form, url, speaks }) => {
    if (!subject.revisions.some((revision) => speaks.includes(revision))) {
      return { client, refused: [], removed: [], foreign: true };
    }
    const params = asSent(subject);
    const taken = validate(request, { method: "elicitation/create", params });
    if ("issues" in taken) {
      // When both schemas of a union fail, the error of the one that the author meant says more.
      // A schema also reports members that are missing: the nearest value that is there can be shown.
      const meant = validate(isForm(subject) ? form : url, params);
      const paths = "issues" in meant ? meant.issues.map(({ path = [] }) => nearest(subject.params, pointer(...path.map(String))).path) : [subject.params.path];
      return { client, refused: [...new Set(paths)], removed: [] };
    }
    const after = (taken.value as { params: unknown }).params;
    return { client, refused: [], removed: removed(subject.params, after) };
  });
}

// In a round of revision 2026-07-28 a page has no elicitationId. The client's schema
// for that is not public; it differs from the public one only in the id.
function asSent(subject: Subject): unknown {
  const params: unknown = JSON.parse(subject.params.text);
  const isRound = subject.revisions.every((revision) => revision === "2026-07-28");
  return isRound && !isForm(subject) && typeof params === "object" ? { elicitationId: "", ...params } : params;
}

// Neither client's schema is asynchronous.
function validate(schema: Schema, value: unknown): Validated {
  return schema["~standard"].validate(value) as Validated;
}

function removed(before: Located, after: unknown): Path[] {
  if (before.kind === "object" && typeof after === "object" && after !== null) {
    return before.members.flatMap(({ name, value }) =>
      Object.hasOwn(after, name) ? removed(value, (after as { [name: string]: unknown })[name]) : [value.path],
    );
  }
  if (before.kind === "array" && Array.isArray(after)) {
    return before.items.flatMap((value, i) => (i < after.length ? removed(value, after[i]) : [value.path]));
  }
  return [];
}
