import { own } from "../../bridge/host/json.js";

/** What is used of the window; tests have their own. */
export interface HandshakeWindow {
  parent: { postMessage(message: unknown, targetOrigin: string): void };
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  removeEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/**
 * Says hello to the page around and returns the port that it answers with.
 * Only the parent window may answer, with the nonce of this document, and only
 * once; after that no message to the window is listened to. Without allowed
 * origins any parent may embed the frame, as far as the server's
 * frame-ancestors let it.
 */
export function handshake(view: HandshakeWindow, wasm: string, allowedOrigins: string[]): Promise<MessagePort> {
  const nonce = makeNonce();
  return new Promise((resolve) => {
    const listener = (event: MessageEvent): void => {
      const port = event.ports[0];
      if (
        event.source !== view.parent ||
        (allowedOrigins.length > 0 && !allowedOrigins.includes(event.origin)) ||
        own(event.data, "elicitform") !== "connect" ||
        own(event.data, "nonce") !== nonce ||
        event.ports.length !== 1 ||
        !port
      ) {
        return;
      }
      view.removeEventListener("message", listener);
      resolve(port);
    };
    view.addEventListener("message", listener);
    // Nothing here is secret: whoever embeds the frame may read it.
    view.parent.postMessage({ elicitform: "hello", nonce, wasm }, "*");
  });
}

// Not crypto.randomUUID: it is missing on pages without https.
function makeNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
