import { requireElicitor, withMeta } from "./elicitor.js";
import { ElicitationError } from "./errors.js";
import type { InterceptOptions } from "./transport.js";
import type { Elicitor, ElicitRequestParams, ElicitResult } from "./types.js";

/** What the official SDK hands to a request handler beside the request: `extra` of version 1, `ctx` of version 2. */
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
 * @throws A TypeError where the host has no `elicit`. The handler rejects with an error whose `code` is the number for the
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
  // The frame checks the params, and tells the person what is wrong with them.
  return async (request, extra) => {
    try {
      const shown: InterceptOptions = typeof options === "function" ? options() : options;
      const signal = extra?.signal ?? extra?.mcpReq?.signal;
      return withMeta(await host.elicit(request.params as ElicitRequestParams, { ...shown, signal }), shown);
    } catch (error) {
      // The SDK answers the server with the number that it finds as the error's code.
      throw error instanceof ElicitationError ? Object.assign(new Error(error.message, { cause: error }), { code: error.rpcCode }) : error;
    }
  };
}
