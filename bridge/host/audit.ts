import { listOf, own, textOf } from "../message/json.js";
import { memberText } from "../message/params.js";
import type { Call } from "./call.js";
import type { AuditedAnswer, AuditRecord, Finding } from "./events.js";
import type { ElicitResult } from "./types.js";

const STATES: readonly unknown[] = ["default", "edited", "left-out"] satisfies AuditedAnswer["state"][];
// A form has at most 100 properties, and a round some forms.
const MOST_ITEMS = 10_000;

/** What the frame says about the answers that it is about to send. */
export function readOrigins(answers: unknown): AuditedAnswer[] {
  return texts<AuditedAnswer>(answers, "property", "state", "key").filter(({ property, state }) => property !== undefined && STATES.includes(state));
}

/** What the frame finds noteworthy about a request. */
export function readFindings(findings: unknown): Finding[] {
  return texts<Finding>(findings, "code", "property", "key").filter(({ code }) => code !== undefined);
}

/** Tells the record of each form that the person has decided. */
export function audit({ about, question, origins, shownAt }: Call, results: readonly ElicitResult[], tell: (record: AuditRecord) => void): void {
  const settledAt = Date.now();
  question.parts.forEach(async (part, i) => {
    if (!part.url) {
      const { action } = results[i]!;
      const answers = origins.filter(({ key }) => action === "accept" && key === part.key);
      tell({ ...about, key: part.key, schemaHash: await sha256(memberText(part, "requestedSchema")), action, answers, shownAt, settledAt });
    }
  });
}

// In hexadecimal digits; undefined without a text, or where the browser has no
// crypto.subtle, as on pages without https.
async function sha256(text: string | undefined): Promise<string | undefined> {
  const subtle = globalThis.crypto?.subtle;
  if (text === undefined || !subtle) {
    return undefined;
  }
  const sum = new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Of each item the members of these names that are texts, and nothing else.
function texts<T>(list: unknown, ...names: (keyof T & string)[]): T[] {
  return listOf(list)
    .slice(0, MOST_ITEMS)
    .map((item) => Object.fromEntries(names.map((name) => [name, textOf(own(item, name))])) as T);
}
