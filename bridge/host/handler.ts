import { needAsker } from "./asker.js";
import { ElicitationError } from "./errors.js";
import { withMeta } from "./replymeta.js";
import type { Asker, ElicitOptions, ElicitRequestParams, ElicitResult } from "./types.js";

/** What the official SDK hands to a request handler beside the request: `extra` of version 1, `ctx` of version 2. */
export type HandlerExtra = {
  signal?: AbortSignal | undefined;
  mcpReq?: { signal?: AbortSignal | undefined } | undefined;
};

/**
 * A request handler for the client of the official TypeScript SDK:
 *
 * ```ts
 * client.setRequestHandler(ElicitRequestSchema, elicitationHandler(host, { server: { id: "weather.example" } }));
 * ```
 */
export function elicitationHandler(
  host: Asker,
  options: Pick<ElicitOptions, "server" | "meta">,
): (request: { params: unknown }, extra?: HandlerExtra) => Promise<ElicitResult> {
  needAsker("elicitationHandler", host, options);
  // The frame checks the params, and tells the person what is wrong with them.
  return async (request, extra) => {
    try {
      const result = await host.elicit(request.params as ElicitRequestParams, {
        server: options.server,
        signal: extra?.signal ?? extra?.mcpReq?.signal,
      });
      return withMeta(result, options);
    } catch (error) {
      // The SDK answers the server with the number that it finds as the error's code.
      throw error instanceof ElicitationError ? Object.assign(new Error(error.message, { cause: error }), { code: error.rpcCode }) : error;
    }
  };
}
