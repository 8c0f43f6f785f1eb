import type { Wasm } from "../message/download.js";
import { isObject, type JsonObject, own, parseObject } from "../message/json.js";
import { METHOD_NOT_FOUND, type RequestId, requestId } from "../message/jsonrpc.js";
import { rateLimit } from "../message/rate.js";

/** The members of a MessagePort that are used; tests have a port of their own. */
export interface Port {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  close(): void;
}

/** Who takes the messages of the frame. */
export interface RpcHandlers {
  /** Answers a request, at once or later; undefined when the method is unknown. */
  request(method: string, params: unknown): RpcOutcome | Promise<RpcOutcome> | undefined;
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

/** JSON-RPC 2.0 as text over a MessagePort. */
export class Rpc {
  readonly #port: Port;
  readonly #handlers: RpcHandlers;
  readonly #limit = rateLimit(MESSAGES_PER_SECOND);

  constructor(port: Port, handlers: RpcHandlers) {
    this.#port = port;
    this.#handlers = handlers;
    // A port starts when onmessage is set.
    port.onmessage = (event) => this.#receive(event.data);
  }

  /** Sends one message, which is JSON text. */
  sendText(text: string): void {
    this.#port.postMessage(text);
  }

  /** Sends a notification; with an id, a request to which nobody waits for an answer. */
  notify(method: string, params: unknown, id?: number): void {
    this.#send({ id, method, params });
  }

  /** Hands over the program, the one message that is not text. */
  sendWasm(wasm: Wasm): void {
    this.#port.postMessage(wasm, wasm instanceof ArrayBuffer ? [wasm] : []);
  }

  /** Closes the connection. What is sent afterwards goes nowhere. */
  close(): void {
    this.#port.onmessage = null;
    this.#port.close();
  }

  #send(message: object): void {
    this.sendText(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  #receive(data: unknown): void {
    if (typeof data !== "string" || !(this.#limit() || this.#awaited(data))) {
      return;
    }
    const message = parseObject(data);
    if (message === undefined) {
      return;
    }
    const method = own(message, "method");
    const id = requestId(message);
    // A response has a result or an error as a member of its own. A page may have put
    // both on Object.prototype.
    if (typeof method === "string") {
      this.#called(method, id, own(message, "params"));
    } else if (typeof id === "number" && (Object.hasOwn(message, "result") || isObject(own(message, "error")))) {
      this.#handlers.response(id, message);
    }
  }

  // The answer of a person is taken even when the frame sends too many messages.
  #awaited(text: string): boolean {
    const id = RESPONSE.exec(text)?.[1];
    return id !== undefined && this.#handlers.awaits(Number(id));
  }

  #called(method: string, id: RequestId | undefined, params: unknown): void {
    if (id === undefined) {
      this.#handlers.notification(method, params);
      return;
    }
    const answer = (outcome: RpcOutcome): void => this.#send({ id, ...outcome });
    const outcome = this.#handlers.request(method, params);
    if (outcome instanceof Promise) {
      void outcome.then(answer);
    } else {
      answer(outcome ?? { error: { code: METHOD_NOT_FOUND, message: "Method not found" } });
    }
  }
}
