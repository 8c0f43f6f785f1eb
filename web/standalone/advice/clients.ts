// Asks the schemas of the official TypeScript clients how they treat a request: a rejected request
// never reaches a chat, and unknown members are removed. The schemas are large, and loaded after the
// page.

import "../../jitless.js";
import { specTypeSchemas } from "@modelcontextprotocol/client";
import { ElicitRequestFormParamsSchema, ElicitRequestURLParamsSchema } from "@modelcontextprotocol/sdk/types.js";

import { contents, type Located, nearest, type Path, pointer } from "../located.js";
import { type Revision, revisions, type Subject } from "./advice.js";
import { isPage } from "./schema.js";

/** The treatment of a request by a client. */
export interface Treatment {
  client: string;
  /** The places at fault, for its schema; empty when it accepts the request. */
  rejected: Path[];
  removed: Path[];
  /** It does not speak the revision, so it never gets the request. */
  foreign?: true;
}

/** The names and versions of the clients, for the advice. */
export const V1 = "TypeScript client 1.32.2";
export const V2 = "TypeScript client 2.4.0";

interface Schema {
  "~standard": { validate(value: unknown): unknown };
}

type Validated = { value: unknown } | { issues: { path?: readonly unknown[] }[] };

const clients: readonly { client: string; form: Schema; url: Schema; speaks: readonly Revision[] }[] = [
  { client: V1, form: ElicitRequestFormParamsSchema, url: ElicitRequestURLParamsSchema, speaks: revisions.slice(0, 2) },
  { client: V2, form: specTypeSchemas.ElicitRequestFormParams, url: specTypeSchemas.ElicitRequestURLParams, speaks: revisions },
];

/** Finds out how each client treats the request. */
export function treatments(subject: Subject): Treatment[] {
  return clients.map(({ client, form, url, speaks }) => {
    if (!subject.revisions.some((revision) => speaks.includes(revision))) {
      return { client, rejected: [], removed: [], foreign: true };
    }
    const schema = isPage(subject.params) ? url : form;
    const validated = schema["~standard"].validate(wireParams(subject)) as Validated;
    if ("issues" in validated) {
      // A schema also reports missing members: the advice shows the nearest existing value.
      const paths = validated.issues.map(({ path = [] }) => nearest(subject.params, pointer(...path.map(String))).path);
      return { client, rejected: [...new Set(paths)], removed: [] };
    }
    return { client, rejected: [], removed: removedPaths(subject.params, validated.value) };
  });
}

// In rounds of revision 2026-07-28 a page lacks the elicitationId. The client keeps its schema for
// them private; it differs from the public schema only in the id.
function wireParams({ params, revisions }: Subject): unknown {
  const sent: unknown = JSON.parse(params.text);
  const isRound = revisions.every((revision) => revision === "2026-07-28");
  return isRound && isPage(params) ? { elicitationId: "", ...(sent as object) } : sent;
}

// Lists the members that the schema has removed. It never changes the kind of a value.
function removedPaths(before: Located, after: unknown): Path[] {
  return contents(before).flatMap(({ name, value }) => {
    return Object.hasOwn(after as object, name) ? removedPaths(value, (after as { [name: string]: unknown })[name]) : [value.path];
  });
}
