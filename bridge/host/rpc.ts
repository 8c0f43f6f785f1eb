import type { Wasm } from "../message/download.js";
import { isObject, type JsonObject, own, parseObject } from "../message/json.js";
import { METHOD_NOT_FOUND, type RequestId, requestId } from "../message/jsonrpc.js";
import { rateLimit } from "../message/rate.js";

/** What is used of a MessagePort; tests have their own. */
export interface Port {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  close(): void;
}

/** What the frame may ask for and tell. */
export interface RpcHandlers {
  /** Answers a request, at once or later; undefined is for an unknown method. */
  request(method: string, params: unknown): RpcOutcome | Promise<RpcOutcome> | undefined;
  notification(method: string, params: unknown): void;
  response(id: number, response: JsonObject): void;
  /** Whether a response to that request would be the first. */
  awaits(id: number): boolean;
}

/** The result or the error that goes back. */
export type RpcOutcome = { result: unknown } | { error: unknown };

const MESSAGES_PER_SECOND = 200;
// How our own frames begin a response.
const RESPONSE = /^{"jsonrpc":"2.0","id":(\d+),"(result|error)"/;

/** JSON-RPC 2.0 as text over a MessagePort. */
export class Rpc {
  readonly #port: Port;
  readonly #handlers: RpcHandlers;
  readonly #limit = rateLimit(MESSAGES_PER_SECOND);

  constructor(port: Port, handlers: RpcHandlers) {
    this.#port = port;
    this.#handlers = handlers;
    // Setting onmessage also starts the port.
    port.onmessage = (event) => this.#receive(event.data);
  }

  /** Sends one message that is JSON text already. */
  sendText(text: string): void {
    this.#port.postMessage(text);
  }

  /** Sends a notification, or with an id a request whose answer nobody waits for. */
  notify(method: string, params: unknown, id?: number): void {
    this.#send({ id, method, params });
  }

  /** Hands over the wasm, the one thing that is not text. */
  sendWasm(wasm: Wasm): void {
    this.#port.postMessage(wasm, wasm instanceof ArrayBuffer ? [wasm] : []);
  }

  /** Nothing is heard any more, and what is sent goes nowhere. */
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
    // A response has one of both, and an own one: a page may have put them on every object.
    if (typeof method === "string") {
      this.#called(method, id, own(message, "params"));
    } else if (typeof id === "number" && (Object.hasOwn(message, "result") || isObject(own(message, "error")))) {
      this.#handlers.response(id, message);
    }
  }

  // An answer is never lost in a flood, as a person may have waited for it to be sent.
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
