// Whether a server keeps pages of other sites from using the frame's document in its origin.

import type { Answer } from "./fetching.js";
import { advice, fault, type Finding, headerFindings } from "./finding.js";
import { holds, namesEverybody, policies, sourceOf } from "./policy.js";

/** What the form needs of the sandbox that its document has. */
export const SANDBOX = ["allow-scripts", "allow-forms", "allow-popups", "allow-popups-to-escape-sandbox"];

/**
 * What is missing of the header that keeps other sites out. That is a fault where the files share their origin with the
 * chat, or with anything else that knows people by a cookie; on an origin of their own it is only advice.
 */
export function guardFindings(answer: Answer, chat: URL): Finding[] {
  const { origin } = answer.url;
  const shared = chat.origin === origin || answer.header("set-cookie") !== "";
  const say = shared ? fault : advice;
  const whose = chat.origin === origin ? `${origin}, which is the chat's too` : origin;
  const ancestors = chat.origin === origin ? "'self'" : sourceOf(chat);
  const sent = policies(answer.header("content-security-policy"));
  const undone = sent.some((policy) => policy.has("sandbox"));
  const named = sent.flatMap((policy) => policy.get("frame-ancestors") ?? []).join(" ");
  // Old browsers, and servers of that time. It counts only where no policy has the directive.
  const options = !sent.some((policy) => policy.has("frame-ancestors")) && /^(?:deny|sameorigin)$/i.test(answer.header("x-frame-options"));
  // What one policy forbids no other one allows.
  return headerFindings("index.html", [
    [undone ? "with a sandbox that has allow-same-origin" : "without a sandbox",
      sent.some((policy) => policy.has("sandbox") && !holds(policy.get("sandbox")!, "allow-same-origin")),
      say("no-sandbox", `a page that embeds it without one gets a document in the origin ${whose}`, undone
        ? "Leave allow-same-origin out of the sandbox."
        : `Send “Content-Security-Policy: sandbox ${SANDBOX.join(" ")}; frame-ancestors ${ancestors}” with it.`)],
    [named ? `with “frame-ancestors ${named}”` : "without frame-ancestors",
      options || sent.some((policy) => policy.has("frame-ancestors") && !namesEverybody(policy.get("frame-ancestors")!)),
      say("open-to-all", "every site may embed it, and name any server in the form",
        `Name the chat alone in its Content-Security-Policy: “frame-ancestors ${ancestors}”.`)],
  ]);
}
