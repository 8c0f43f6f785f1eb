// Whether a server lets the chat embed the frame's document, and keeps pages of other sites from using it in its origin.

import type { Answer } from "./fetching.js";
import { advice, fault, type Finding, headerFindings, withHeader } from "./finding.js";
import { holds, namesEverybody, policies, sourceOf } from "./policy.js";

/** What the form needs of the sandbox that its document has. */
export const SANDBOX = ["allow-scripts", "allow-popups", "allow-popups-to-escape-sandbox"];

/**
 * Lists the headers that lock the chat out or let other sites in. To let others in is a fault where the files share their
 * origin with the chat, or with a page that knows people by a cookie; on an origin of their own it is only advice.
 */
export function guardFindings(answer: Answer, chat: URL): Finding[] {
  const { origin } = answer.url;
  const shared = chat.origin === origin || answer.header("set-cookie") !== "";
  const say = shared ? fault : advice;
  const whose = chat.origin === origin ? `${origin}, which is the chat's too` : origin;
  const ancestors = chat.origin === origin ? "'self'" : sourceOf(chat);
  const sent = policies(answer.header("content-security-policy"));
  const undone = sent.some((policy) => policy.has("sandbox"));
  const ancestorLists = sent.flatMap((policy) => (policy.has("frame-ancestors") ? [policy.get("frame-ancestors")!] : []));
  const named = ancestorLists.flat().join(" ");
  // The header of old servers counts only where no policy has the directive.
  const options = ancestorLists.length > 0 ? "" : answer.header("x-frame-options").toLowerCase();
  // A thing that one policy forbids is allowed by no other one.
  return headerFindings("index.html", [
    [withHeader("X-Frame-Options", options), !options || (options === "sameorigin" && chat.origin === origin),
      fault("frame-options", `${sourceOf(chat)} may not embed it`, "Leave the header out for this file, and say who may embed it: " +
        `“Content-Security-Policy: frame-ancestors ${sourceOf(chat)}”.`)],
    [undone ? "with a sandbox that has allow-same-origin" : "without a sandbox",
      sent.some((policy) => policy.has("sandbox") && !holds(policy.get("sandbox")!, "allow-same-origin")),
      say("no-sandbox", `a page that embeds it without one gets a document in the origin ${whose}`, undone
        ? "Leave allow-same-origin out of the sandbox."
        : `Send “Content-Security-Policy: sandbox ${SANDBOX.join(" ")}; frame-ancestors ${ancestors}” with it.`)],
    [named ? `with “frame-ancestors ${named}”` : "without frame-ancestors",
      /^(?:deny|sameorigin)$/.test(options) || ancestorLists.some((sources) => !namesEverybody(sources)),
      say("open-to-all", "every site may embed it, and name any server in the form",
        `Name the chat alone in its Content-Security-Policy: “frame-ancestors ${ancestors}”.`)],
  ]);
}
