/** Something that the check of a deployment has found. */
export interface Finding {
  /** A short code, for tests and scripts. */
  code: string;
  /** Whether forms fail for it. Otherwise they work, but worse than they could. */
  fails: boolean;
  /** What is wrong, and where. */
  what: string;
  /** How to mend it. */
  mend: string;
}

/** Forms fail, or fail for some people. */
export const fault = (code: string, what: string, mend: string): Finding => ({ code, fails: true, what, mend });

/** Forms work, and could load faster or be updated more safely. */
export const advice = (code: string, what: string, mend: string): Finding => ({ code, fails: false, what, mend });
