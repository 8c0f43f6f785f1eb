import { guardOf } from "../../bridge/message/sandbox.js";
import { isFileName } from "../cli/manifest.js";
import type { FrameOptions } from "./types.js";

// The folder of the frame in a build, however a disc may find it: without regard to case, with a point after its name, with signs that
// nobody sees, or by the short name that Windows gives it.
const MAY_BE_FRAME = /elicitform-[0-9a-f]{16}|\bel\w{0,4}~\d/i;
const FOLDER = /^elicitform-[0-9a-f]{16}$/;

/**
 * Returns the headers that the server of a built site has to send with the files of the frame; none for a path that leads to no file of
 * it. Send them before the step that serves files, for every path: a server finds the document at more than one, such as
 * `/assets/%65licitform-…/index.html`, and each has the policy that guards the chat.
 *
 * @param path - The path of the request, as it came.
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
  const decoded = decode(path.split(/[?#]/, 1)[0]!);
  const plain = decoded.replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return {
    ...(MAY_BE_FRAME.test(plain) && {
      "Content-Security-Policy": guardOf(options.frameAncestors ?? "'self'"),
      "X-Content-Type-Options": "nosniff",
    }),
    // The sandboxed frame has the origin "null", so each file is of another origin for it.
    ...(isFrameFile(decoded) && { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" }),
  };
}

// Other sites may read the file of such a path. A path with ".." or a backslash could lead a server to any other file.
function isFrameFile(path: string): boolean {
  const steps = path.split("/").slice(1);
  const isPlain = steps.every((step) => step !== "" && step !== "." && step !== ".." && !step.includes("\\"));
  return isPlain && FOLDER.test(steps.at(-2) ?? "") && isFileName(steps.at(-1)!);
}

// Servers decode a path before they look for a file.
function decode(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) =>
    new TextDecoder().decode(Uint8Array.from(escaped.slice(1).split("%"), (digits) => parseInt(digits, 16))));
}
