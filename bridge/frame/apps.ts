import { isObject, type JsonObject, listOf, own, parseObject, requestId, type RequestId } from "../message/json.js";
import {
  ASK, CANCELLED, COMPLETE, CONTEXT_BACKGROUND, CONTEXT_CHANGED, CONTEXT_MARK, CONTEXT_SERVER, CREATE, ERROR_CODE, ERROR_REASON,
  INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, type Notes, PING, PREFIX, TEARDOWN, WAIT,
} from "../message/names.js";
import { fits, type RoundRequest, roundParams } from "../message/params.js";
import { safeText } from "../message/safetext.js";
import type { End, SessionRound } from "../session/round.js";
import { RequestIds } from "../session/requestids.js";
import { Session } from "../session/session.js";
import type { Channel } from "./channel.js";
import { type Display, INITIALIZE_ID } from "./display.js";
import type { ChildWindow } from "./handshake.js";
import { intake } from "./intake.js";

const CONTEXT_MEMBERS = ["theme", "locale", "timeZone", "displayMode", "containerDimensions", CONTEXT_BACKGROUND, CONTEXT_MARK];
// The limit for the name of a server or a host together with its origin, in characters, so that no sentence cuts them off. A
// long origin is shown by its end, which has the registered domain.
const MAX_SERVER = 80;
const MAX_HOST = 56;
const MAX_ORIGIN = 40;
// The error for a request that is rejected: its number, its message and our code.
const REJECTIONS = {
  "id-in-use": [INVALID_PARAMS, "The id is in use", "invalid-request"],
  "too-many-requests": [INTERNAL_ERROR, "Too many requests wait", "internal"],
} as const;

/** A request of an MCP Apps host. */
interface AppsRequest extends SessionRound {
  readonly asked: Omit<RoundRequest, "value">;
  readonly notes: Notes;
}

/** The result of a handshake with an MCP Apps host: the response to ui/initialize, and the host's origin. */
interface AppsAnswer {
  response: JsonObject;
  origin: string;
}

/**
 * Connects with an MCP Apps host that does not know the host package: JSON-RPC objects from window to window.
 * serverVia makes a name for a server that the host has not named, and for every server of an unknown page.
 */
export function appsChannel(view: ChildWindow, answer: AppsAnswer, display: Display, serverVia: (host?: string) => string): Channel {
  return new AppsChannel(view, answer, display, serverVia);
}

/**
 * Such a host may send several requests at a time, or one twice, and confirms no answer. So a session owns its
 * requests here, too. MCP's request becomes the round that the display shows, and the answer MCP's result.
 *
 * The host names the server that asks in its context, under "elicitform/server". A server without such a name is described
 * as one behind this host, and never by the host's name alone: a person who trusts the chat must not take the server for the
 * chat. Any page can be a host and name any server: its origin, which the browser guarantees, stands beside each name.
 * A host with an opaque origin is an unknown page, and no name from it is shown.
 */
class AppsChannel implements Channel {
  readonly ours = false;
  readonly #view: ChildWindow;
  readonly #result: unknown;
  readonly #origin: string;
  readonly #display: Display;
  readonly #serverVia: (host?: string) => string;
  readonly #ids = new RequestIds<AppsRequest, JsonObject>();
  readonly #session: Session<AppsRequest, JsonObject>;
  #server: unknown;

  constructor(view: ChildWindow, { response, origin }: AppsAnswer, display: Display, serverVia: (host?: string) => string) {
    this.#view = view;
    this.#result = own(response, "result");
    this.#origin = origin;
    this.#display = display;
    this.#serverVia = serverVia;
    this.#server = own(this.#result, "hostContext", CONTEXT_SERVER);
    this.#session = this.#newSession();
  }

  send(text: string): void {
    const message = parseObject(text);
    const method = own(message, "method");
    if (method === undefined && message) {
      this.#session.reply(own(message, "id"), message);
    } else if (typeof method === "string" && method.startsWith(PREFIX)) {
      // The host does not know these methods. Some are for the session.
      this.#session.notified(method, own(message, "params"));
    } else {
      this.#post(message);
    }
  }

