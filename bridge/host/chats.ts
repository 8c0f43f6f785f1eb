// Which chat a request belongs to, on a connection that several chats share.

import { own } from "../message/json.js";
import { META_SESSION } from "../message/names.js";
import { requireElicitor } from "./elicitor.js";
import { ElicitationError } from "./errors.js";
import { keepAtMost } from "./room.js";
import type { Message } from "./transport.js";
import type { Elicitor, ElicitOptions, ElicitRequestParams } from "./types.js";

/** The hosts of a connection that several chats share. A relay is such an object. */
export interface Chats<H extends Elicitor = Elicitor> {
  /** The host that shows the forms of a chat. */
  host(session: string): H;
  /**
   * Says which chat a request of the server belongs to, or undefined where that is not
   * clear: it is refused then. `calls` are those of the client that can have brought it, as the
   * client made them: the one, where that is known, or all that have no result yet. Without this
   * function it is the chat that all of them name by "elicitform/session" in their `_meta`.
   */
  session?(request: Message, calls: readonly Message[]): string | undefined;
}

// What a server is told whose request belongs to no chat.
const UNCLEAR = "no-session: it is not clear which chat this request belongs to; send it on the stream of its call";

// How many opened pages are remembered with the host that has shown them.
const MOST_PAGES = 1000;

/** Finds the hosts of a connection: one, or those of several chats. */
export function findHosts(host: Elicitor | Chats, options: object, failed: (error: Error) => void) {
  const chats = typeof (host as Partial<Chats> | undefined)?.host === "function" ? (host as Chats) : undefined;
  if (!chats) {
    requireElicitor("interceptElicitations", host, options);
  }
  const pages = new Map<string, Elicitor>();

  // Remembers which host shows the pages among some requests.
  const note = (host: Elicitor, requests: unknown[]): void => {
    for (const params of requests) {
      const page = own(params, "elicitationId");
      if (typeof page === "string") {
        pages.delete(page);
        pages.set(page, host);
        keepAtMost(MOST_PAGES, pages);
      }
    }
  };

  const noting = (host: Elicitor): Elicitor => ({
    elicit(params: ElicitRequestParams | string, options: ElicitOptions) {
      note(host, [params]);
      return host.elicit(params, options);
    },
    elicitAll(requests, options) {
      note(host, Object.values(requests).map((request) => own(request, "params")));
      return host.elicitAll(requests, options);
    },
    complete() {},
  });

  return {
    /** The host for a request, and its chat where there are several. It throws where that is not clear. */
    of(request: Message, calls: readonly Message[]): { host: Elicitor; session: string | undefined } {
      if (!chats) {
        return { host: host as Elicitor, session: undefined };
      }
      const session = chats.session ? chats.session(request, calls) : sessionOf(calls);
      if (!session) {
        const error = new ElicitationError("internal", { reason: "no-session", detail: UNCLEAR });
        failed(error);
        throw error;
      }
      const found = chats.host(session);
      requireElicitor("interceptElicitations", found);
      return { host: noting(found), session };
    },
    /** The host that has shown a page. */
    ofPage: (elicitationId: string): Elicitor | undefined => (chats ? pages.get(elicitationId) : (host as Elicitor)),
  };
}

// The chat of some calls, when it is the same for all.
function sessionOf(calls: readonly Message[]): string | undefined {
  const sessions = new Set(calls.map((call) => own(call, "params", "_meta", META_SESSION)));
  const [session] = sessions;
  return sessions.size === 1 && typeof session === "string" ? session : undefined;
}

/** A request as the server gets it: the name of the chat is taken out, so that the server does not learn of it. */
export function withoutSession(request: Message): Message {
  const meta = own(request, "params", "_meta");
  if (own(meta, META_SESSION) === undefined) {
    return request;
  }
  const { [META_SESSION]: _, ...rest } = meta as object & { [META_SESSION]?: unknown };
  return { ...request, params: { ...request.params, _meta: rest } };
}
