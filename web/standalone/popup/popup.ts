// Lets a person answer the request of the page that opened this window. The result goes only to the
// origin in the window's address.

import { createFormHost, ElicitationError } from "../../../bridge/host/index.js";
import { byId } from "../../byid.js";
import { MemoryDrafts } from "../drafts.js";
import { errorMessage, type Id, readMessage, receiver, type Request, type ToOpener } from "./protocol.js";

/** More open requests than a person could answer. */
const MAX_OPEN = 20;

class Popup {
  readonly #site: string;
  readonly #page: Window;
  readonly #notice = byId("told");
  readonly #drafts = new MemoryDrafts();
  readonly #host = createFormHost({
    container: byId("form"), frameUrl: new URL("frame/index.html", document.baseURI), drafts: this.#drafts,
  });
  readonly #open = new Map<Id, AbortController>();

  constructor(site: string, page: Window) {
    this.#site = site;
    this.#page = page;
  }

  start(): void {
    byId("site").textContent = this.#site;
    byId("receiver").hidden = false;
    byId("close").addEventListener("click", () => window.close());
    window.addEventListener("message", (event) => {
      if (event.source === this.#page && event.origin === this.#site) {
        this.#receive(event.data);
      }
    });
    window.addEventListener("pagehide", () => {
      for (const id of this.#open.keys()) {
        this.#post({ type: "elicitform/closed", id });
      }
      this.#open.clear();
    });
    // The opener knows that the request is closed: a page from the back/forward cache starts again.
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) {
        location.reload();
      }
    });
    this.#notice.textContent = `Waiting for a request from ${this.#site}.`;
    this.#post({ type: "elicitform/ready" });
  }

  // The browser delivers a message only while the opener shows a page of that origin.
  #post(message: ToOpener): void {
    this.#page.postMessage(message, this.#site);
  }

  #receive(data: unknown): void {
    const message = readMessage(data);
    if (message?.type === "elicitform/withdraw") {
      this.#open.get(message.id)?.abort();
    } else if (message && !this.#open.has(message.id)) {
      if (this.#open.size >= MAX_OPEN) {
        this.#post(errorMessage(message.id, new ElicitationError("internal", { reason: "too-many" })));
        return;
      }
      if (message.context.theme) {
        document.documentElement.dataset["theme"] = message.context.theme;
      }
      this.#host.setContext(message.context);
      void this.#ask(message);
    }
  }

  async #ask({ id, params, claims }: Request): Promise<void> {
    const withdrawal = new AbortController();
    this.#open.set(id, withdrawal);
    byId("close").hidden = true;
    this.#notice.textContent = "";
    let outcome = `Your answer was sent to ${this.#site}.`;
    try {
      const server = { ...claims, id: new URL(this.#site).host };
      const result = await this.#host.elicit(params, { server, signal: withdrawal.signal, focus: true });
      this.#post({ type: "elicitform/result", id, result });
    } catch (error) {
      if (error instanceof ElicitationError) {
        this.#post(errorMessage(id, error));
      } else if (withdrawal.signal.aborted) {
        outcome = `${this.#site} no longer needs an answer.`;
      } else {
        throw error;
      }
    }
    this.#open.delete(id);
    if (this.#open.size === 0) {
      this.#drafts.stopGuarding();
      byId("close").hidden = false;
      this.#notice.textContent = this.#page.closed
        ? "The page that asked has closed. Your answer was not sent."
        : `${outcome} You can close this window.`;
    }
  }
}

const origin = receiver(location.search);
// Read at once, because the opener can set window.opener of this window to null.
const opener = window.opener as Window | null;

if (origin === undefined) {
  reject("This window was opened without naming the site that gets the answer.");
} else if (!opener) {
  reject("No page has opened this window, or its own policy has cut it off from the window (Cross-Origin-Opener-Policy: same-origin).");
} else {
  new Popup(origin, opener).start();
}

function reject(why: string): void {
  byId("why").textContent = why;
  byId("rejected").hidden = false;
}
