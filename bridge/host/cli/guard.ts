// Whether a server keeps pages of other sites from using the frame's document in its origin.

import type { Answer } from "./fetching.js";
import { advice, fault, type Finding } from "./finding.js";
import { holds, namesEverybody, policies, sourceOf } from "./policy.js";

const SANDBOX = "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox";

/**
 * What is missing of the header that keeps other sites out. Where the files share their
 * origin with the chat, or with anything else that knows people by a cookie, forms must not
 * go on like that. On an origin of their own there is nothing to gain but a form.
 */
export function guardFindings(answer: Answer, chat: URL): Finding[] {
  const { origin } = answer.url;
  const shared = chat.origin === origin || answer.header("set-cookie") !== "";
  const say = shared ? fault : advice;
  const whose = chat.origin === origin ? `${origin}, which is the chat's too` : origin;
  const sent = policies(answer.header("content-security-policy"));
  const found: Finding[] = [];
  // What one policy forbids no other one allows.
  if (!sent.some((policy) => policy.has("sandbox") && !holds(policy.get("sandbox")!, "allow-same-origin"))) {
    const undone = sent.some((policy) => policy.has("sandbox"));
    found.push(say("no-sandbox", `index.html is sent ${undone ? "with a sandbox that has allow-same-origin" : "without a sandbox"}: a page that embeds it without one gets a document in the origin ${whose}.`,
      undone ? "Leave allow-same-origin out of the sandbox." : `Send “Content-Security-Policy: ${SANDBOX}; frame-ancestors ${ancestorsFor(answer, chat)}” with it.`));
  }
  const barred = sent.some((policy) => policy.has("frame-ancestors") && !namesEverybody(policy.get("frame-ancestors")!));
  // Old browsers, and servers of that time. It counts only where no policy has the directive.
  const options = !sent.some((policy) => policy.has("frame-ancestors")) && /^(?:deny|sameorigin)$/i.test(answer.header("x-frame-options"));
  if (!barred && !options) {
    const said = sent.flatMap((policy) => policy.get("frame-ancestors") ?? []).join(" ");
    found.push(say("open-to-all", `index.html is sent ${said ? `with “frame-ancestors ${said}”` : "without frame-ancestors"}: every site may embed it, and name any server in the form.`,
      `Name the chat alone in its Content-Security-Policy: “frame-ancestors ${ancestorsFor(answer, chat)}”.`));
  }
  return found;
}

function ancestorsFor({ url }: Answer, chat: URL): string {
  return chat.origin === url.origin ? "'self'" : sourceOf(chat);
}
