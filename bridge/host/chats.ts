// Which chat a request belongs to, on a connection that several chats share.

import { own } from "../message/json.js";
import { META_SESSION } from "../message/names.js";
import { requireElicitor } from "./elicitor.js";
import { ElicitationError } from "./errors.js";
import { keepAtMost } from "./room.js";
import type { InterceptOptions, Message } from "./transport.js";
import type { Elicitor, ElicitOptions } from "./types.js";

/** The hosts of a connection that several chats share. A relay is such an object. */
export interface Chats<H extends Elicitor = Elicitor> {
  /** The host that shows the forms of a chat. */
  host(session: string): H;
  /**
   * Says which chat a request of the server belongs to; the request is rejected for undefined. `calls` are the calls of the
   * client that can have brought it: one where that is known, else all open ones.
   *
   * @defaultValue the chat that all of them name by "elicitform/session" in their `_meta`
   */
  session?(request: Message, calls: readonly Message[]): string | undefined;
}

// How many opened pages are remembered with the host that has shown them.
const MOST_PAGES = 1000;

/** Finds the host for a request, and the options with the signal of `over`, by the calls that may have brought the request. */
export type Show = (over: AbortController, request: Message, calls: readonly Message[]) => { host: Elicitor; options: ElicitOptions };

/** Finds the hosts of a connection: one, or those of several chats. */
export function findHosts(
  host: Elicitor | Chats,
  options: InterceptOptions | ((session: string) => InterceptOptions),
  failed: (error: Error) => void,
): { show: Show; complete(elicitationId: string): void } {
  const chats = typeof (host as Partial<Chats> | undefined)?.host === "function" ? (host as Chats) : undefined;
  if (!chats) {
    requireElicitor("interceptElicitations", host, options);
  }
  // The caller's function may put a message for the form into the page: it is called for each shown request, and not for notices.
  let last: InterceptOptions | undefined;
  const optionsOf = (session?: string): InterceptOptions => (last = typeof options === "function" ? options(session!) : options);
  const pages = new Map<string, Elicitor>();

  // A host of several, which is remembered for the pages among what it shows.
  const noting = (host: Elicitor): Elicitor => {
    const note = (params: unknown): void => {
      const page = own(params, "elicitationId");
      if (typeof page === "string") {
        pages.delete(page);
        pages.set(page, host);
        keepAtMost(MOST_PAGES, pages);
      }
    };
    return {
      elicit(params, options) {
        note(params);
        return host.elicit(params, options);
      },
      elicitAll(requests, options) {
        Object.values(requests).forEach((request) => note(own(request, "params")));
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
      const found = chats.host(session);
      requireElicitor("interceptElicitations", found);
      return { host: noting(found), options: { ...optionsOf(session), signal } };
    },
    complete(elicitationId) {
      const shown = chats ? pages.get(elicitationId) : (host as Elicitor);
      shown?.complete((last ?? optionsOf()).server, elicitationId);
    },
  };
}

function sessionOf(calls: readonly Message[]): string | undefined {
  const sessions = new Set(calls.map((call) => own(call, "params", "_meta", META_SESSION)));
  const [session] = sessions;
  return sessions.size === 1 && typeof session === "string" ? session : undefined;
}

/** A request as the server gets it, without the name of the chat. */
export function withoutSession(request: Message): Message {
  const meta = own(request, "params", "_meta");
  if (own(meta, META_SESSION) === undefined) {
    return request;
  }
  const { [META_SESSION]: _, ...rest } = meta as object & { [META_SESSION]?: unknown };
  return { ...request, params: { ...request.params, _meta: rest } };
}
