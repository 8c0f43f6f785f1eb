/** Why a request has no result. */
export type ElicitationErrorCode =
  | "invalid-request"
  | "unsupported-mode"
  | "load-failed"
  | "expired"
  | "disposed"
  | "internal";

const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/**
 * A request that no person has decided. It is never turned into a decline or
 * a cancel: answer the server with `rpcCode`.
 */
export class ElicitationError extends Error {
  override readonly name = "ElicitationError";
  /** Why there is no result. */
  readonly code: ElicitationErrorCode;
  /** The JSON-RPC error code for the server, -32602 or -32603. */
  readonly rpcCode: number;
  /** The fact behind an "invalid-request", such as "not-json" or "too-large". */
  readonly reason: string | undefined;

  constructor(code: ElicitationErrorCode, options: { reason?: string | undefined; cause?: unknown } = {}) {
    super(options.reason ? `elicitation: ${code}: ${options.reason}` : `elicitation: ${code}`, causeOf(options));
    this.code = code;
    this.reason = options.reason;
    this.rpcCode = code === "invalid-request" || code === "unsupported-mode" ? INVALID_PARAMS : INTERNAL_ERROR;
  }
}

function causeOf(options: { cause?: unknown }): ErrorOptions {
  return "cause" in options ? { cause: options.cause } : {};
}

/** The code that the frame named, or "internal" for anything else. */
export function errorCode(text: unknown): ElicitationErrorCode {
  switch (text) {
    case "invalid-request":
    case "unsupported-mode":
    case "load-failed":
    case "expired":
    case "disposed":
      return text;
    default:
      return "internal";
  }
}

/** What a promise rejects with when its signal was aborted. */
export function abortReason(signal: AbortSignal): Error {
  if (signal.reason instanceof Error) {
    return signal.reason;
  }
  return new DOMException("The elicitation request was withdrawn", "AbortError");
}
