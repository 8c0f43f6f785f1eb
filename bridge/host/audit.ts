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

/** Makes an audit record for each form that the person decided. */
export function audit(
  { from, id, round, origins, shownAt = 0 }: Call, results: readonly ElicitResult[], settledAt: number,
  report: (record: AuditRecord) => void,
): void {
  const all = readOrigins(origins);
  round.forEach((request, i) => {
    if (!request.url) {
      const { action } = results[i]!;
      const answers = all.filter(({ key }) => action === "accept" && key === request.key);
      const schema = memberText(request, "requestedSchema");
      const schemaHash = schema && digest(schema);
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
