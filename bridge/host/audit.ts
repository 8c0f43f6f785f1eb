import { digest } from "../message/digest.js";
import { listOf, own, textOf } from "../message/json.js";
import { ORIGINS } from "../message/names.js";
import { memberText } from "../message/params.js";
import type { Call } from "./round.js";
import type { AuditedAnswer, AuditRecord, ElicitResult, Finding } from "./types.js";

// No round has more answers or findings.
const MAX_ITEMS = 10_000;

// Reads the origins of the answers, as the frame sent them.
function readOrigins(answers: unknown): AuditedAnswer[] {
  const all = texts<AuditedAnswer>(answers, "property", "state", "key");
  return all.filter(({ property, state }) => property !== undefined && ORIGINS.includes(state));
}

export function readFindings(findings: unknown): Finding[] {
  return texts<Finding>(findings, "code", "property", "key").filter(({ code }) => code !== undefined);
}

/** Returns the hash of each schema of a call. It is read while the person reads the form: an answer must not wait for it. */
export function hashSchemas(call: Call): readonly (string | undefined)[] {
  return (call.schemaHashes ??= call.round.map((request) => {
    const schema = memberText(request, "requestedSchema");
    return schema && digest(schema);
  }));
}

/** Makes an audit record for each form that the person decided. */
export function audit(call: Call, results: readonly ElicitResult[], settledAt: number, report: (record: AuditRecord) => void): void {
  const { from, id, round, origins, shownAt = 0 } = call;
  const all = readOrigins(origins);
  round.forEach((request, i) => {
    if (!request.url) {
      const { action } = results[i]!;
      const answers = all.filter(({ key }) => action === "accept" && key === request.key);
      const schemaHash = hashSchemas(call)[i];
      report({ server: from, id, key: request.key, schemaHash, action, answers, shownAt, settledAt });
    }
  });
}

// Copies only the members with these names from each item, and only texts.
function texts<T>(list: unknown, ...names: (keyof T & string)[]): T[] {
  return listOf(list)
    .slice(0, MAX_ITEMS)
    .map((item) => Object.fromEntries(names.map((name) => [name, textOf(own(item, name))])) as T);
}
