// elicitform: forms for MCP elicitation requests, in a sandboxed frame.

import { createFrame } from "./frame.js";
import { Host } from "./host.js";
import type { FormHost, FormHostOptions } from "./types.js";

export { ElicitationError, type ElicitationErrorCode } from "./errors.js";
export { elicitationHandler, type HandlerExtra } from "./handler.js";
export type * from "./types.js";

/**
 * Puts the frame into a container, where it loads unseen until the first
 * request is shown.
 *
 * ```ts
 * const host = createFormHost({ container });
 * const result = await host.elicit(request.params, { server: { id: "weather.example" } });
 * ```
 */
export function createFormHost(options: FormHostOptions): FormHost {
  const url = new URL(options.frameUrl ?? new URL("./frame/index.html", import.meta.url), document.baseURI);
  return new Host(options, url.href, createFrame);
}
