import { isObject, type JsonObject, listOf, own, parseObject, requestId, type RequestId } from "../message/json.js";
import {
  ASK, CANCELLED, COMPLETE, CONTEXT_BACKGROUND, CONTEXT_CHANGED, CONTEXT_MARK, CONTEXT_SERVER, CREATE, ERROR_CODE, ERROR_REASON,
  INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, type Notes, PING, PREFIX, TEARDOWN, WAIT,
} from "../message/names.js";
import { fits, type RoundRequest, roundParams } from "../message/params.js";
import { safeText } from "../message/safetext.js";
import type { SessionRound } from "../session/round.js";
import { RequestIds } from "../session/requestids.js";
import { Session } from "../session/session.js";
import type { Channel } from "./channel.js";
import { type Display, INITIALIZE_ID } from "./display.js";
import type { ChildWindow } from "./handshake.js";
import { intake } from "./intake.js";

const CONTEXT_MEMBERS = ["theme", "locale", "timeZone", "displayMode", "containerDimensions", CONTEXT_BACKGROUND, CONTEXT_MARK];
// How many characters the name of a server and of a host may have together with the origin beside it, so that no
// sentence cuts them off. Of the origin the end is kept, with the registered domain.
const SERVER_LIMIT = 80;
const HOST_LIMIT = 56;
const PLACE_LIMIT = 40;
// The error for a request that is rejected: its number, its message and our code.
const REJECTIONS = {
  "id-in-use": [INVALID_PARAMS, "The id is in use", "invalid-request"],
  "too-many-requests": [INTERNAL_ERROR, "Too many requests wait", "internal"],
} as const;

/**
 * The connection to an MCP Apps host that knows nothing of the host package: JSON-RPC objects from window to window.
 * Such a host may send several requests at a time, or one twice, and confirms no answer. So a session owns its
 * requests here, too. MCP's request becomes the round that the display shows, and the answer MCP's result.
 *
 * The host names the server that asks in its context, under "elicitform/server". A server without such a name is called
 * one that comes by way of this host, and never by the host's name alone: a person who trusts the chat must not take the
 * server for the chat. Any page can be a host and name any server: its origin, which the browser guarantees, stands beside each name.
 * A host with an opaque origin is an unknown page, and no name that it gives is shown.
 *
 * The response is the host's to ui/initialize; serverVia makes the name of a server that the host has not named, or that comes by
 * way of an unknown page.
 */
