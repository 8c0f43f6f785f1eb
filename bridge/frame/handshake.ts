import { isObject, type JsonObject, own } from "../message/json.js";
import { INITIALIZED } from "../message/names.js";
import { hex } from "./hex.js";

/** The files that the frame wants from the host: a catalogue, and the program, unless the frame fetches that itself. */
export interface Wanted {
  /** The names of the catalogues' files, by the tags of their languages. */
  words: { readonly [tag: string]: string };
  wasm?: string;
  bytes?: number;
}

/** The part of the window that talks to the window's parent. Tests replace it. */
export interface ChildWindow {
  parent: { postMessage(message: unknown, targetOrigin: string): void };
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

// The host package answers only some hellos each second. If a page moves the frame several times, removed documents
// may have used those up. So the document repeats its hello.
const HELLO_INTERVAL_MS = 1000;
const MAX_HELLOS = 15;

/** How the parent page has answered. */
export type HostAnswer =
  /** The host package answers with a port. */
  | { port: MessagePort }
  /** Any MCP Apps host answers with its response to ui/initialize, by a message from window to window. */
  | { response: JsonObject; origin: string };

/**
 * Greets the parent page in two ways at once, because the frame does not know which kind of host that is: with a hello,
 * which the host package answers, and with the request ui/initialize, which every MCP Apps host answers. Only the first
 * answer counts, and only from the parent window, with the nonce of this document or the id of the request. If no origins
 * are listed, every page may be the host that the frame-ancestors of the frame's server allow.
 */
export function handshake(
  view: ChildWindow, wanted: Wanted, initialize: { id: string }, allowedOrigins: string[],
): Promise<HostAnswer> {
  // crypto.randomUUID is missing on pages without https.
  const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  return new Promise((resolve) => {
    const listener = (event: MessageEvent): void => {
      if (event.source !== view.parent || (allowedOrigins.length > 0 && !allowedOrigins.includes(event.origin))) {
        return;
      }
      const answer = answerIn(event, nonce, initialize.id);
      if (answer) {
        view.removeEventListener("message", listener);
        clearInterval(timer);
        resolve(answer);
      }
    };
    view.addEventListener("message", listener);
    const first = [initialize, { jsonrpc: "2.0", method: INITIALIZED }].map((message) => JSON.stringify(message));
    let hellos = 0;
    const hello = (): void => {
      if (++hellos > MAX_HELLOS) {
        clearInterval(timer);
        return;
      }
      // Any page that embeds the frame may read this: nothing in it is secret. The host package takes the first
      // messages from it, and sends its answer and the request together with the port, without a round trip.
      view.parent.postMessage({ elicitform: "hello", nonce, ...wanted, first }, "*");
    };
    const timer = setInterval(hello, HELLO_INTERVAL_MS);
    hello();
    view.parent.postMessage(initialize, "*");
  });
}

function answerIn({ data, origin, ports }: MessageEvent, nonce: string, id: string): HostAnswer | undefined {
  if (own(data, "elicitform") === "connect" && own(data, "nonce") === nonce && ports.length === 1) {
    return { port: ports[0]! };
  }
  const response = own(data, "jsonrpc") === "2.0" && own(data, "id") === id && isObject(own(data, "result"));
  return response ? { response: data, origin } : undefined;
}
