import { guardOf } from "../../bridge/message/sandbox.js";
import type { FrameOptions } from "./types.js";

// The folder of the frame in a build. Some discs find it without regard to case, or with a point after its name.
const FOLDER = /elicitform-[0-9a-f]{16}/i;

/**
 * Returns the headers that the server of a built site has to send with the files of the frame; none for any other file. Send them
 * before the step that serves files, for every path: a server finds the document at more than one path.
 *
 * @param path - The path of the request, or its whole address.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { frameHeaders } from "elicitform/vite";
 *
 * createServer((request, response) => {
 *   response.setHeaders(new Headers(frameHeaders(request.url ?? "/")));
 *   // Here the file of the request follows.
 * });
 * ```
 */
export function frameHeaders(path: string, options: FrameOptions = {}): { [name: string]: string } {
  if (!FOLDER.test(decoded(path.split(/[?#]/, 1)[0]!))) {
    return {};
  }
  return {
    "Content-Security-Policy": guardOf(options.frameAncestors ?? "'self'"),
    // The sandboxed frame has the origin "null", so each file is of another origin for it.
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "X-Content-Type-Options": "nosniff",
  };
}

// Servers decode a path before they look for a file, so "%65licitform-…" is the folder, too.
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