  listen(program: (data: unknown) => void): void {
    const take = intake(CREATE, (message) => this.#receive(message));
    this.#view.addEventListener("message", (event) => {
      if (event.source === this.#view.parent && event.origin === this.#origin && own(event.data, "jsonrpc") === "2.0") {
        take(event.data);
      }
    });
    const initialized = (hostContext: object): boolean => this.#forward({ jsonrpc: "2.0", id: INITIALIZE_ID, result: { hostContext } });
    if (!initialized(knownContext(own(this.#result, "hostContext")))) {
      initialized({});
    }
    program(null);
  }

  giveUp(): void {
    this.#session.fail(new Error("The form stopped working"), this.#session.active);
  }

  #newSession(): Session<AppsRequest, JsonObject> {
    const session: Session<AppsRequest, JsonObject> = new Session<AppsRequest, JsonObject>({
      open: true,
      present: true,
      reveal: () => false,
      hide() {},
      tell() {},
      closed() {},
      show: ({ id, asked, notes }, queue) => this.#show({ id, method: ASK, params: roundParams(brief({ ...notes, queue }), [asked]) }),
      wait: ({ id, asked, notes }) => this.#show({ method: WAIT, params: roundParams(brief(notes), [asked], id) }),
      inform: (method, params) => this.#show({ method, params }),
      read({ id, pages }, response) {
        const result = own(listOf(own(response, "result", "responses"))[0], "result");
        // "accept" says that the person opened the page, not that the page is finished.
        return { value: result ? { jsonrpc: "2.0", id, result } : response, opened: own(result, "action") === "accept" ? pages : [] };
      },
      hasEnded: ({ id }, end) => this.#settle(id, end),
    });
    const brief = (notes: Notes): Notes => ({ ...notes, outcome: session.outcomeTime });
    return session;
  }

  #post(message: unknown): void {
    this.#view.parent.postMessage(message, targetOrigin(this.#origin));
  }

