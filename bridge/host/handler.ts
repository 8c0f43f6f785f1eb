import { requireElicitor, withMeta } from "./elicitor.js";
import { ElicitationError } from "./errors.js";
import type { InterceptOptions } from "./transport.js";
import type { Elicitor, ElicitRequestParams, ElicitResult } from "./types.js";

/** The second argument of a request handler of the official SDK: `extra` of version 1, `ctx` of version 2. */
export type HandlerExtra = {
  /** Aborted when the server takes its request back (version 1). */
  signal?: AbortSignal | undefined;
  /** The same (version 2). */
  mcpReq?: { signal?: AbortSignal | undefined } | undefined;
};

/**
 * A request handler for the client of the official TypeScript SDK. It takes the options of
 * {@link interceptElicitations}, or a function that makes them for each request. Version 1 of the SDK has
 * `ElicitRequestSchema` in place of the name of the method.
 *
 * @throws A TypeError for a host without `elicit`. The handler rejects with an error whose `code` is the number for the
 * server, and whose `cause` is the {@link ElicitationError}.
 *
 * @example
 * ```ts
 * client.setRequestHandler("elicitation/create", elicitationHandler(host, { server: { id: "weather.example" } }));
 * ```
 */
export function elicitationHandler<H extends Elicitor = Elicitor>(
  host: H,
  options: InterceptOptions<H> | (() => InterceptOptions<H>),
): (request: { params: unknown }, extra?: HandlerExtra) => Promise<ElicitResult> {
  requireElicitor("elicitationHandler", host, options);
  // The frame checks the params, and shows their faults to the person.
  return async (request, extra) => {
    try {
      const how: InterceptOptions = typeof options === "function" ? options() : options;
      const signal = extra?.signal ?? extra?.mcpReq?.signal;
      return withMeta(await host.elicit(request.params as ElicitRequestParams, { ...how, signal }), how);
    } catch (error) {
      // The SDK sends the error's `code` to the server, so that must be a number.
      throw error instanceof ElicitationError ? Object.assign(new Error(error.message, { cause: error }), { code: error.rpcCode }) : error;
    }
  };
}
