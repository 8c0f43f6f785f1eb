// The host of the forms, in a file of the package that imports nothing.

import { ElicitationError } from "./errors.js";
import { Iframe } from "./frame.js";
import { openHost } from "./host.js";
import type { FormHost, FormHostOptions } from "./types.js";

export { ElicitationError, type ElicitationErrorCode } from "./errors.js";
export type * from "./types.js";

// The address of the frame, if a bundler has defined it: with the plugin for Vite, or DefinePlugin of webpack.
declare const ELICITFORM_FRAME_URL: string | undefined;

// Of all hosts of a page, so that those which elements share give no number twice.
const ids = { last: 0 };

/**
 * Puts the frame into a container, where it loads unseen until the first request is shown.
 *
 * @throws An {@link ElicitationError} "load-failed" with the reason "file-address" where the address of the frame begins with
 * `file:` and that of the page does not.
 *
 * @example
 * ```ts
 * const host = createFormHost({ container });
 * const result = await host.elicit(request.params, { server: { id: "weather.example" } });
 * ```
 */
export function createFormHost(options: FormHostOptions): FormHost {
  const built = typeof ELICITFORM_FRAME_URL === "string" ? ELICITFORM_FRAME_URL : undefined;
  // String() hides import.meta.url from bundlers: they would copy this one file, without the files that the document loads. No
  // other kind of script knows its address.
  const url = new URL(options.frameUrl ?? built ?? new URL("./frame/index.html", String(import.meta.url)), document.baseURI).href;
  // Some bundlers replace import.meta.url by the path of the module on the disk.
  if (url.startsWith("file:") && !document.baseURI.startsWith("file:")) {
    throw new ElicitationError("load-failed", {
      reason: "file-address",
      detail: `${url}: run "npx elicitform copy", set frameUrl`,
    });
  }
  return openHost(options, url, Iframe, ids);
}
