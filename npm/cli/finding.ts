import { type Answer, redirectOf } from "./fetching.js";

/** A result of the check of a deployment. */
export interface Finding {
  /** A short code, for tests and scripts. */
  code: string;
  /** Whether the finding makes forms fail. Otherwise forms work, but could be better. */
  fails: boolean;
  what: string;
  /** The files of the finding; `what` begins with the first file. */
  files?: readonly string[];
  mend: string;
}

/** Makes a finding for which forms fail, at least for some people. */
export const fault = (code: string, what: string, mend: string): Finding => ({ code, fails: true, what, mend });

/** Makes a finding for which forms work, but could load faster or be updated more safely. */
export const advice = (code: string, what: string, mend: string): Finding => ({ code, fails: false, what, mend });

/** Returns a finding if a file is only for people who signed in. */
export function signIn(name: string, { status }: Answer): Finding | undefined {
  return status === 401 || status === 403
    ? fault("sign-in", `${name} is denied with status ${status}.`,
      "Serve the folder to everybody: the frame has no cookies, and nothing in these files is secret.")
    : undefined;
}

/** Returns a finding if an address redirects to another origin, which is not asked. */
export function leadsAway(name: string, answer: Answer, mend: string): Finding | undefined {
  const next = redirectOf(answer);
  return next && next.origin !== answer.url.origin
    ? fault("redirect", `${name} leads to another origin, ${next.href}, which is not asked.`, mend)
    : undefined;
}

/** A sent header, whether it is right, and the finding otherwise, whose `what` is only the reason. */
export type Row = [sent: string, right: boolean, otherwise: Finding];

export function withHeader(header: string, value: string): string {
  return value ? `with “${header}: ${value}”` : `without ${header}`;
}

export function headerFindings(name: string, rows: readonly Row[]): Finding[] {
  const wrong = rows.filter(([, right]) => !right);
  return wrong.map(([sent, , finding]) => ({ ...finding, what: `${name} is sent ${sent}: ${finding.what}.` }));
}

/** Joins the findings of several files with the same code and mend. Findings for which forms fail come first. */
export function grouped(findings: readonly Finding[]): Finding[] {
  const groups = new Map<string, Finding>();
  for (const [i, finding] of findings.entries()) {
    const { code, fails, mend, files } = finding;
    // Findings without files are never joined.
    const key = JSON.stringify(files ? [code, fails, mend] : i);
    const group = groups.get(key);
    groups.set(key, group ? { ...group, files: [...group.files!, ...files!] } : finding);
  }
  return [...groups.values()].sort((a, b) => Number(b.fails) - Number(a.fails));
}

export function sentence({ what, files = [] }: Finding): string {
  const [, ...rest] = files;
  return rest.length > 0 ? `${what} The same goes for ${rest.join(", ")}.` : what;
}
