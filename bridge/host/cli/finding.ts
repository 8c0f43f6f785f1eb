import { type Answer, redirectOf } from "./fetching.js";

/** Something that the check of a deployment has found. */
export interface Finding {
  /** A short code, for tests and scripts. */
  code: string;
  /** Whether forms fail for it. Otherwise they work, but worse than they could. */
  fails: boolean;
  /** What is wrong, and where. */
  what: string;
  /** The files of the frame that it is about; `what` begins with the first of them. */
  files?: readonly string[];
  /** How to mend it. */
  mend: string;
}

/** Forms fail, or fail for some people. */
export const fault = (code: string, what: string, mend: string): Finding => ({ code, fails: true, what, mend });

/** Forms work, and could load faster or be updated more safely. */
export const advice = (code: string, what: string, mend: string): Finding => ({ code, fails: false, what, mend });

/** Says that a file is only for people who have signed in, if it is. */
export function signIn(name: string, { status }: Answer): Finding | undefined {
  return status === 401 || status === 403
    ? fault("sign-in", `${name} is denied with status ${status}.`,
      "Serve the folder to everybody: the frame has no cookies, and nothing in these files is secret.")
    : undefined;
}

/** Says that an address leads to another origin, if it does. That one is not asked. */
export function leadsAway(name: string, answer: Answer, mend: string): Finding | undefined {
  const next = redirectOf(answer);
  return next && next.origin !== answer.url.origin
    ? fault("redirect", `${name} leads to another origin, ${next.href}, which is not asked.`, mend)
    : undefined;
}

/** A header as it is sent, whether it is right, and the finding otherwise, whose `what` says only why. */
export type Row = [sent: string, right: boolean, otherwise: Finding];

/** Tells a header for a row. */
export function withHeader(header: string, value: string): string {
  return value ? `with “${header}: ${value}”` : `without ${header}`;
}

/** Lists the headers of a file that are not right. */
export function headerFindings(name: string, rows: readonly Row[]): Finding[] {
  const wrong = rows.filter(([, right]) => !right);
  return wrong.map(([sent, , finding]) => ({ ...finding, what: `${name} is sent ${sent}: ${finding.what}.` }));
}

/** Joins the findings of several files that have the same code and the same way to mend them. Those for which forms fail come first. */
export function grouped(found: readonly Finding[]): Finding[] {
  const groups = new Map<string, Finding>();
  for (const [i, finding] of found.entries()) {
    const { code, fails, mend, files } = finding;
    // Findings that are about no single file are never joined.
    const key = JSON.stringify(files ? [code, fails, mend] : i);
    const group = groups.get(key);
    groups.set(key, group ? { ...group, files: [...group.files!, ...files!] } : finding);
  }
  return [...groups.values()].sort((a, b) => Number(b.fails) - Number(a.fails));
}

/** What is wrong, in a sentence for each group of files. */
export function sentence({ what, files = [] }: Finding): string {
  const [, ...others] = files;
  return others.length > 0 ? `${what} The same goes for ${others.join(", ")}.` : what;
}
