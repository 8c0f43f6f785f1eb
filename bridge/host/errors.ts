import { type Code, INTERNAL_ERROR, INVALID_PARAMS, type RelayCode } from "../message/names.js";

/**
 * The cause of a request without a result.
 *
 * @inlineType Code
 * @inlineType RelayCode
 */
export type ElicitationErrorCode = Code | RelayCode;

/**
 * A request that no person has decided. It is never turned into a decline or a cancel: answer the server with `rpcCode`.
 *
 * @example
 * ```ts
 * try {
 *   return await host.elicit(request.params, { server: { id: "weather.example" } });
 * } catch (error) {
 *   // The JSON-RPC error for the server; no decline is invented.
 *   throw error instanceof ElicitationError ? { code: error.rpcCode, message: error.message } : error;
 * }
 * ```
 */
export class ElicitationError extends Error {
  /** "ElicitationError". */
  override readonly name = "ElicitationError";
  /** The kind of failure; docs/reference/errors.md says what to do about each code and reason. */
  declare readonly code: ElicitationErrorCode;
  /** The JSON-RPC error code for the server, -32602 or -32603. */
  declare readonly rpcCode: number;
  /**
   * The reason behind the code, such as "not-json" or "too-large". Of "load-failed": "wrong-page", "status 404" and the like,
   * "file-address", "blocked", "navigated" or "no-handshake" without a frame; "not-sandboxed" for a frame with an origin;
   * "not-wasm", "truncated", "stalled", "status 404" and the like, "blocked", "unreachable", "offline", "csp", "changed",
   * "not-compiled", "no-webassembly" or "no-runtime" without a program; "crash" or "internal" where the program has ended.
   */
  declare readonly reason: string | undefined;
  /** The name of the failed request in its round, if known. */
  declare readonly key: string | undefined;

  /** The message says `detail`, or else the reason. */
  constructor(
    code: ElicitationErrorCode,
    options: {
      /** See {@link ElicitationError.reason}. */
      reason?: string | undefined;
      /** The text of the message after the code. */
      detail?: string | undefined;
      /** See {@link ElicitationError.key}. */
      key?: string | undefined;
      /** The underlying error. */
      cause?: unknown;
    } = {},
  ) {
    const why = options.detail ?? options.reason;
    super(`elicitation: ${code}${why ? `: ${why}` : ""}`, options);
    this.code = code;
    this.reason = options.reason;
    this.key = options.key;
    this.rpcCode = code === "invalid-request" || code === "unsupported-mode" ? INVALID_PARAMS : INTERNAL_ERROR;
  }
}
