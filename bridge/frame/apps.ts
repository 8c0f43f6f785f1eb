import { isObject, type JsonObject, own, parseObject } from "../message/json.js";
import { METHOD_NOT_FOUND } from "../message/jsonrpc.js";
import { MESSAGE_LIMIT } from "../message/params.js";
import type { Channel } from "./channel.js";
import type { ChildWindow } from "./handshake.js";
import { safeText } from "../message/safetext.js";

/** How the names of our own methods and of our own members in _meta begin. */
const OURS = "elicitform/";
const SERVER = `${OURS}server`;
const CONTEXT_MEMBERS = ["theme", "locale", "timeZone", "displayMode"];
const HOST_NAME_LIMIT = 60;

/**
 * The way to an MCP Apps host that knows nothing of the host package. Both
 * sides speak JSON-RPC objects from window to window; behind this class they
 * are the texts that cross a port.
 *
 * Such a host forwards what the server wrote as it is. So nothing in _meta is
 * the host's own word here, and our members are taken out of it. Who asks is
 * what the host itself has said: the server that it names in its context under
 * "elicitform/server", or, as hosts that were not made for us name none, a
 * server of which nothing is known but that it comes by way of this host. It is
 * never called by the host's name alone: a person who trusts the chat must not
 * take the server for the chat.
 */
export class AppsChannel implements Channel {
  readonly ours = false;
  readonly #view: ChildWindow;
  readonly #origin: string;
  readonly #serverVia: (host: string) => string;
  readonly #id: unknown;
  readonly #context: unknown;
  readonly #host: string;
  readonly #opensLinks: boolean;
  #server: unknown;

  /** serverVia makes the name of a server that the host has not named. */
  constructor(view: ChildWindow, answer: { response: JsonObject; origin: string }, serverVia: (host: string) => string) {
    const result = own(answer.response, "result");
    this.#view = view;
    this.#origin = answer.origin;
    this.#serverVia = serverVia;
    this.#id = own(answer.response, "id");
    this.#context = own(result, "hostContext");
    this.#host = hostName(own(result, "hostInfo"), answer.origin);
    this.#opensLinks = isObject(own(own(result, "hostCapabilities"), "openLinks"));
    this.#server = own(this.#context, SERVER);
  }

  send(text: string): void {
    const message = parseObject(text);
    // A standard host has no use for what only the host package knows.
    if (!isOurs(own(message, "method"))) {
      this.#post(message);
    }
  }

  listen(receive: (data: unknown) => void): void {
    this.#view.addEventListener("message", ({ source, origin, data }) => {
      if (source !== this.#view.parent || origin !== this.#origin || own(data, "jsonrpc") !== "2.0") {
        return;
      }
      const text = this.#read(data);
      if (text !== undefined) {
        receive(text);
      }
    });
    const initialized = (hostContext: object): object => ({ jsonrpc: "2.0", id: this.#id, result: { hostContext } });
    // A host that does not say its language most likely has the browser's.
    const locale = globalThis.navigator?.language ?? "en";
    receive(textOf(initialized({ locale, ...knownContext(this.#context) })).text ?? JSON.stringify(initialized({ locale })));
    receive(null);
  }

  #post(message: unknown): void {
    this.#view.parent.postMessage(message, targetOrigin(this.#origin));
  }

  // The text of a message, unless that is not for the frame.
  #read(message: JsonObject): string | undefined {
    const method = own(message, "method");
    const params = own(message, "params");
    const id = own(message, "id");
    if (isOurs(method)) {
      if (id !== undefined) {
        this.#post({ jsonrpc: "2.0", id, error: { code: METHOD_NOT_FOUND, message: "Method not found" } });
      }
      return undefined;
    }
    if (method === "elicitation/create") {
      return this.#request(message, params);
    }
    if (method === "ui/notifications/host-context-changed") {
      if (isObject(params) && Object.hasOwn(params, SERVER)) {
        this.#server = params[SERVER];
      }
      return textOf({ ...message, params: knownContext(params) }).text;
    }
    return textOf(isObject(params) ? { ...message, params: withMeta(params, {}) } : message).text;
  }

  #request(message: JsonObject, params: unknown): string | undefined {
    const meta = { [SERVER]: this.#asker(), ...(this.#opensLinks && { [`${OURS}openLink`]: true }) };
    const { text, rejected } = isObject(params)
      ? textOf({ ...message, params: withMeta(params, meta) })
      : { text: undefined, rejected: "not-an-object" };
    // What cannot be handed over is replaced by the reason, which the person is told.
    return text ?? textOf({ ...message, params: { _meta: { ...meta, [`${OURS}rejected`]: rejected } } }).text;
  }

  #asker(): unknown {
    const id = own(this.#server, "id");
    return typeof id === "string" && id.trim() !== "" ? this.#server : { id: this.#serverVia(this.#host) };
  }
}

function isOurs(method: unknown): boolean {
  return typeof method === "string" && method.startsWith(OURS);
}

// What a server wrote under our names is replaced by what is ours.
function withMeta(params: JsonObject, ours: JsonObject): JsonObject {
  const theirs = own(params, "_meta");
  const kept = isObject(theirs) ? Object.entries(theirs).filter(([name]) => !name.startsWith(OURS)) : [];
  return { ...params, _meta: { ...Object.fromEntries(kept), ...ours } };
}

// A context may be large with fonts and descriptions of tools, none of which is used.
function knownContext(context: unknown): JsonObject {
  if (!isObject(context)) {
    return {};
  }
  const known = Object.entries(context).filter(([name]) => CONTEXT_MEMBERS.includes(name));
  const variables = own(own(context, "styles"), "variables");
  return { ...Object.fromEntries(known), ...(variables === undefined ? {} : { styles: { variables } }) };
}

// The text of a message, or why it has none: an object that was cloned may hold what JSON cannot.
function textOf(message: object): { text: string; rejected?: never } | { text?: never; rejected: string } {
  try {
    const text = JSON.stringify(message);
    return new TextEncoder().encode(text).length > MESSAGE_LIMIT ? { rejected: "too-large" } : { text };
  } catch (error) {
    return { rejected: error instanceof RangeError ? "too-deep" : "not-json" };
  }
}

// What the host calls itself, and where it is, which the browser vouches for.
function hostName(info: unknown, origin: string): string {
  const names = [own(info, "title"), own(info, "name")].map((name) => safeText(name, HOST_NAME_LIMIT).replace(/\s+/g, " ").trim());
  const name = names.find((candidate) => candidate !== "");
  const place = /^https?:/.test(origin) ? origin.replace("https://", "") : undefined;
  return name && place ? `${name} (${place})` : (name ?? place ?? "MCP host");
}

// An opaque origin has no name that a message could be addressed to.
function targetOrigin(origin: string): string {
  return URL.canParse(origin) && new URL(origin).origin === origin ? origin : "*";
}