  #fail(id: RequestId, code: number, message: string, data: JsonObject): void {
    this.#post({ jsonrpc: "2.0", id, error: { code, message, data } });
  }

  #reject(id: RequestId, reason: keyof typeof REJECTIONS): void {
    const [code, message, ours] = REJECTIONS[reason];
    this.#fail(id, code, message, { [ERROR_CODE]: ours, [ERROR_REASON]: reason });
  }

  #show(message: JsonObject): void {
    this.#display.receive({ jsonrpc: "2.0", ...message });
  }

  #settle(id: RequestId, end: End<JsonObject>): void {
    this.#ids.end(id, end.how === "answered" ? end.value : undefined);
    if (end.how === "answered") {
      this.#post(end.value);
    } else if (end.how === "rejected") {
      this.#reject(id, end.reason);
    } else if (end.how === "failed") {
      this.#fail(id, INTERNAL_ERROR, end.error.message, { [ERROR_CODE]: "internal" });
    }
  }

  #receive(message: JsonObject): void {
    const method = own(message, "method");
    const params = own(message, "params");
    const id = requestId(message);
    switch (method) {
      case CREATE:
        if (id !== undefined) {
          this.#arrive(this.#newRequest(id, params));
        }
        return;
      case CANCELLED: {
        const request = this.#ids.open(own(params, "requestId"));
        if (request) {
          this.#session.withdraw(request);
        }
        return;
      }
      case COMPLETE:
        this.#session.complete(String(own(params, "elicitationId")));
        return;
      case CONTEXT_CHANGED:
        if (isObject(params) && Object.hasOwn(params, CONTEXT_SERVER)) {
          this.#server = params[CONTEXT_SERVER];
        }
        this.#forward({ ...message, params: knownContext(params) });
        return;
      case undefined:
        this.#forward(message);
        return;
    }
    if (id !== undefined) {
      const known = method === PING || method === TEARDOWN;
      this.#post({ jsonrpc: "2.0", id, ...(known ? { result: {} } : { error: { code: METHOD_NOT_FOUND, message: "Method not found" } }) });
    }
  }

  // The host chooses the ids: the same text under the same id is the same request, sent again. It gets the same answer.
  #arrive(request: AppsRequest): void {
    const { id, asked: { text } } = request;
    const arrival = text === undefined ? "new" : this.#ids.arrive(id, text, request);
    const answer = this.#ids.answer(id);
    if (arrival === "new") {
      this.#session.arrive(request);
    } else if (arrival === "id-in-use") {
      this.#reject(id, arrival);
    } else if (answer) {
      this.#post(answer);
    }
  }

  // Passes a message to the display. Reports false when the message is too large or cannot be written as JSON: a host's
  // context may hold anything. Fonts do not count, because only the document reads them, with a limit of its own.
  #forward(message: JsonObject): boolean {
    const { text } = textIn(message, (name, value) => (name === "fonts" ? undefined : value));
    const isReadable = text !== undefined && fits(text);
    if (isReadable) {
      this.#display.receive(message, text);
    }
    return isReadable;
  }

  #newRequest(id: RequestId, params: unknown): AppsRequest {
    const server = this.#serverNotes();
    return {
      id,
      from: server.id,
      pages: own(params, "mode") === "url" ? [{ elicitationId: own(params, "elicitationId") }] : [],
      completed: new Set(),
      over: new AbortController(),
      asked: textIn(params ?? null),
      notes: { server, openLink: isObject(own(this.#result, "hostCapabilities", "openLinks")) },
    };
  }

  #serverNotes(): Notes["server"] {
    const origin = shownOrigin(this.#origin);
    const name = origin && nameOf([own(this.#server, "id")], origin, MAX_SERVER);
    if (name) {
      return { ...(this.#server as Notes["server"]), id: name };
    }
    const info = own(this.#result, "hostInfo");
    const host = origin && (nameOf([own(info, "title"), own(info, "name")], origin, MAX_HOST) || origin);
    return { id: this.#serverVia(host || undefined) };
  }
}

// Keeps the members of a context that the frame uses. Others, such as descriptions of tools, can make a context large.
function knownContext(context: unknown): JsonObject {
  const all = isObject(context) ? context : {};
  const known = Object.fromEntries(Object.entries(all).filter(([name]) => CONTEXT_MEMBERS.includes(name)));
  const styles = { variables: own(all, "styles", "variables"), css: { fonts: own(all, "styles", "css", "fonts") } };
  return Object.hasOwn(all, "styles") ? { ...known, styles } : known;
}

// Writes an object of the host as JSON. JSON cannot express all objects, for example cycles.
function textIn(object: unknown, replacer?: (name: string, value: unknown) => unknown): AppsRequest["asked"] {
  try {
    return { text: JSON.stringify(object, replacer) };
  } catch (error) {
    return { text: undefined, rejected: error instanceof RangeError ? "too-deep" : "not-json" };
  }
}

// Returns the first of these names with visible text, and the origin behind it; "" if all are empty.
function nameOf(names: readonly unknown[], origin: string, limit: number): string {
  const beside = ` (${origin})`;
  const name = names.map((text) => safeText(text, limit - beside.length - 1).replace(/\s+/g, " ").trim()).find(Boolean);
  return name ? name + beside : "";
}

// Shortens an origin for a person; "" for an opaque one.
function shownOrigin(origin: string): string {
  const shown = origin === "null" ? "" : origin.replace("https://", "");
  return shown.length > MAX_ORIGIN ? `…${shown.slice(1 - MAX_ORIGIN)}` : shown;
}

// The origin to address messages to. An opaque origin cannot be addressed: then any origin may read them.
function targetOrigin(origin: string): string {
  return URL.canParse(origin) && new URL(origin).origin === origin ? origin : "*";
}
