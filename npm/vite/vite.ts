/**
 * A plugin for Vite, and for the frameworks on it. Vite's servers and its build then have the files of the frame, and each form host
 * knows their address.
 *
 * @module elicitform/vite
 */

import { fileURLToPath } from "node:url";
import { framePlugin } from "./plugin.js";
import type { ElicitformOptions, ElicitformPlugin } from "./types.js";

export type * from "./types.js";

/**
 * Serves the files of the frame in development, emits them into the build, and gives every form host without a `frameUrl` their
 * address. The server of the built site still has to send the header of the frame.
 *
 * @throws An error where the package has no files of the frame.
 *
 * @example
 * ```ts
 * import { elicitform } from "elicitform/vite";
 * import { defineConfig } from "vite";
 *
 * export default defineConfig({ plugins: [elicitform()] });
 * ```
 */
export function elicitform(options?: ElicitformOptions): ElicitformPlugin {
  return framePlugin(fileURLToPath(new URL("./frame/", import.meta.url)), options);
}
