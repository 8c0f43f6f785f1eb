// A window that another page opens to let a person answer its request. The
// result goes to the origin that the address names, and nowhere else.

import { createFormHost, ElicitationError } from "../../../bridge/host/index.js";
import { byId } from "../../byid.js";
import { TypedAnswers } from "../typed.js";
import { errorMessage, type Id, readMessage, receiver, type Request, type ToOpener } from "./protocol.js";

/** How many requests may be open at once. Nobody could answer more. */
const MOST_OPEN = 20;

const origin = receiver(location.search);
// Kept here, because the opener can set window.opener of this window to null.
const opener = window.opener as Window | null;

if (origin === undefined) {
  reject("This window was opened without naming the site that gets the answer.");
} else if (!opener) {
  reject("No page has opened this window, or its own policy has cut it off from the window (Cross-Origin-Opener-Policy: same-origin).");
} else {
  start(origin, opener);
}

function start(site: string, page: Window): void {
  byId("site").textContent = site;
  byId("receiver").hidden = false;
  const notice = byId("told");
  byId("close").addEventListener("click", () => window.close());

  const typed = new TypedAnswers();
  const host = createFormHost({ container: byId("form"), frameUrl: new URL("frame/index.html", document.baseURI), drafts: typed });
  const open = new Map<Id, AbortController>();
  // The browser delivers a message only while the opener shows a page of that origin.
  const post = (message: ToOpener): void => page.postMessage(message, site);

  const ask = async ({ id, params, claims }: Request): Promise<void> => {
    const withdrawn = new AbortController();
    open.set(id, withdrawn);
    byId("close").hidden = true;
    notice.textContent = "";
    let told = `Your answer was sent to ${site}.`;
    try {
      const server = { ...claims, id: new URL(site).host };
      post({ type: "elicitform/result", id, result: await host.elicit(params, { server, signal: withdrawn.signal, focus: true }) });
    } catch (error) {
      if (error instanceof ElicitationError) {
        post(errorMessage(id, error));
      } else if (withdrawn.signal.aborted) {
        told = `${site} no longer needs an answer.`;
      } else {
        throw error;
      }
    }
    open.delete(id);
    if (open.size === 0) {
      typed.closed();
      byId("close").hidden = false;
      notice.textContent = page.closed
        ? "The page that asked has closed. Your answer was not sent."
        : `${told} You can close this window.`;
    }
  };

  window.addEventListener("message", (event) => {
    if (event.source !== page || event.origin !== site) {
      return;
    }
    const message = readMessage(event.data);
    if (message?.type === "elicitform/withdraw") {
      open.get(message.id)?.abort();
    } else if (message && !open.has(message.id)) {
      if (open.size >= MOST_OPEN) {
        post(errorMessage(message.id, new ElicitationError("internal", { reason: "too-many" })));
        return;
      }
      if (message.context.theme) {
        document.documentElement.dataset["theme"] = message.context.theme;
      }
      host.setContext(message.context);
      void ask(message);
    }
  });
  window.addEventListener("pagehide", () => {
    for (const id of open.keys()) {
      post({ type: "elicitform/closed", id });
    }
    open.clear();
  });
  // The opener was told that the request is closed: a page that comes from the
  // back/forward cache starts again.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) {
      location.reload();
    }
  });

  notice.textContent = `Waiting for a request from ${site}.`;
  post({ type: "elicitform/ready" });
}

function reject(why: string): void {
  byId("why").textContent = why;
  byId("rejected").hidden = false;
}
