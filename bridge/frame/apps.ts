import { isObject, type JsonObject, own, parseObject } from "../message/json.js";
import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, type RequestId, requestId } from "../message/jsonrpc.js";
import { fits, type Notes, type Params, paramsMessage, readParams } from "../message/params.js";
import { safeText } from "../message/safetext.js";
import type { End, SessionOwner, SessionRequest } from "../session/request.js";
import { Session } from "../session/session.js";
import type { Channel } from "./channel.js";
import type { Display } from "./display.js";
import type { ChildWindow } from "./handshake.js";
import { Intake } from "./intake.js";

/** How the names of our own methods and of our own members in _meta begin. */
const OURS = "elicitform/";
const SERVER = `${OURS}server`;
const CONTEXT_MEMBERS = ["theme", "locale", "timeZone", "displayMode", "containerDimensions", `${OURS}background`];
// How many characters a name may have with the origin beside it, so that neither is cut off
// in a sentence: for a server, and for a host, around which there are more words. And how
// many of them the origin has at most: what somebody has registered stands at its end.
const SERVER_LIMIT = 80;
const HOST_LIMIT = 56;
const PLACE_LIMIT = 40;

/**
 * The connection to an MCP Apps host that knows nothing of the host package.
 * Both sides speak JSON-RPC objects from window to window. Such a host may send
 * several requests at a time, or one twice, and confirms no answer: the session
 * owns its requests, as it does in the host package, and shows one after the
 * other.
 *
 * Such a host forwards what the server wrote as it is. So nothing in _meta is
 * the host's own word here, and our members are taken out of it. Who asks is
 * what the host itself has said: the server that it names in its context under
 * "elicitform/server", or, as hosts that were not made for us name none, a
 * server of which nothing is known but that it comes by way of this host. It is
 * never called by the host's name alone: a person who trusts the chat must not
 * take the server for the chat. Any page can be such a host, and name any server: its
 * origin, of which the browser makes sure, stands beside each name that it gives.
 */
export class AppsChannel implements Channel {
  readonly ours = false;
  readonly #view: ChildWindow;
  readonly #origin: string;
  readonly #display: Display;
  readonly #serverVia: (host: string) => string;
  readonly #response: JsonObject;
  readonly #session: Session<AppsRequest, JsonObject>;
  #server: unknown;

  /** The answer is the host's to ui/initialize; serverVia makes the name of a server that the host has not named. */
  constructor(view: ChildWindow, answer: { response: JsonObject; origin: string }, display: Display, serverVia: (host: string) => string) {
    this.#view = view;
    this.#origin = answer.origin;
    this.#display = display;
    this.#serverVia = serverVia;
    this.#response = answer.response;
    this.#server = own(answer.response, "result", "hostContext", SERVER);
    const tell = (text: string): void => display.receive(parseObject(text)!, text);
    const owner: SessionOwner<AppsRequest, JsonObject> = {
      open: true,
      present: true,
      reveal() {},
      hide() {},
      tell() {},
      closed() {},
      show: ({ id, params, server, openLink }, notes) => tell(paramsMessage(id, "elicitation/create", params, { server, openLink, ...notes })),
      wait: ({ id, params, server, openLink }, waits) =>
        tell(paramsMessage(undefined, "elicitform/wait", params, { server, openLink, requestId: id, waits })),
      inform: (method, params) => display.receive({ jsonrpc: "2.0", method, params }),
      // "accept" says that the person opened the page, not that the page is finished.
      read: (request, response) => ({ value: response, opened: own(response, "result", "action") === "accept" ? request.pages : [] }),
      hasEnded: (request, end) => this.#ended(request, end),
    };
    this.#session = new Session(owner);
  }

  send(text: string): void {
    const message = parseObject(text);
    const method = own(message, "method");
    if (method === undefined && message) {
      this.#session.reply(own(message, "id"), message);
    } else if (isOurs(method)) {
      // The host knows nothing of these methods. Some are for the session.
      this.#session.notified(method, own(message, "params"));
    } else {
      this.#post(message);
    }
  }

  listen(program: (data: unknown) => void): void {
    const intake = new Intake((message) => this.#receive(message));
    this.#view.addEventListener("message", ({ source, origin, data }) => {
      if (source === this.#view.parent && origin === this.#origin && own(data, "jsonrpc") === "2.0") {
        intake.take(data);
      }
    });
    const initialized = (hostContext: object): JsonObject => ({ jsonrpc: "2.0", id: own(this.#response, "id"), result: { hostContext } });
    if (!this.#forward(initialized(knownContext(own(this.#response, "result", "hostContext"))))) {
      this.#forward(initialized({}));
    }
    program(null);
  }

  giveUp(): void {
    this.#session.fail(new Error("The form stopped working"), this.#session.active);
  }

  #post(message: unknown): void {
    this.#view.parent.postMessage(message, targetOrigin(this.#origin));
  }

  #fail(id: RequestId, code: number, message: string, data: JsonObject): void {
    this.#post({ jsonrpc: "2.0", id, error: { code, message, data } });
  }

