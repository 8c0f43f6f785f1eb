import { listOf, own, textOf } from "../message/json.js";
import { ORIGINS } from "../message/names.js";
import { memberText } from "../message/params.js";
import type { Call } from "./round.js";
import type { AuditedAnswer, AuditRecord, ElicitResult, Finding } from "./types.js";

// More answers or findings than any round has.
const MOST_ITEMS = 10_000;

/** Reads what the frame says about the answers that it is about to send. */
export function readOrigins(answers: unknown): AuditedAnswer[] {
  const all = texts<AuditedAnswer>(answers, "property", "state", "key");
  return all.filter(({ property, state }) => property !== undefined && ORIGINS.includes(state));
}

/** Reads what the frame finds noteworthy about a request. */
export function readFindings(findings: unknown): Finding[] {
  return texts<Finding>(findings, "code", "property", "key").filter(({ code }) => code !== undefined);
}

/** Makes a record of each form that the person has decided, and hands each to the function tell. */
export function audit(
  { from, id, round, origins = [], shownAt = 0 }: Call, results: readonly ElicitResult[], tell: (record: AuditRecord) => void,
): void {
  const settledAt = Date.now();
  round.forEach(async (request, i) => {
    if (!request.url) {
      const { action } = results[i]!;
      const answers = origins.filter(({ key }) => action === "accept" && key === request.key);
      const schemaHash = await sha256(memberText(request, "requestedSchema"));
      tell({ server: from, id, key: request.key, schemaHash, action, answers, shownAt, settledAt });
    }
  });
}

// The hash in hexadecimal digits, where there are a text and crypto.subtle (https).
async function sha256(text: string | undefined): Promise<string | undefined> {
  const subtle = globalThis.crypto?.subtle;
  if (text === undefined || !subtle) {
    return undefined;
  }
  const sum = new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Takes from each item the members with these names, where they are texts, and nothing else.
function texts<T>(list: unknown, ...names: (keyof T & string)[]): T[] {
  return listOf(list)
    .slice(0, MOST_ITEMS)
    .map((item) => Object.fromEntries(names.map((name) => [name, textOf(own(item, name))])) as T);
}
