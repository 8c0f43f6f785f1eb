/** Why a request has no form, or an answer no reply. */
export type DoorErrorCode = "invalid-request" | "expired" | "invalid-reply";

/**
 * What cannot be said in the other protocol, or not as a form. Nothing is guessed
 * instead. Each entry of the package has a class of its own: look at `name` and
 * `code` where errors of several entries meet.
 */
export class DoorError extends Error {
  override readonly name = "DoorError";
  declare readonly code: DoorErrorCode;
  /** The fact behind the code, such as "no-schema" or "unknown-id". */
  declare readonly reason: string;
  /** Which request of several it was, or which property; undefined where it is about all of it. */
  declare readonly key: string | undefined;

  constructor(code: DoorErrorCode, reason: string, key?: string) {
    super(`elicitform: ${code}: ${reason}`);
    this.code = code;
    this.reason = reason;
    this.key = key;
  }
}