  #receive(message: JsonObject): void {
    const method = own(message, "method");
    const params = own(message, "params");
    const id = requestId(message);
    switch (method) {
      case "elicitation/create":
        if (id !== undefined) {
          this.#session.arrive(this.#request(id, paramsOf(params)));
        }
        return;
      case "notifications/cancelled":
        this.#session.withdraw(own(params, "requestId"));
        return;
      case "notifications/elicitation/complete":
        this.#session.complete(String(own(params, "elicitationId")));
        return;
      case "ui/notifications/host-context-changed":
        if (isObject(params) && Object.hasOwn(params, SERVER)) {
          this.#server = params[SERVER];
        }
        this.#forward({ ...message, params: knownContext(params) });
        return;
      case undefined:
        this.#forward(message);
        return;
    }
    if (id !== undefined) {
      const known = method === "ping" || method === "ui/resource-teardown";
      this.#post({ jsonrpc: "2.0", id, ...(known ? { result: {} } : { error: { code: METHOD_NOT_FOUND, message: "Method not found" } }) });
    }
  }

  // Hands a message on to the display. Reports false when the message is too
  // large or has no JSON text: a host's context may hold anything. Fonts do not
  // count: nothing but the document reads them, and that has a limit of its own.
  #forward(message: JsonObject): boolean {
    const { text, rejected } = paramsOf(message, (name, value) => (name === "fonts" ? undefined : value));
    if (text === undefined || rejected || !fits(text)) {
      return false;
    }
    this.#display.receive(message, text);
    return true;
  }

  #ended({ id }: AppsRequest, end: End<JsonObject>): void {
    switch (end.how) {
      case "answered":
        this.#post(end.value);
        break;
      case "refused":
        if (end.reason === "id-in-use") {
          this.#fail(id, INVALID_PARAMS, "The id is in use", { "elicitform/code": "invalid-request", "elicitform/reason": end.reason });
        } else {
          this.#fail(id, INTERNAL_ERROR, "Too many requests wait", { "elicitform/code": "internal", "elicitform/reason": end.reason });
        }
        break;
      case "failed":
        this.#fail(id, INTERNAL_ERROR, end.error.message, { "elicitform/code": "internal" });
        break;
    }
  }

  #request(id: RequestId, params: Params): AppsRequest {
    const place = placeOf(this.#origin);
    const named = nameOf([own(this.#server, "id")], place, SERVER_LIMIT);
    const host = (): string => nameOf(["title", "name"].map((member) => own(this.#response, "result", "hostInfo", member)), place, HOST_LIMIT) || place || "MCP host";
    const server: Notes["server"] =
      named && place ? { ...(this.#server as Notes["server"]), id: named } : { id: this.#serverVia(named || host()) };
    return {
      id,
      from: server.id,
      pages: own(params.value, "mode") === "url" ? [{ elicitationId: own(params.value, "elicitationId") }] : [],
      text: params.text,
      completed: new Set(),
      over: new AbortController(),
      params,
      server,
      openLink: isObject(own(this.#response, "result", "hostCapabilities", "openLinks")),
    };
  }
}

/** A request of an MCP Apps host. */
interface AppsRequest extends SessionRequest {
  readonly params: Params;
  readonly server: Notes["server"];
  readonly openLink: boolean;
}

function isOurs(method: unknown): method is string {
  return typeof method === "string" && method.startsWith(OURS);
}

// The members of a context that the frame uses. Others, such as descriptions of
// tools, can make a context large.
function knownContext(context: unknown): JsonObject {
  if (!isObject(context)) {
    return {};
  }
  const known = Object.entries(context).filter(([name]) => CONTEXT_MEMBERS.includes(name));
  const variables = own(context, "styles", "variables");
  const fonts = own(context, "styles", "css", "fonts");
  return { ...Object.fromEntries(known), ...(Object.hasOwn(context, "styles") ? { styles: { variables, css: { fonts } } } : {}) };
}

// Reads params that the host handed over as an object. A browser can hand over
// more than JSON can hold, such as cycles.
function paramsOf(object: unknown, replacer?: (name: string, value: unknown) => unknown): Params {
  try {
    return readParams(JSON.stringify(object ?? null, replacer));
  } catch (error) {
    return { text: undefined, value: undefined, rejected: error instanceof RangeError ? "too-deep" : "not-json" };
  }
}

// The first of these names that says something, with the place beside it; "" when there is none.
function nameOf(names: readonly unknown[], place: string, limit: number): string {
  const beside = place && ` (${place})`;
  const name = names.map((text) => safeText(text, limit - beside.length - 1).replace(/\s+/g, " ").trim()).find(Boolean);
  return name ? name + beside : "";
}

// An origin as it is shown. An opaque one says nothing.
function placeOf(origin: string): string {
  const place = origin === "null" ? "" : origin.replace("https://", "");
  return place.length > PLACE_LIMIT ? `…${place.slice(1 - PLACE_LIMIT)}` : place;
}

// The origin to address messages to. No message can be addressed to an opaque
// origin, so that any origin may read them then.
function targetOrigin(origin: string): string {
  return URL.canParse(origin) && new URL(origin).origin === origin ? origin : "*";
}
