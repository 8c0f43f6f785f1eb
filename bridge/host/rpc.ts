import type { Wasm } from "../message/download.js";
import { isObject, type JsonObject, own, parseObject } from "../message/json.js";
import { requestId } from "../message/jsonrpc.js";
import { rateLimit } from "../message/rate.js";

/** The members of a MessagePort that are used; tests have a port of their own. */
export interface Port {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  close(): void;
}

/** Who takes the messages of the frame. */
export interface RpcHandlers {
  /** Answers a request, at once or later. */
  request(method: string, params: unknown, answer: (outcome: RpcOutcome) => void): void;
  notification(method: string, params: unknown): void;
  response(id: number, response: JsonObject): void;
  /** Whether somebody waits for a response to that request. */
  awaits(id: number): boolean;
}

/** The result or the error that goes back. */
export type RpcOutcome = { result: unknown } | { error: unknown };

const MESSAGES_PER_SECOND = 200;
// How a response of our own program begins.
const RESPONSE = /^{"jsonrpc":"2.0","id":(\d+),"(result|error)"/;

/** A connection that speaks JSON-RPC 2.0, as text, over a MessagePort. */
export type Rpc = ReturnType<typeof openRpc>;

/** Opens the connection. */
export function openRpc(port: Port, handlers: RpcHandlers) {
  const limit = rateLimit(MESSAGES_PER_SECOND);
  const sendText = (text: string): void => port.postMessage(text);
  const send = (message: object): void => sendText(JSON.stringify({ jsonrpc: "2.0", ...message }));

  // A port starts when onmessage is set.
  port.onmessage = ({ data }) => {
    // The answer of a person is taken even when the frame sends too many messages.
    if (typeof data !== "string" || !(limit() || handlers.awaits(Number(RESPONSE.exec(data)?.[1])))) {
      return;
    }
    const message = parseObject(data);
    const method = own(message, "method");
    const params = own(message, "params");
    const id = requestId(message);
    if (typeof method !== "string") {
      // A response has a result or an error as a member of its own. A page may have put
      // both on Object.prototype.
      if (message && typeof id === "number" && (Object.hasOwn(message, "result") || isObject(own(message, "error")))) {
        handlers.response(id, message);
      }
    } else if (id === undefined) {
      handlers.notification(method, params);
    } else {
      handlers.request(method, params, (outcome) => send({ id, ...outcome }));
    }
  };

  return {
    /** Sends one message, which is JSON text. */
    sendText,
    /** Sends a notification; with an id, a request to which nobody waits for an answer. */
    notify: (method: string, params: unknown, id?: number) => send({ id, method, params }),
    /** Hands over the program, the one message that is not text. */
    sendWasm: (wasm: Wasm) => port.postMessage(wasm, wasm instanceof ArrayBuffer ? [wasm] : []),
    /** Closes the connection. What is sent afterwards goes nowhere. */
    close() {
      port.onmessage = null;
      port.close();
    },
  };
}
