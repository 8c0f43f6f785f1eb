/** Why a request has no form, or an answer no reply. */
export type AdapterErrorCode = "invalid-request" | "expired" | "invalid-reply";

/**
 * A request that cannot be shown as a form, or a decision that the other protocol has no
 * words for. No adapter guesses instead.
 */
export class AdapterError extends Error {
  override readonly name = "AdapterError";
  declare readonly code: AdapterErrorCode;
  /** The fact behind the code, such as "no-schema" or "unknown-id". */
  declare readonly reason: string;
  /** Which request of several it was, or which property; undefined where it is about all of it. */
  declare readonly key: string | undefined;

  constructor(code: AdapterErrorCode, reason: string, key?: string) {
    super(`elicitform: ${code}: ${reason}`);
    this.code = code;
    this.reason = reason;
    this.key = key;
  }
}

/** Throws for a request that cannot be shown. */
export function reject(reason: string, key?: string): never {
  throw new AdapterError("invalid-request", reason, key);
}