export function appsChannel(
  view: ChildWindow, { response, origin }: { response: JsonObject; origin: string }, display: Display,
  serverVia: (host?: string) => string,
): Channel {
  const result = own(response, "result");
  let server = own(result, "hostContext", CONTEXT_SERVER);
  const ids = new RequestIds<AppsRequest, JsonObject>();

  const post = (message: unknown): void => view.parent.postMessage(message, targetOrigin(origin));
  const fail = (id: RequestId, code: number, message: string, data: JsonObject): void =>
    post({ jsonrpc: "2.0", id, error: { code, message, data } });
  const reject = (id: RequestId, reason: keyof typeof REJECTIONS): void => {
    const [code, message, ours] = REJECTIONS[reason];
    fail(id, code, message, { [ERROR_CODE]: ours, [ERROR_REASON]: reason });
  };
  const tell = (message: JsonObject): void => display.receive({ jsonrpc: "2.0", ...message });

  const brief = (notes: Notes): Notes => ({ ...notes, outcome: session.outcomeTime });

  const session: Session<AppsRequest, JsonObject> = new Session<AppsRequest, JsonObject>({
    open: true,
    present: true,
    reveal() {},
    hide() {},
    tell() {},
    closed() {},
    show: ({ id, asked, notes }, queue) => tell({ id, method: ASK, params: roundParams(brief({ ...notes, queue }), [asked]) }),
    wait: ({ id, asked, notes }) => tell({ method: WAIT, params: roundParams(brief(notes), [asked], id) }),
    inform: (method, params) => tell({ method, params }),
    read({ id, pages }, response) {
      const result = own(listOf(own(response, "result", "responses"))[0], "result");
      // "accept" says that the person opened the page, not that the page is finished.
      return { value: result ? { jsonrpc: "2.0", id, result } : response, opened: own(result, "action") === "accept" ? pages : [] };
    },
    hasEnded({ id }, end) {
      ids.end(id, end.how === "answered" ? end.value : undefined);
      if (end.how === "answered") {
        post(end.value);
      } else if (end.how === "rejected") {
        reject(id, end.reason);
      } else if (end.how === "failed") {
        fail(id, INTERNAL_ERROR, end.error.message, { [ERROR_CODE]: "internal" });
      }
    },
  });

  // The host chooses the ids: the same text under the same id is the same request, sent again. It gets the same answer.
  const arrive = (request: AppsRequest): void => {
    const { id, asked: { text } } = request;
    const arrival = text === undefined ? "new" : ids.arrive(id, text, request);
    const answer = ids.answer(id);
    if (arrival === "new") {
      session.arrive(request);
    } else if (arrival === "id-in-use") {
      reject(id, arrival);
    } else if (answer) {
      post(answer);
    }
  };

  // Hands a message on to the display. Reports false when the message is too large or has no JSON text: a host's
  // context may hold anything. Fonts do not count, because only the document reads them, with a limit of its own.
  const forward = (message: JsonObject): boolean => {
    const { text } = textIn(message, (name, value) => (name === "fonts" ? undefined : value));
    const known = text !== undefined && fits(text);
    if (known) {
      display.receive(message, text);
    }
    return known;
  };

  const receive = (message: JsonObject): void => {
    const method = own(message, "method");
    const params = own(message, "params");
    const id = requestId(message);
    switch (method) {
      case CREATE:
        if (id !== undefined) {
          arrive(request(id, params));
        }
        return;
      case CANCELLED:
        session.withdraw(own(params, "requestId"));
        return;
      case COMPLETE:
        session.complete(String(own(params, "elicitationId")));
        return;
      case CONTEXT_CHANGED:
        if (isObject(params) && Object.hasOwn(params, CONTEXT_SERVER)) {
          server = params[CONTEXT_SERVER];
        }
        forward({ ...message, params: knownContext(params) });
        return;
      case undefined:
        forward(message);
        return;
    }
    if (id !== undefined) {
      const known = method === PING || method === TEARDOWN;
      post({ jsonrpc: "2.0", id, ...(known ? { result: {} } : { error: { code: METHOD_NOT_FOUND, message: "Method not found" } }) });
    }
  };

  const request = (id: RequestId, params: unknown): AppsRequest => {
    const asked = textIn(params ?? null);
    const place = placeOf(origin);
    const named = place && nameOf([own(server, "id")], place, SERVER_LIMIT);
    const info = own(result, "hostInfo");
    const host = place && (nameOf([own(info, "title"), own(info, "name")], place, HOST_LIMIT) || place);
    const asking: Notes["server"] = named ? { ...(server as Notes["server"]), id: named } : { id: serverVia(host || undefined) };
    return {
      id,
      from: asking.id,
      pages: own(params, "mode") === "url" ? [{ elicitationId: own(params, "elicitationId") }] : [],
      completed: new Set(),
      over: new AbortController(),
      asked,
      notes: { server: asking, openLink: isObject(own(result, "hostCapabilities", "openLinks")) },
    };
  };

  return {
    ours: false,
    send(text) {
      const message = parseObject(text);
      const method = own(message, "method");
      if (method === undefined && message) {
        session.reply(own(message, "id"), message);
      } else if (typeof method === "string" && method.startsWith(PREFIX)) {
        // The host knows nothing of these methods. Some are for the session.
        session.notified(method, own(message, "params"));
      } else {
        post(message);
      }
    },
    listen(program) {
      const take = intake(CREATE, receive);
      view.addEventListener("message", (event) => {
        if (event.source === view.parent && event.origin === origin && own(event.data, "jsonrpc") === "2.0") {
          take(event.data);
        }
      });
      const initialized = (hostContext: object): boolean => forward({ jsonrpc: "2.0", id: INITIALIZE_ID, result: { hostContext } });
      if (!initialized(knownContext(own(result, "hostContext")))) {
        initialized({});
      }
      program(null);
    },
    giveUp: () => session.fail(new Error("The form stopped working"), session.active),
  };
}

/** A request of an MCP Apps host. */
interface AppsRequest extends SessionRound {
  readonly asked: Omit<RoundRequest, "value">;
  readonly notes: Notes;
}

// The members of a context that the frame uses. Others, such as descriptions of tools, can make a context large.
function knownContext(context: unknown): JsonObject {
  const all = isObject(context) ? context : {};
  const known = Object.fromEntries(Object.entries(all).filter(([name]) => CONTEXT_MEMBERS.includes(name)));
  const styles = { variables: own(all, "styles", "variables"), css: { fonts: own(all, "styles", "css", "fonts") } };
  return Object.hasOwn(all, "styles") ? { ...known, styles } : known;
}

// The JSON text of an object of the host, which may hold what JSON cannot, such as cycles.
function textIn(object: unknown, replacer?: (name: string, value: unknown) => unknown): AppsRequest["asked"] {
  try {
    return { text: JSON.stringify(object, replacer) };
  } catch (error) {
    return { text: undefined, rejected: error instanceof RangeError ? "too-deep" : "not-json" };
  }
}

// The first of these names that says something, with the place beside it; "" when there is none.
function nameOf(names: readonly unknown[], place: string, limit: number): string {
  const beside = ` (${place})`;
  const name = names.map((text) => safeText(text, limit - beside.length - 1).replace(/\s+/g, " ").trim()).find(Boolean);
  return name ? name + beside : "";
}

// An origin as it is shown; "" for an opaque one.
function placeOf(origin: string): string {
  const place = origin === "null" ? "" : origin.replace("https://", "");
  return place.length > PLACE_LIMIT ? `…${place.slice(1 - PLACE_LIMIT)}` : place;
}

// The origin to address messages to. An opaque origin cannot be addressed: then any origin may read them.
function targetOrigin(origin: string): string {
  return URL.canParse(origin) && new URL(origin).origin === origin ? origin : "*";
}
