import type { ElicitationErrorCode } from "./errors.js";

const CODES: readonly unknown[] = ["invalid-request", "unsupported-mode", "load-failed", "expired", "disposed"] satisfies ElicitationErrorCode[];

/** The code that the frame named, or "internal" for anything else. */
export function errorCode(text: unknown): ElicitationErrorCode {
  return CODES.includes(text) ? (text as ElicitationErrorCode) : "internal";
}

/** What a promise rejects with when its signal was aborted with that reason. */
export function abortReason(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException("Request withdrawn", "AbortError");
}
