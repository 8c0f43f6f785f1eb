import { isObject, type JsonObject, own } from "../message/json.js";
import type { ProgramFile } from "./wasm.js";

/** What is used of the window to talk to its parent; tests have their own. */
export interface ChildWindow {
  parent: { postMessage(message: unknown, targetOrigin: string): void };
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/** What a handshake uses of the window beside that. */
export interface HandshakeWindow extends ChildWindow {
  setInterval(tick: () => void, milliseconds: number): number;
  clearInterval(timer: number): void;
}

// The host package answers some hellos a second and no more, which a page that
// moves the frame about can use up: the document that stays says it again.
const HELLO_EVERY = 1000;
const MOST_HELLOS = 15;

/** How the page around has answered. */
export type HostAnswer =
  /** As the host package does: with a port of its own. */
  | { port: MessagePort }
  /** As any MCP Apps host does: with its response to ui/initialize, from window to window. */
  | { response: JsonObject; origin: string };

/**
 * Greets the page around in two ways at once, as it is not known which host
 * that is: with a hello, which the host package answers, and with the request
 * ui/initialize, which every MCP Apps host answers. The first answer counts.
 * Only the parent window may answer, with the nonce of this document or the id
 * of the request, and only once; after that nobody listens here. Without
 * allowed origins any parent may embed the frame, as far as the server's
 * frame-ancestors let it.
 */
export function handshake(
  view: HandshakeWindow,
  file: ProgramFile,
  initialize: { id: string },
  allowedOrigins: string[],
): Promise<HostAnswer> {
  const nonce = makeNonce();
  return new Promise((resolve) => {
    const listener = (event: MessageEvent): void => {
      if (event.source !== view.parent || (allowedOrigins.length > 0 && !allowedOrigins.includes(event.origin))) {
        return;
      }
      const answer = connection(event, nonce, initialize) ?? initialized(event, initialize.id);
      if (answer) {
        view.removeEventListener("message", listener);
        view.clearInterval(timer);
        resolve(answer);
      }
    };
    view.addEventListener("message", listener);
    let hellos = 0;
    const hello = (): void => {
      // Nothing here is secret: whoever embeds the frame may read it.
      view.parent.postMessage({ elicitform: "hello", nonce, ...file }, "*");
      if (++hellos >= MOST_HELLOS) {
        view.clearInterval(timer);
      }
    };
    const timer = view.setInterval(hello, HELLO_EVERY);
    hello();
    view.parent.postMessage(initialize, "*");
  });
}

function connection(event: MessageEvent, nonce: string, initialize: object): HostAnswer | undefined {
  const port = event.ports[0];
  const ours = own(event.data, "elicitform") === "connect" && own(event.data, "nonce") === nonce;
  if (!ours || event.ports.length !== 1 || !port) {
    return undefined;
  }
  // The host package reads nothing but hello from the window.
  port.postMessage(JSON.stringify(initialize));
  return { port };
}

function initialized({ data, origin }: MessageEvent, id: string): HostAnswer | undefined {
  const answers = own(data, "jsonrpc") === "2.0" && own(data, "id") === id && isObject(own(data, "result"));
  return answers ? { response: data, origin } : undefined;
}

// Not crypto.randomUUID: it is missing on pages without https.
function makeNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
