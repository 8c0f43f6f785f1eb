import { isObject, own, parseObject } from "../message/json.js";
import { requestId } from "../message/jsonrpc.js";
import { rateLimit } from "../message/rate.js";
import type { SessionRequest } from "../session/request.js";
import type { Session } from "../session/session.js";

/** The members of a MessagePort that are used; tests have a port of their own. */
export interface Port {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  close(): void;
}

/** The functions that take the messages of the frame. */
export interface RpcHandlers {
  /** Answers a request, at once or later. */
  request(method: string, params: unknown, answer: (outcome: RpcOutcome) => void): void;
  notification(method: string, params: unknown): void;
}

/** The result or the error that goes back. */
export type RpcOutcome = { result: unknown } | { error: unknown };

const MESSAGES_PER_SECOND = 200;
// How a response of our own program begins.
const RESPONSE = /^{"jsonrpc":"2.0","id":(\d+),"(result|error)"/;

/** Sends a message of JSON-RPC 2.0 as text. */
export function sendJson(port: Port | undefined, message: object): void {
  port?.postMessage(JSON.stringify({ jsonrpc: "2.0", ...message }));
}

/** Takes the messages of the frame. Its responses are for the session. */
export function listen(port: Port, session: Session<SessionRequest, unknown>, handlers: RpcHandlers): void {
  const limit = rateLimit(MESSAGES_PER_SECOND);
  // A port starts when onmessage is set.
  port.onmessage = ({ data }) => {
    // The answer of a person is taken even when the frame sends too many messages.
    if (typeof data !== "string" || !(limit() || session.shown?.id === Number(RESPONSE.exec(data)?.[1]))) {
      return;
    }
    const message = parseObject(data);
    const method = own(message, "method");
    const params = own(message, "params");
    const id = requestId(message);
    if (typeof method !== "string") {
      // A response has a result or an error as a member of its own. A page may have put
      // both on Object.prototype.
      if (message && (Object.hasOwn(message, "result") || isObject(own(message, "error")))) {
        session.reply(id, message);
      }
    } else if (id === undefined) {
      handlers.notification(method, params);
    } else {
      handlers.request(method, params, (outcome) => sendJson(port, { id, ...outcome }));
    }
  };
}
