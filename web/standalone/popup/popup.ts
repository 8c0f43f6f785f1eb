// A window that another page opens to let a person answer its request. The
// result goes to the origin that the address names, and nowhere else.

import { createFormHost, ElicitationError, type ElicitRequestParams, type FormHost, type HostContext, type Server } from "../../../bridge/host/index.js";
import { byId } from "../../byid.js";
import { TypedAnswers } from "../typed.js";
import { errorMessage, type Id, readMessage, receiver, type ToOpener } from "./protocol.js";

/** How many requests may be open at once. Nobody could answer more. */
const MOST_OPEN = 20;

const origin = receiver(location.search);
// Kept here, because the opener can set window.opener of this window to null.
const opener = window.opener as Window | null;

if (origin === undefined) {
  refuse("This window was opened without naming the site that gets the answer.");
} else if (!opener) {
  refuse("No page has opened this window, or its own policy has cut it off from the window (Cross-Origin-Opener-Policy: same-origin).");
} else {
  start(origin, opener);
}

function start(site: string, page: Window): void {
  byId("site").textContent = site;
  byId("receiver").hidden = false;
  byId("close").addEventListener("click", () => window.close());

  const typed = new TypedAnswers();
  const host = createFormHost({ container: byId("form"), frameUrl: new URL("frame/index.html", document.baseURI), drafts: typed });
  const open = new Map<Id, AbortController>();
  // The browser delivers a message only while the opener shows a page of that origin.
  const post = (message: ToOpener): void => page.postMessage(message, site);

  const ask = async (id: Id, params: ElicitRequestParams | string, claims: Omit<Server, "id">): Promise<void> => {
    const withdrawn = new AbortController();
    open.set(id, withdrawn);
    byId("close").hidden = true;
    say("");
    const answer = await decide(host, id, params, { ...claims, id: new URL(site).host }, withdrawn.signal);
    open.delete(id);
    if (answer) {
      post(answer);
    }
    if (open.size === 0) {
      typed.closed();
      byId("close").hidden = false;
      say(afterwards(site, page, answer !== undefined));
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
      follow(host, message.context);
      void ask(message.id, message.params, message.claims);
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

  say(`Waiting for a request from ${site}.`);
  post({ type: "elicitform/ready" });
}

/** Lets the person decide. Resolves with undefined when the request is withdrawn. */
async function decide(host: FormHost, id: Id, params: ElicitRequestParams | string, server: Server, signal: AbortSignal): Promise<ToOpener | undefined> {
  try {
    return { type: "elicitform/result", id, result: await host.elicit(params, { server, signal, focus: true }) };
  } catch (error) {
    if (error instanceof ElicitationError) {
      return errorMessage(id, error);
    }
    if (signal.aborted) {
      return undefined;
    }
    throw error;
  }
}

function afterwards(site: string, page: Window, answered: boolean): string {
  if (page.closed) {
    return "The page that asked has closed. Your answer was not sent.";
  }
  return `${answered ? `Your answer was sent to ${site}.` : `${site} no longer needs an answer.`} You can close this window.`;
}

function follow(host: FormHost, context: HostContext): void {
  if (context.theme) {
    document.documentElement.dataset["theme"] = context.theme;
  }
  host.setContext(context);
}

function say(text: string): void {
  byId("told").textContent = text;
}

function refuse(why: string): void {
  byId("why").textContent = why;
  byId("refused").hidden = false;
}
