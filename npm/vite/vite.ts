/**
 * A plugin for Vite, and for the frameworks on it. Vite's servers and its build then have the files of the frame, and each form host
 * knows their address.
 *
 * @module elicitform/vite
 */

import { fileURLToPath } from "node:url";
import { framePlugin } from "./plugin.js";
import type { ElicitformPlugin, FrameOptions } from "./types.js";

export { frameHeaders } from "./headers.js";
export type * from "./types.js";

/**
 * Serves the files of the frame in development, emits them into the build, and gives every form host without a `frameUrl` their
 * address. The server of the built site has to send the headers of {@link frameHeaders}.
 *
 * @throws An error if the files of the frame are missing in the package.
 *
 * @example
 * ```ts
 * import { elicitform } from "elicitform/vite";
 * import { defineConfig } from "vite";
 *
 * export default defineConfig({ plugins: [elicitform()] });
 * ```
 */
export function elicitform(options?: FrameOptions): ElicitformPlugin {
  return framePlugin(fileURLToPath(new URL("./frame/", import.meta.url)), options);
}
