// Finds the chat of a request, on a connection that several chats share.

import { own } from "../message/json.js";
import { META_SESSION } from "../message/names.js";
import { requireElicitor } from "./elicitor.js";
import { ElicitationError } from "./errors.js";
import { evictOldest } from "./room.js";
import type { InterceptOptions, Message } from "./transport.js";
import type { Elicitor, ElicitOptions } from "./types.js";

/** The hosts of a connection that several chats share. A relay implements it. */
export interface Chats<H extends Elicitor = Elicitor> {
  /** Returns the host that shows the forms of a chat. */
  host(session: string): H;
  /**
   * Returns the chat of a request of the server; undefined rejects the request. `calls` are the client's calls that may have caused
   * it: one call if it is known, else all open calls.
   *
   * @defaultValue the chat that all calls name by "elicitform/session" in their `_meta`
   */
  session?(request: Message, calls: readonly Message[]): string | undefined;
}

// The number of opened pages whose host is remembered.
const MAX_PAGES = 1000;

/** Finds the host for a request by the calls that may have brought it, and the options with the signal of `over`. */
export type Show = (over: AbortController, request: Message, calls: readonly Message[]) => { host: Elicitor; options: ElicitOptions };

export interface Hosts {
  readonly show: Show;
  /** Passes the notification that a page is finished to the host that showed the page. */
  complete(elicitationId: string): void;
}

/** Finds the hosts of a connection: one host, or the hosts of several chats. */
export function findHosts(
  host: Elicitor | Chats,
  options: InterceptOptions | ((session: string) => InterceptOptions),
  failed: (error: Error) => void,
): Hosts {
  const chats = typeof (host as Partial<Chats> | undefined)?.host === "function" ? (host as Chats) : undefined;
  if (!chats) {
    requireElicitor("interceptElicitations", host, options);
  }
  // The caller's function may add a message for the form to the page: it is called for each shown request, but not for notifications.
  let last: InterceptOptions | undefined;
  const optionsOf = (session?: string): InterceptOptions => (last = typeof options === "function" ? options(session!) : options);
  const pages = new Map<string, Elicitor>();

  // Wraps a host, so that it is remembered for the pages that it shows.
  const remembering = (host: Elicitor): Elicitor => {
    const remember = (params: unknown): void => {
      const page = own(params, "elicitationId");
      if (typeof page === "string") {
        pages.delete(page);
        pages.set(page, host);
        evictOldest(MAX_PAGES, pages);
      }
    };
    return {
      elicit(params, options) {
        remember(params);
        return host.elicit(params, options);
      },
      elicitAll(requests, options) {
        Object.values(requests).forEach((request) => remember(own(request, "params")));
        return host.elicitAll(requests, options);
      },
      complete() {},
    };
  };

  return {
    show({ signal }, request, calls) {
      if (!chats) {
        return { host: host as Elicitor, options: { ...optionsOf(), signal } };
      }
      const session = chats.session ? chats.session(request, calls) : sessionOf(calls);
      if (!session) {
        const detail = "no-session: it is not clear which chat this request belongs to; send it on the stream of its call";
        const error = new ElicitationError("internal", { reason: "no-session", detail });
        failed(error);
        throw error;
      }
      const chatHost = chats.host(session);
      requireElicitor("interceptElicitations", chatHost);
      return { host: remembering(chatHost), options: { ...optionsOf(session), signal } };
    },
    complete(elicitationId) {
      const pageHost = chats ? pages.get(elicitationId) : (host as Elicitor);
      pageHost?.complete((last ?? optionsOf()).server, elicitationId);
    },
  };
}

function sessionOf(calls: readonly Message[]): string | undefined {
  const sessions = new Set(calls.map((call) => own(call, "params", "_meta", META_SESSION)));
  const [session] = sessions;
  return sessions.size === 1 && typeof session === "string" ? session : undefined;
}

/** Removes the name of the chat from a request, for the server. */
export function withoutSession(request: Message): Message {
  const meta = own(request, "params", "_meta");
  if (own(meta, META_SESSION) === undefined) {
    return request;
  }
  const { [META_SESSION]: _, ...rest } = meta as object & { [META_SESSION]?: unknown };
  return { ...request, params: { ...request.params, _meta: rest } };
}
